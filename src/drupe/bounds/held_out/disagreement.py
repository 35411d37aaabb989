"""The fitted rule through its shadow: a rule that can be tested, and how often the two differ."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.concentration.binomial_tail import binomial_upper
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, Interval, ranged
from drupe.witness.assumptions import Assumption
from drupe.witness.disagreement import Disagreement
from drupe.witness.held_out import HeldOut


@dataclass(frozen=True)
class HoldOutAndDisagreement(Checked, Bound[Disagreement]):
    """Risk of f ≤ risk of g + P[f ≠ g]: g held out at share·δ/candidates, f ≠ g on unlabelled inputs at (1 − share)·δ.

    The one way to certify the rule fitted on all examples nearly as well as one that left some out; labels are scarce,
    inputs often are not.

    Parameters
    ----------
    share
        Part of δ for the held-out errors, fixed beforehand; None for what `share_for` says of so many inputs.

    Notes
    -----
    Assumptions: the unlabelled inputs took no part in training, nor in the choice of the learner.

    Why the choice costs the held-out part alone: each candidate has its own g, fixed by the examples it was fitted on,
    and the limits of all of them hold together with probability at least 1 − share·δ. Given all labelled examples, the
    choice is made and f and g are fixed: the unlabelled inputs test this one pair, whichever it is.

    Examples
    --------
    >>> seen = Disagreement(HeldOut(errors=10, n=100), differing=20, unlabeled=1000)
    >>> round(HoldOutAndDisagreement().risk(seen, delta=0.05), 4)
    0.2001
    >>> round(HoldOutAndDisagreement(share=0.8).risk(seen, delta=0.05), 4)
    0.2008

    References
    ----------
    [Langford05]_, theorem 3.3, place not checked (both tests); the triangle inequality for zero-one loss.
    """

    share: float | None = ranged(Interval(0.0, 1.0, closed_low=False), None)

    witness: ClassVar[type[Disagreement]] = Disagreement
    subject: ClassVar[Subject] = Subject.FITTED
    assumptions: ClassVar[frozenset[Assumption]] = frozenset({Assumption.INDEPENDENT, Assumption.FRESH})
    source: ClassVar[Citation] = Citation("Langford05", "theorem 3.3")
    weight: ClassVar[float] = 640.0
    rises_with: ClassVar[tuple[str, ...]] = ("differing", "candidates")

    def __post_init__(self) -> None:
        if self.share is not None:
            super().__post_init__()

    def _risk(self, witness: Disagreement, delta: float) -> float:
        tested = witness.held_out
        share = self.share or share_for(witness.unlabeled)
        risk = binomial_upper(tested.errors, tested.n, share * delta / witness.candidates)
        return risk + binomial_upper(witness.differing, witness.unlabeled, (1.0 - share) * delta)

    def worlds(self) -> tuple[World[Disagreement], ...]:
        """Rules that differ only where the tested one is right: the worst case, in which nothing is lost."""
        return (
            World("risk 0.1, difference 0.05", lambda rng: _pair(rng, 0.1, 0.05)),
            World("risk 0.3, no difference", lambda rng: _pair(rng, 0.3, 0.0)),
            World("risk 0.2, difference 0.1, 2000 inputs", lambda rng: _pair(rng, 0.2, 0.1, unlabeled=2000)),
            World("nine inputs", lambda rng: _pair(rng, 0.2, 0.2, unlabeled=9)),
            World("the most flattered of twenty learners", _chosen),
        )


def share_for(unlabeled: int) -> float:
    """Part of δ for the held-out errors: their test is the smaller one, the more so the more inputs there are.

    >>> share_for(1000), share_for(1001)
    (0.9, 0.95)
    """
    return 0.9 if unlabeled <= MANY else 0.95


MANY = 1000
"""Unlabelled inputs from which on their test needs less than a tenth of δ."""


def _pair(rng: np.random.Generator, risk: float, difference: float, unlabeled: int = 500) -> Outcome[Disagreement]:
    tested = HeldOut(int(rng.binomial(100, risk)), 100)
    return Outcome(Disagreement(tested, int(rng.binomial(unlabeled, difference)), unlabeled), risk + difference)


def _chosen(rng: np.random.Generator) -> Outcome[Disagreement]:
    """The one with the fewest held-out errors; its unlabelled inputs come afterwards."""
    errors = int(rng.binomial(100, 0.2, size=20).min())
    return Outcome(Disagreement(HeldOut(errors, 100), int(rng.binomial(500, 0.05)), 500, candidates=20), 0.25)
