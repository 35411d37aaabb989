"""The covering bound for a compact class and a Lipschitz loss: its own deviation sets the scale of the cover."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.complexity.cover_limits import log_ball_packing
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, positive
from drupe.witness.assumptions import Assumption
from drupe.witness.mean_loss import MeanLoss


@dataclass(frozen=True)
class CompactClass(Checked, Bound[MeanLoss]):
    """R ≤ R̂ + ε, where n ε² / (2b²) = ln N(ε/(4L)) + ln(1/δ), for losses in [0, b] of slope L.

    Parameters
    ----------
    log_cover
        r ↦ ln N(r) of the class in the largest distance, not rising with r.
    lipschitz
        L; 2M for the square loss with |f − y| ≤ M.

    Notes
    -----
    Half of ε is for the functions in one ball of the cover, half for its center. The notes print an exponent with M²
    in place of the squared range M⁴ of the square loss, and two different radii.

    Examples
    --------
    >>> bound = CompactClass(log_cover=lambda radius: 0.0, lipschitz=1.0)
    >>> round(bound.risk(MeanLoss(loss=0.0, largest=1.0, n=1000), delta=0.05), 6)
    0.077405

    References
    ----------
    [Mukherjee04]_, section 8.4, put right.
    """

    witness = MeanLoss
    subject = Subject.EVERY
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_CLASS, Assumption.BOUNDED_LOSS})
    source = Citation("Mukherjee04", "section 8.4")
    rises_with: ClassVar[tuple[str, ...]] = ("loss", "largest")
    falls_with: ClassVar[tuple[str, ...]] = ("n",)
    most = math.inf

    log_cover: Callable[[float], float]
    lipschitz: float = positive()

    def _risk(self, witness: MeanLoss, delta: float) -> float:
        return witness.loss + self.deviation(witness.n, witness.largest, delta)

    def deviation(self, n: int, largest: float, delta: float) -> float:
        """ε, by halving; the left side rises with ε and the right side falls."""
        low, high = 0.0, largest
        if not self._enough(high, n, largest, delta):
            return math.inf
        for _ in range(100):
            middle = 0.5 * (low + high)
            low, high = (low, middle) if self._enough(middle, n, largest, delta) else (middle, high)
        return high

    def _enough(self, epsilon: float, n: int, largest: float, delta: float) -> bool:
        nats = self.log_cover(epsilon / (4.0 * self.lipschitz)) - math.log(delta)
        return n * epsilon**2 / (2.0 * largest**2) >= nats

    def limit(self, witness: MeanLoss) -> float:
        """The largest loss."""
        return witness.largest

    def worlds(self) -> tuple[World[MeanLoss], ...]:
        """Constants in [0, 1] with the loss |y − f|; the median of coin tosses is chosen."""
        return (World("median of 2000 coin tosses", partial(tossed_median, n=2000)),)


def interval_cover(radius: float) -> float:
    """ln N(r) of the interval [0, 1], a ball of radius one half.

    >>> interval_cover(1.0) < interval_cover(0.1)
    True
    """
    return log_ball_packing(1, 0.5, radius)


def tossed_median(rng: np.random.Generator, n: int) -> Outcome[MeanLoss]:
    """The median of n tosses of a fair coin, with the loss |y − f|; its risk is one half whatever it is."""
    share = float(rng.binomial(n, 0.5)) / n
    return Outcome(MeanLoss(min(share, 1.0 - share), largest=1.0, n=n), 0.5)
