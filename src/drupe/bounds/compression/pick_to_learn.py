"""Pick to learn: a learner that takes in only the examples it gets wrong, and so compresses the sample."""

from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.compression.preferent import change_probability
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.picked import Picked


class PickToLearn(Bound[Picked]):
    """Risk ≤ ε(picked + mistakes) of preferent compression, at δ over the number of stops considered.

    For a fixed number of picks, taking away examples that are neither picked nor mistaken changes neither: each pick
    was the worst of all that were left, and stays so among fewer.

    Examples
    --------
    >>> round(PickToLearn().risk(Picked(picked=12, mistakes=8, n=200), delta=0.05), 4)
    0.1721

    References
    ----------
    [Paccagnan23]_, section 4, place not checked (all examples right at the end); [Campi23]_, section 3, place not
    checked.
    """

    witness = Picked
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.COMPRESSION})
    source = Citation("Paccagnan23", "section 4")
    rises_with: ClassVar[tuple[str, ...]] = ("picked", "mistakes", "stops")

    def _risk(self, witness: Picked, delta: float) -> float:
        return change_probability(witness.kept, witness.n, delta / witness.stops)

    def worlds(self) -> tuple[World[Picked], ...]:
        """A rule that picks nothing under noise, and one that picks the largest number."""
        return (
            World("no picks, labels flipped with probability 0.2", _constant),
            World("pick the largest number until all are covered", _covering),
        )


def _constant(rng: np.random.Generator) -> Outcome[Picked]:
    return Outcome(Picked(0, int(rng.binomial(100, 0.2)), 100), 0.2)


def _covering(rng: np.random.Generator) -> Outcome[Picked]:
    """The rule accepts what is no larger than its pick; the worst example is the largest."""
    return Outcome(Picked(1, 0, 50), 1.0 - float(rng.random(50).max()))
