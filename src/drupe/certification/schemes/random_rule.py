"""A rule that draws one of several machines anew for every answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.certification.fresh import count, rows
from drupe.certification.schemes.learned import Labels
from drupe.foundation.arrays import Vector
from drupe.foundation.lots import Lots


@dataclass(frozen=True, eq=False)
class RandomRule:
    """Asks machine h with probability weightₕ, drawn anew for each answer, whatever the example and its copies got.

    The mean risk of the machines is the risk of this rule only because of it. A rule that would remember which machine
    a value got is another one: where values repeat, its risk may be that of the worst machine.

    Parameters
    ----------
    machines
        Fitted ones.
    weights
        Probabilities.
    lots
        Where the draws come from.
    """

    machines: Sequence[Any]
    weights: Vector
    lots: Lots

    def predict(self, X: Any) -> Labels:
        """The answers of the machines that were drawn, each asked for its own examples alone."""
        drawn = self.lots.drawn(self.weights, count(X))
        asked = np.unique(drawn) if len(drawn) else np.array([0])
        places = [np.flatnonzero(drawn == machine) for machine in asked]
        said = [self.machines[machine].predict(rows(X, at)) for machine, at in zip(asked, places, strict=True)]
        return np.asarray(np.concatenate(said)[np.argsort(np.concatenate(places))])
