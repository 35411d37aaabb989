"""The potential margin bound: what margin the sample allows, whatever margin the perceptron has."""

import math
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.compression.mistake_driven import mistake_formula
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.corners import Corners
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.mistakes import PotentialMargin as Potential


class PotentialMargin(Bound[Potential]):
    """R ≤ (2/n)(Γ*⁻²(1 + ln n) + ln n + ln(1/δ)), of a perceptron on examples of length 1; Γ*⁻² ≤ n/2.

    Γ* is the largest normalized margin that any hyperplane has on the sample. No dimension enters.

    Examples
    --------
    >>> round(PotentialMargin().risk(Potential(margin=0.5, n=10**4), delta=0.05), 7)
    0.0106095

    References
    ----------
    [Graepel02]_, theorem 43.
    """

    witness = Potential
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL})
    source = Citation("Graepel02", "theorem 43")
    falls_with: ClassVar[tuple[str, ...]] = ("margin",)

    def _risk(self, witness: Potential, delta: float) -> float:
        return math.inf if 2.0 * witness.mistakes > witness.n else mistake_formula(witness.mistakes, witness.n, delta)

    def worlds(self) -> tuple[World[Potential], ...]:
        """Corners: the hyperplane of the largest margin is known."""
        return (World("corners, some of them rare", lambda rng: _corners(rng, Corners(10, 1000, 0.002))),)


def _corners(rng: np.random.Generator, corners: Corners) -> Outcome[Potential]:
    visit = corners.visit(rng)
    return Outcome(Potential(min(1.0, visit.margin), corners.n), visit.risk)
