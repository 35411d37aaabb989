"""The covering number bound at a margin that was asked for beforehand."""

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.corners import Corners
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, nonnegative, positive
from drupe.witness.assumptions import Assumption
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
