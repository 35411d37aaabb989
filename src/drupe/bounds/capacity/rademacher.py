"""The Rademacher bound: a class that cannot fit random signs does not fit by chance."""

import math
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.complexity.rademacher import finite_average_limit
from drupe.bounds.concentration.hoeffding import hoeffding_deviation
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.coins import Coins
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.mean_loss import RichLoss


class Rademacher(Bound[RichLoss]):
    """R ≤ R̂ + 2 Rad + 3b √(ln(2/δ) / (2n)), Rad the Rademacher average of the losses in [0, b] on the sample.

    Examples
    --------
    >>> round(Rademacher().risk(RichLoss(loss=0.1, largest=1.0, n=1000, richness=0.0), delta=0.1) - 0.1, 6)
    0.116107

    References
    ----------
    [Mohri18]_, theorem 3.3, place not checked; [Mukherjee04]_, section 8.8, for the expected average.
    """

    witness = RichLoss
    subject = Subject.EVERY
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_CLASS, Assumption.BOUNDED_LOSS})
    source = Citation("Mohri18", "theorem 3.3")
    rises_with: ClassVar[tuple[str, ...]] = ("loss", "largest", "richness")
    falls_with: ClassVar[tuple[str, ...]] = ("n",)
    most = math.inf

    def _risk(self, witness: RichLoss, delta: float) -> float:
        deviation = hoeffding_deviation(delta / 2.0, witness.n, 3.0 * witness.largest)
        return witness.loss + 2.0 * witness.richness + deviation

    def limit(self, witness: RichLoss) -> float:
        """The largest loss."""
        return witness.largest

    def worlds(self) -> tuple[World[RichLoss], ...]:
        """Independent rules, with the limit of their Rademacher average."""
        return (World("most flattered of 50 rules", _flattered),)


def expected_average_bound(loss: float, average: float, n: int, delta: float, span: float = 1.0) -> float:
    """R̂ + 2 E Rad + span √(ln(1/δ) / (2n)), by the average that is expected over samples.

    Examples
    --------
    >>> round(expected_average_bound(0.0, 0.0, 1000, 0.05), 6)
    0.038702

    References
    ----------
    [Mukherjee04]_, section 8.8, with McDiarmid's constant.
    """
    return loss + 2.0 * average + hoeffding_deviation(delta, n, span)


def _flattered(rng: np.random.Generator) -> Outcome[RichLoss]:
    coins = Coins.alike(50, 0.5, 2000)
    toss = coins.most_flattered(rng)
    # The mean over signs of the maximum of 50 sums, each of at most n terms of size 1.
    richness = finite_average_limit(50, coins.n, 1.0)
    return Outcome(RichLoss(toss.errors / coins.n, largest=1.0, n=coins.n, richness=richness), toss.rate)
