"""The stability bound for soft margin machines: the ridge is the certificate."""

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.complexity.stability import margin_loss_deletion
from drupe.bounds.stability.stability import SHARP, stable_deviation
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, Interval, positive, ranged
from drupe.witness.assumptions import Assumption
from drupe.witness.regularized_margins import RegularizedMargins


@dataclass(frozen=True)
class StabilityMargin(Checked, Bound[RegularizedMargins]):
    """R ≤ R̂_τ + κ²/(λnτ) + (2κ²/(λτ) + 1) √(ln(1/δ) / (c n)), R̂_τ the mean loss clipped to [0, 1] at margin τ.

    Parameters
    ----------
    margin
        τ, fixed beforehand.
    exponent
        c, of McDiarmid's inequality: 2, or ½ for the numbers as printed.

    Notes
    -----
    The machine minimizes the hinge loss, whose slope is 1; the clipped loss has the slope 1/τ. The book takes 1/τ for
    both, which is the same for τ = 1, more for smaller τ and too little for larger. Its special case for a machine
    with τ = κ = 1 prints another constant than the theorem gives.

    Examples
    --------
    >>> seen = RegularizedMargins([0.9] * 1000, ridge=1.0, radius=1.0)
    >>> round(StabilityMargin(exponent=0.5).risk(seen, delta=0.05), 5)
    0.33321

    References
    ----------
    [Herbrich02]_, theorem 5.34; [Bousquet02]_, theorem 17, place not checked.
    """

    witness = RegularizedMargins
    subject = Subject.FITTED
    assumptions = frozenset(
        {
            Assumption.INDEPENDENT,
            Assumption.FIXED_KERNEL,
            Assumption.FIXED_MARGIN,
            Assumption.BOUNDED_INPUTS,
            Assumption.OPTIMUM,
        }
    )
    source = Citation("Herbrich02", "theorem 5.34")
    rises_with: ClassVar[tuple[str, ...]] = ("radius",)
    falls_with: ClassVar[tuple[str, ...]] = ("margins", "ridge")

    margin: float = positive(1.0)
    exponent: float = ranged(Interval(0.0, SHARP, closed_low=False, closed_high=True), SHARP)

    def _risk(self, witness: RegularizedMargins, delta: float) -> float:
        n = witness.n
        change = margin_loss_deletion(witness.radius, witness.ridge, n, self.margin)
        deviation = stable_deviation(4.0 * n * change + 1.0, n, delta, self.exponent)
        return witness.clipped_loss(self.margin) + 2.0 * change + deviation

    def worlds(self) -> tuple[World[RegularizedMargins], ...]:
        """One input, noisy labels: the minimizer is known in closed form."""
        return tuple(World(f"one input, a share {p} turned", partial(_one, p=p)) for p in (0.1, 0.4))


def _one(rng: np.random.Generator, p: float) -> Outcome[RegularizedMargins]:
    """x = 1 always: f = w minimizes (share of +1) max(0, 1 − w) + (share of −1) max(0, 1 + w) + λw²."""
    n, ridge = 400, 0.5
    turned = rng.random(n) < p
    signs = np.where(turned, -1.0, 1.0)
    # Between −1 and 1 the derivative is −mean(signs) + 2λw.
    w = float(np.clip(signs.mean() / (2.0 * ridge), -1.0, 1.0))
    return Outcome(RegularizedMargins(signs * w, ridge=ridge, radius=1.0), p if w > 0.0 else 1.0 - p)
