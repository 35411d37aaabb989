"""The stability bound: where one example matters little, training tells the truth, and so does leaving out."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.shrunk_mean import ShrunkMean
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, Interval, ranged
from drupe.witness.assumptions import Assumption
from drupe.witness.mean_loss import StableDeletedLoss, StableLoss

SHARP = 2.0
"""The constant in McDiarmid's exponent −2ε²/Σcᵢ²; the proofs in the sources give ½."""


@dataclass(frozen=True)
class Stability(Checked, Bound[StableLoss]):
    """R ≤ R̂ + 2β + (4nβ + b) √(ln(1/δ) / (c n)), for losses in [0, b] that change by β at most without an example.

    Where an example is replaced, not left out, losses change by 2β at most.

    Parameters
    ----------
    exponent
        c, of McDiarmid's inequality: 2, or ½ for the numbers as printed.

    Examples
    --------
    >>> seen = StableLoss(loss=0.05, largest=2.0, n=1000, change=0.0005)
    >>> round(Stability(exponent=0.5).risk(seen, delta=0.05), 5)
    0.36062

    References
    ----------
    [Herbrich02]_, theorem 5.32; [Bousquet02]_, theorem 12, place not checked; [Mukherjee04]_, section 9.1.1, for β of a
    replacement.
    """

    witness = StableLoss
    subject = Subject.FITTED
    assumptions = frozenset(
        {Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.BOUNDED_LOSS, Assumption.OPTIMUM}
    )
    source = Citation("Herbrich02", "theorem 5.32")
    rises_with: ClassVar[tuple[str, ...]] = ("loss", "change", "largest")
    most = math.inf

    exponent: float = ranged(Interval(0.0, SHARP, closed_low=False, closed_high=True), SHARP)

    def _risk(self, witness: StableLoss, delta: float) -> float:
        n, change = witness.n, witness.change
        span = 4.0 * n * change + witness.largest
        return witness.loss + 2.0 * change + stable_deviation(span, n, delta, self.exponent)

    def limit(self, witness: StableLoss) -> float:
        """The largest loss."""
        return witness.largest

    def worlds(self) -> tuple[World[StableLoss], ...]:
        """Shrunk means of coin tosses."""
        return tuple(World(f"shrunk mean of {n} tosses", _tosses(ShrunkMean(n, 5.0, 0.3))) for n in (100, 1000))


def stable_deviation(span: float, n: int, delta: float, exponent: float) -> float:
    """span √(ln(1/δ) / (c n)): how far a mean over n examples strays of which each changes it by span/n at most.

    >>> round(stable_deviation(1.0, 50, math.exp(-1.0), exponent=2.0), 9)
    0.1
    """
    return span * math.sqrt(-math.log(delta) / (exponent * n))


def replacement_bound(seen: StableLoss, delta: float, exponent: float = SHARP) -> float:
    """R̂ + β + (2nβ + b) √(ln(2/δ) / (c n)), two-sided, where β is the change by a replaced example.

    Examples
    --------
    >>> seen = StableLoss(loss=0.0, largest=4.1623, n=1000, change=0.01)
    >>> round(replacement_bound(seen, 0.05), 4)
    1.0477

    References
    ----------
    [Mukherjee04]_, section 9.1.1, which prints (2nβ + b) √(2 ln(2/δ) / n): twice this deviation.
    """
    span = 2.0 * seen.n * seen.change + seen.largest
    return seen.loss + seen.change + stable_deviation(span, seen.n, delta / 2.0, exponent)


def _tosses(world: ShrunkMean) -> Callable[[np.random.Generator], Outcome[StableLoss]]:
    def draw(rng: np.random.Generator) -> Outcome[StableLoss]:
        ones = world.ones(rng)
        seen = StableLoss(world.training_loss(ones), largest=1.0, n=world.n, change=world.change)
        return Outcome(seen, world.risk(ones))

    return draw


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
        return tuple(World(f"shrunk mean of {n} tosses", _deleted_tosses(ShrunkMean(n, 5.0, 0.3))) for n in (100, 1000))


def _deleted_tosses(world: ShrunkMean) -> Callable[[np.random.Generator], Outcome[StableDeletedLoss]]:
    def draw(rng: np.random.Generator) -> Outcome[StableDeletedLoss]:
        ones = world.ones(rng)
        seen = StableDeletedLoss(world.deleted_loss(ones), largest=1.0, n=world.n, change=world.change)
        return Outcome(seen, world.risk(ones))

    return draw
