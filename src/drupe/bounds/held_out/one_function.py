"""Hoeffding's inequality for the loss of one function that was fixed beforehand."""

import math
from collections.abc import Callable
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.concentration.hoeffding import hoeffding_deviation
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.mean_loss import FreshLoss


class OneFunction(Bound[FreshLoss]):
    """R ≤ R̂ + b √(ln(1/δ) / (2n)), for losses in [0, b] of a function that does not depend on the examples.

    Examples
    --------
    >>> round(OneFunction().risk(FreshLoss(loss=0.0, largest=1.0, n=1000), delta=0.05), 6)
    0.038702

    References
    ----------
    [Mukherjee04]_, section 8.2, has a factor √2 more.
    """

    witness = FreshLoss
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FRESH, Assumption.BOUNDED_LOSS})
    source = Citation("Mukherjee04", "section 8.2")
    rises_with: ClassVar[tuple[str, ...]] = ("loss", "largest")
    falls_with: ClassVar[tuple[str, ...]] = ("n",)
    most = math.inf

    def _risk(self, witness: FreshLoss, delta: float) -> float:
        return witness.loss + hoeffding_deviation(delta, witness.n, witness.largest)

    def limit(self, witness: FreshLoss) -> float:
        """The largest loss."""
        return witness.largest

    def worlds(self) -> tuple[World[FreshLoss], ...]:
        """Losses of 0 or 2, which deviate the most."""
        return tuple(World(f"{n} losses of 0 or 2", _tosses(n)) for n in (20, 500))


def _tosses(n: int) -> Callable[[np.random.Generator], Outcome[FreshLoss]]:
    def draw(rng: np.random.Generator) -> Outcome[FreshLoss]:
        return Outcome(FreshLoss(2.0 * rng.binomial(n, 0.5) / n, largest=2.0, n=n), 1.0)

    return draw
