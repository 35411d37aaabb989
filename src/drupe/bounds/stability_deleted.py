"""The stability bound by leave-one-out losses."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.stability import SHARP, stable_deviation
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.shrunk_mean import ShrunkMean
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, Interval, ranged
from drupe.witness.assumptions import Assumption
from drupe.witness.mean_loss import StableDeletedLoss


@dataclass(frozen=True)
class StabilityDeleted(Checked, Bound[StableDeletedLoss]):
    """R ≤ R_loo + β + (2n(β + β') + b) √(ln(1/δ) / (c n)), losses in [0, b], β' = β n/(n − 1) of one example less.

    Parameters
    ----------
    exponent
        c, of McDiarmid's inequality: 2, or ½ for the numbers as printed.

    Notes
    -----
    Assumptions: β falls no faster than 1/n as examples are added, as it does for regularized machines.

    Examples
    --------
    >>> seen = StableDeletedLoss(loss=0.05, largest=1.0, n=1000, change=0.0)
    >>> round(StabilityDeleted().risk(seen, delta=0.05) - 0.05, 6)
    0.038702

    References
    ----------
    [Herbrich02]_, theorem 5.32; [Bousquet02]_, theorem 12, place not checked.
    """

    witness = StableDeletedLoss
    subject = Subject.FITTED
    assumptions = frozenset(
        {Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.BOUNDED_LOSS, Assumption.OPTIMUM}
    )
    source = Citation("Herbrich02", "theorem 5.32")
    rises_with: ClassVar[tuple[str, ...]] = ("loss", "change", "largest")
    most = math.inf

    exponent: float = ranged(Interval(0.0, SHARP, closed_low=False, closed_high=True), SHARP)

    def _risk(self, witness: StableDeletedLoss, delta: float) -> float:
        n, change = witness.n, witness.change
        if n == 1:
            return math.inf
        span = 2.0 * n * (change + change * n / (n - 1)) + witness.largest
        return witness.loss + change + stable_deviation(span, n, delta, self.exponent)

    def limit(self, witness: StableDeletedLoss) -> float:
        """The largest loss."""
        return witness.largest

    def worlds(self) -> tuple[World[StableDeletedLoss], ...]:
        """Shrunk means of coin tosses."""
        return tuple(World(f"shrunk mean of {n} tosses", _tosses(ShrunkMean(n, 5.0, 0.3))) for n in (100, 1000))


def _tosses(world: ShrunkMean) -> Callable[[np.random.Generator], Outcome[StableDeletedLoss]]:
    def draw(rng: np.random.Generator) -> Outcome[StableDeletedLoss]:
        ones = world.ones(rng)
        seen = StableDeletedLoss(world.deleted_loss(ones), largest=1.0, n=world.n, change=world.change)
        return Outcome(seen, world.risk(ones))

    return draw
