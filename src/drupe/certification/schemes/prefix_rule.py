"""A rule that asks the machine of the first so many examples, drawn anew for every answer, without fitting any."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.certification.schemes.learned import Examples, Labels
from drupe.estimators.discriminant.progressive_evidence import ProgressiveEvidence
from drupe.estimators.prefix_machines import PrefixSuccession
from drupe.foundation.lots import Lots
from drupe.inputs.coerce import coerce_like


@dataclass(frozen=True, eq=False)
class PrefixRule:
    """For each answer an order and a length are drawn, all alike, and the machine of so many first examples is asked.

    Parameters
    ----------
    succession
        The machines of all orders.
    classes
        All labels, in order.
    lots
        Where the draws come from.
    """

    succession: PrefixSuccession
    classes: Labels
    lots: Lots

    def predict(self, X: Any) -> Labels:
        """The answers of the machines that were drawn: one triangular system for each order."""
        orders, start = self.succession.orders, self.succession.start
        new = coerce_like(orders[0].inputs, X, "KernelFisher").in_double()
        tested = self.succession.tests.n
        drawn = self.lots.drawn(np.full(len(orders) * tested, 1.0 / (len(orders) * tested)), len(new))
        codes = np.empty(len(new), dtype=np.int64)
        for number, machines in enumerate(orders):
            mine = np.flatnonzero(drawn // tested == number)
            if len(mine):
                codes[mine] = machines.codes(new.take(mine), start + drawn[mine] % tested)
        return np.asarray(self.classes[codes])


def succession(learner: Any, sample: Examples, rng: np.random.Generator) -> PrefixSuccession | None:
    """All machines of the first examples, where the learner can tell them without fits; else None."""
    if not isinstance(learner, ProgressiveEvidence) or len(np.unique(sample.labels)) < 2:
        return None
    return learner._succession(sample.X, sample.labels, rng)
