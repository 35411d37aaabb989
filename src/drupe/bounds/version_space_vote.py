"""PAC-Bayes for the vote of version space: it errs only where at least half of the rules do."""

import math
from typing import ClassVar

import numpy as np

from drupe.bounds.assumptions import Assumption
from drupe.bounds.base import Bound
from drupe.bounds.subject import Subject
from drupe.bounds.version_space_gibbs import EXAMPLES, estimates, mean_risk, walls
from drupe.bounds.world import Outcome, World
from drupe.foundation.citations import Citation
from drupe.witness.volume import EstimatedVolume


class VersionSpaceVote(Bound[EstimatedVolume]):
    """R ≤ 2 (1 − (δ P(U))^(1/n)), of the vote of all rules of the prior that make no mistake on n examples.

    Two classes. Samples approximate this vote; the bound does not certify that theirs is the same.

    Examples
    --------
    >>> seen = EstimatedVolume([math.log(0.01)] * 9, n=100)
    >>> round(VersionSpaceVote().risk(seen, delta=0.05), 4)
    0.1592

    References
    ----------
    [Herbrich02]_, lemma 5.3 and theorem 5.4; [Graepel02]_, lemma 4.
    """

    witness = EstimatedVolume
    subject = Subject.VOTE
    rule: ClassVar[str] = "the vote of all of version space"
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.PRIOR, Assumption.CONSISTENT})
    source = Citation("Herbrich02", "theorem 5.4")
    falls_with: ClassVar[tuple[str, ...]] = ("logarithms",)

    def _risk(self, witness: EstimatedVolume, delta: float) -> float:
        return 2.0 * mean_risk(witness, delta)

    def worlds(self) -> tuple[World[EstimatedVolume], ...]:
        """Directions in the plane: the vote is the middle of an arc."""
        return (World("version space on the circle", _middle),)


def _middle(rng: np.random.Generator) -> Outcome[EstimatedVolume]:
    low, high = walls(rng)
    volume = EstimatedVolume(estimates(rng, (low + high) / (2.0 * math.pi)), EXAMPLES)
    return Outcome(volume, 0.5 * abs(high - low) / math.pi)
