"""The stability bound for support vector regression."""

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.complexity.stability import tikhonov_deletion
from drupe.bounds.stability.stability import SHARP, stable_deviation
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, Interval, ranged
from drupe.witness.assumptions import Assumption
from drupe.witness.mean_loss import RegularizedLoss


@dataclass(frozen=True)
class StabilityRegression(Checked, Bound[RegularizedLoss]):
    """R ≤ R̂ + κ²/(λn) + (2κ²/λ + b) √(ln(1/δ) / (c n)), for a convex loss of slope 1 in [0, b], as ε-insensitive ones.

    Parameters
    ----------
    exponent
        c, of McDiarmid's inequality: 2, or ½ for the numbers as printed.

    Examples
    --------
    >>> seen = RegularizedLoss(loss=0.05, largest=2.0, n=1000, ridge=1.0, radius=1.0)
    >>> round(StabilityRegression(exponent=0.5).risk(seen, delta=0.05), 5)
    0.36062

    References
    ----------
    [Herbrich02]_, example 5.33; [Bousquet02]_, section 5.2, place not checked.
    """

    witness = RegularizedLoss
    subject = Subject.FITTED
    assumptions = frozenset(
        {
            Assumption.INDEPENDENT,
            Assumption.FIXED_KERNEL,
            Assumption.BOUNDED_INPUTS,
            Assumption.BOUNDED_LOSS,
            Assumption.OPTIMUM,
        }
    )
    source = Citation("Herbrich02", "example 5.33")
    rises_with: ClassVar[tuple[str, ...]] = ("loss", "largest", "radius")
    falls_with: ClassVar[tuple[str, ...]] = ("ridge",)
    most = math.inf

    exponent: float = ranged(Interval(0.0, SHARP, closed_low=False, closed_high=True), SHARP)

    def _risk(self, witness: RegularizedLoss, delta: float) -> float:
        n = witness.n
        change = tikhonov_deletion(1.0, witness.radius, witness.ridge, n)
        span = 4.0 * n * change + witness.largest
        return witness.loss + 2.0 * change + stable_deviation(span, n, delta, self.exponent)

    def limit(self, witness: RegularizedLoss) -> float:
        """The largest loss."""
        return witness.largest

    def worlds(self) -> tuple[World[RegularizedLoss], ...]:
        """The regularized median of coin tosses."""
        return (World("regularized median of coin tosses", _median),)


def _median(rng: np.random.Generator) -> Outcome[RegularizedLoss]:
    """x = 1 always, y in {0, 1}: w minimizes mean |y − w| + λw², in closed form."""
    n, ridge, p = 400, 0.5, 0.7
    share = float(rng.binomial(n, p)) / n
    # Between 0 and 1 the derivative is (1 − share) − share + 2λw.
    w = min(1.0, max(0.0, (2.0 * share - 1.0) / (2.0 * ridge)))
    loss, risk = (q * (1.0 - w) + (1.0 - q) * w for q in (share, p))
    return Outcome(RegularizedLoss(loss, 1.0, n, ridge=ridge, radius=1.0), risk)
