"""The covering number bound, at a margin that was asked for beforehand and at the one that turned out."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.coins import Coins
from drupe.bounds.worlds.corners import Corners
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, nonnegative, positive
from drupe.witness.assumptions import Assumption
from drupe.witness.capacity import Cover
from drupe.witness.margins import Margins


@dataclass(frozen=True)
class CoveringAtMargin(Checked, Bound[Margins]):
    """R ≤ (2/n)(log₂ N(γ/2, 2n) + log₂(2/δ)), if all margins reach γ; else nothing.

    Parameters
    ----------
    margin
        γ.
    bits
        log₂ N(F, 2n, γ/2) of the functions of norm 1.

    Examples
    --------
    >>> round(CoveringAtMargin(margin=0.5, bits=9.0).risk(Margins([0.5] * 1000, radius=1.0), delta=0.5), 9)
    0.022

    References
    ----------
    [Cristianini00]_, theorem 4.9; [Graepel02]_, theorem 19.
    """

    witness = Margins
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_CLASS, Assumption.FIXED_MARGIN})
    source = Citation("Cristianini00", "theorem 4.9")
    falls_with: ClassVar[tuple[str, ...]] = ("margins",)

    margin: float = positive()
    bits: float = nonnegative()

    def _risk(self, witness: Margins, delta: float) -> float:
        if witness.smallest < self.margin:
            return math.inf
        return 2.0 / witness.n * (self.bits + math.log2(2.0 / delta))

    def worlds(self) -> tuple[World[Margins], ...]:
        """Corners of a cube."""
        return (World("corners, some of them rare", lambda rng: corners_margins(rng, Corners(4, 400, 0.01))),)


def corners_margins(rng: np.random.Generator, corners: Corners) -> Outcome[Margins]:
    """Margins of the hyperplane through the corners that were not seen; all are alike."""
    visit = corners.visit(rng)
    return Outcome(Margins(np.full(corners.n, visit.margin), radius=1.0), visit.risk)


class Covering(Bound[Cover]):
    """R ≤ (2/n)(⌈log₂ N(margin/2, 2n)⌉ + log₂ n + log₂(1/δ)), where no example is wrong and N ≤ 2^(n/2).

    Examples
    --------
    >>> round(Covering().risk(Cover(bits=9.5, n=1024), delta=0.25), 9)
    0.04296875

    References
    ----------
    [Herbrich02]_, corollary 4.26, eq. 4.26.
    """

    witness = Cover
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_CLASS, Assumption.CONSISTENT})
    source = Citation("Herbrich02", "eq. 4.26")
    rises_with: ClassVar[tuple[str, ...]] = ("bits",)
    falls_with: ClassVar[tuple[str, ...]] = ("n",)

    def _risk(self, witness: Cover, delta: float) -> float:
        if witness.bits > witness.n / 2:
            return math.inf
        return 2.0 / witness.n * (max(1, math.ceil(witness.bits)) + math.log2(witness.n) - math.log2(delta))

    def worlds(self) -> tuple[World[Cover], ...]:
        """Finitely many rules with values ±1 cover themselves."""
        return tuple(World(f"64 independent rules of rate {rate}", _rules(rate)) for rate in (0.02, 0.05))


def _rules(rate: float) -> Callable[[np.random.Generator], Outcome[Cover]]:
    coins = Coins.alike(64, rate, 200)

    def draw(rng: np.random.Generator) -> Outcome[Cover]:
        toss = coins.cleanest(rng)
        # A rule with mistakes has no margin: nothing but the trivial cover of all patterns.
        return Outcome(Cover(6.0 if toss.errors == 0 else float(coins.n), coins.n), toss.rate)

    return draw
