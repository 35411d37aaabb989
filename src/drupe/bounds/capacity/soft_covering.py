"""The covering number bound for examples that fall short of the margin: slack becomes a function of its own."""

import math
from dataclasses import dataclass
from typing import ClassVar

from drupe.bounds.base import Bound
from drupe.bounds.capacity.covering import corners_margins
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.bounds.worlds.corners import Corners
from drupe.foundation.arrays import Vector
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, nonnegative, positive
from drupe.witness.assumptions import Assumption
from drupe.witness.margins import Margins


@dataclass(frozen=True)
class SoftCovering(Checked, Bound[Margins]):
    """R ≤ (2/n)(log₂ N(F, 2n, γ/4) + log₂ N(L, 2n, γ/4) + log₂(2/δ)), if the slacks to γ belong to the class L.

    Parameters
    ----------
    margin
        γ.
    bits
        log₂ N(F, 2n, γ/4) of the functions of norm 1.
    slack_bits
        log₂ N(L, 2n, γ/4) of the slack functions Σ ξᵢ yᵢ δ(xᵢ).
    total_slack
        L holds all slack functions whose slacks add up to this at most.

    Notes
    -----
    No input that falls short may have a probability of its own above zero: it would be right only where it was seen.

    Examples
    --------
    >>> bound = SoftCovering(margin=0.5, bits=6.0, slack_bits=3.0, total_slack=0.2)
    >>> round(bound.risk(Margins([0.5] * 999 + [0.4], radius=1.0), delta=0.5), 9)
    0.022

    References
    ----------
    [Cristianini00]_, theorem 4.21.
    """

    witness = Margins
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_CLASS, Assumption.FIXED_MARGIN})
    source = Citation("Cristianini00", "theorem 4.21")
    falls_with: ClassVar[tuple[str, ...]] = ("margins",)

    margin: float = positive()
    bits: float = nonnegative()
    slack_bits: float = nonnegative()
    total_slack: float = nonnegative()

    def _risk(self, witness: Margins, delta: float) -> float:
        if slacks_to(witness, self.margin).sum() > self.total_slack:
            return math.inf
        return 2.0 / witness.n * (self.bits + self.slack_bits + math.log2(2.0 / delta))

    def worlds(self) -> tuple[World[Margins], ...]:
        """Corners of a cube, which either reach the margin or do not."""
        return (World("corners, some of them rare", lambda rng: corners_margins(rng, Corners(4, 400, 0.01))),)


def slacks_to(witness: Margins, margin: float) -> Vector:
    """ξᵢ = max(0, margin − marginᵢ); the augmented functions have the margin on all examples.

    >>> slacks_to(Margins([0.5, 0.25], radius=1.0), 0.5).tolist()
    [0.0, 0.25]

    References
    ----------
    [Cristianini00]_, section 4.3.3.
    """
    return (margin - witness.margins).clip(min=0.0)
