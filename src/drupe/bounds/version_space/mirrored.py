"""PAC-Bayes for one consistent hyperplane: version space cut with its mirror image at it votes as it does."""

import math
from functools import partial
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.subject import Subject
from drupe.bounds.version_space.volume import EXAMPLES, estimates, mean_risk, walls
from drupe.bounds.world import Outcome, World
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.volume import MirroredVolume


class MirroredVersionSpace(Bound[MirroredVolume]):
    """R(w) ≤ 2 (1 − (δ P(Q))^(1/n)), Q the rules that make no mistake and whose mirror images at w make none.

    It holds for every consistent w at once, and is smallest for one in the middle of version space, as Bayes points
    are. Unlike margin bounds it measures the room around w in all directions, not only the shortest.

    Notes
    -----
    Why: a rule v and its image v′ have v + v′ = 2⟨v, w⟩ w, a positive multiple of w if both are consistent; where w
    errs, one of them does, so that at least half of Q does. The prior is the Gaussian process of the kernel, and P(Q)
    the probability that its values at the examples obey 2n inequalities: feature space may have any dimension.

    Examples
    --------
    >>> seen = MirroredVolume([-15.0] * 16, n=200)
    >>> round(MirroredVersionSpace().risk(seen, delta=0.05), 4)
    0.176

    References
    ----------
    [Graepel02]_, theorems 28 and 30, here with the measured volume instead of a cap, and without terms in ln n.
    """

    witness = MirroredVolume
    subject = Subject.FITTED
    assumptions = frozenset(
        {
            Assumption.INDEPENDENT,
            Assumption.FIXED_KERNEL,
            Assumption.PRIOR,
            Assumption.CONSISTENT,
            Assumption.SUMMARY,
        }
    )
    source = Citation("Graepel02", "theorem 28")
    weight: ClassVar[float] = 16.0
    falls_with: ClassVar[tuple[str, ...]] = ("logarithms",)

    def _risk(self, witness: MirroredVolume, delta: float) -> float:
        return 2.0 * mean_risk(witness, delta)

    def worlds(self) -> tuple[World[MirroredVolume], ...]:
        """A direction in the middle of an arc, and one nearer to its end."""
        return tuple(
            World(f"a direction at {place} of the arc of version space", partial(_direction, place=place))
            for place in (0.5, 0.2)
        )


def _direction(rng: np.random.Generator, place: float) -> Outcome[MirroredVolume]:
    low, high = walls(rng)
    width = low + high
    share = 2.0 * min(place, 1.0 - place) * width / (2.0 * math.pi)
    return Outcome(MirroredVolume(estimates(rng, share), EXAMPLES), abs(place * width - low) / math.pi)
