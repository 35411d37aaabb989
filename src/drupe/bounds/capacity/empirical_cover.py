"""The covering bound by covers on the sample itself, in the mean square distance."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from drupe.bounds.base import Bound
from drupe.bounds.capacity.compact_class import tossed_median
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, positive
from drupe.witness.assumptions import Assumption
from drupe.witness.mean_loss import MeanLoss


@dataclass(frozen=True)
class EmpiricalCover(Checked, Bound[MeanLoss]):
    """R ≤ R̂ + ε, where n ε² / (128b²) = ln N(ε/(8L), n) + ln(8/δ), for losses in [0, b] of slope L.

    N is the covering number on n examples, in the root of the mean squared distance: by random signs, a cover of n
    examples is enough, not of 2n or of all inputs.

    Parameters
    ----------
    log_cover
        r ↦ ln N(r), not rising with r, a limit that holds on every sample of n: the size of a cover of the sample at
        hand has itself been chosen by chance.
    lipschitz
        L; 2M for the square loss with |f − y| ≤ M.

    Examples
    --------
    >>> bound = EmpiricalCover(log_cover=lambda radius: 0.0, lipschitz=1.0)
    >>> round(bound.risk(MeanLoss(loss=0.0, largest=1.0, n=100_000), delta=0.05), 5)
    0.0806

    References
    ----------
    [Mukherjee04]_, section 8.6, with the constant of random signs put right.
    """

    witness = MeanLoss
    subject = Subject.EVERY
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_CLASS, Assumption.BOUNDED_LOSS})
    source = Citation("Mukherjee04", "section 8.6")
    rises_with: ClassVar[tuple[str, ...]] = ("loss", "largest")
    falls_with: ClassVar[tuple[str, ...]] = ("n",)
    most = math.inf

    log_cover: Callable[[float], float]
    lipschitz: float = positive()

    def _risk(self, witness: MeanLoss, delta: float) -> float:
        low, high = 0.0, witness.largest
        if not self._enough(high, witness, delta):
            return math.inf
        for _ in range(100):
            middle = 0.5 * (low + high)
            low, high = (low, middle) if self._enough(middle, witness, delta) else (middle, high)
        return witness.loss + high

    def _enough(self, epsilon: float, witness: MeanLoss, delta: float) -> bool:
        nats = self.log_cover(epsilon / (8.0 * self.lipschitz)) + math.log(8.0 / delta)
        return witness.n * epsilon**2 / (128.0 * witness.largest**2) >= nats

    def limit(self, witness: MeanLoss) -> float:
        """The largest loss."""
        return witness.largest

    def worlds(self) -> tuple[World[MeanLoss], ...]:
        """Constants in [0, 1] with the loss |y − f|; the median of coin tosses is chosen."""
        return (World("median of a million coin tosses", partial(tossed_median, n=10**6)),)
