"""The fitted rule through its shadow: a rule that can be tested, and how often the two differ."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from drupe.bounds.assumptions import Assumption
from drupe.bounds.base import Bound
from drupe.bounds.concentration.binomial_tail import binomial_upper
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, Interval, ranged
from drupe.witness.disagreement import Disagreement
from drupe.witness.held_out import HeldOut


@dataclass(frozen=True)
class HoldOutAndDisagreement(Checked, Bound[Disagreement]):
    """Risk of f ≤ risk of g + P[f ≠ g]: g held out at share·δ, the difference on unlabelled inputs at the rest of δ.

    The one way to certify the rule fitted on all examples nearly as well as one that left some out; labels are scarce,
    inputs often are not.

    Parameters
    ----------
    share
        Part of δ for the held-out errors, fixed beforehand.

    Notes
    -----
    Assumptions: the unlabelled inputs took no part in training.

    Examples
    --------
    >>> seen = Disagreement(HeldOut(errors=10, n=100), differing=20, unlabeled=1000)
    >>> round(HoldOutAndDisagreement().risk(seen, delta=0.05), 4)
    0.2008

    References
    ----------
    [Langford05]_, theorem 3.3 (both tests); the triangle inequality for zero-one loss.
    """

    share: float = ranged(Interval(0.0, 1.0, closed_low=False), 0.8)

    witness: ClassVar[type[Disagreement]] = Disagreement
    subject: ClassVar[Subject] = Subject.FITTED
    assumptions: ClassVar[frozenset[Assumption]] = frozenset({Assumption.INDEPENDENT, Assumption.FRESH})
    source: ClassVar[Citation] = Citation("Langford05", "theorem 3.3")
    rises_with: ClassVar[tuple[str, ...]] = ("differing",)

    def _risk(self, witness: Disagreement, delta: float) -> float:
        tested = witness.held_out
        risk = binomial_upper(tested.errors, tested.n, self.share * delta)
        return risk + binomial_upper(witness.differing, witness.unlabeled, (1.0 - self.share) * delta)

    def worlds(self) -> tuple[World[Disagreement], ...]:
        """Rules that differ only where the tested one is right: the worst case, in which nothing is lost."""
        return (
            World("risk 0.1, difference 0.05", lambda rng: _pair(rng, 0.1, 0.05)),
            World("risk 0.3, no difference", lambda rng: _pair(rng, 0.3, 0.0)),
        )


def _pair(rng: np.random.Generator, risk: float, difference: float) -> Outcome[Disagreement]:
    tested = HeldOut(int(rng.binomial(100, risk)), 100)
    return Outcome(Disagreement(tested, int(rng.binomial(500, difference)), 500), risk + difference)
