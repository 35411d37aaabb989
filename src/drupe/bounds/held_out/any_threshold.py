"""Selective classification at every threshold at once: "don't know" may be drawn afterwards, wherever it looks best."""

import math
from collections.abc import Callable
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.foundation.citations import Citation
from drupe.witness.answered_above import AnsweredAbove
from drupe.witness.assumptions import Assumption


class AnyThreshold(Bound[AnsweredAbove]):
    """P[wrong | confidence > t] ≤ (errors + √(n ln(2/δ) / 2)) / answered, for all thresholds t together.

    The whole curve of error against coverage from one histogram of confidences. Where few shares of answers are
    considered, all fixed beforehand, `Selective` is sharper.

    Notes
    -----
    Why: give a wrong answer the number +confidence and a right one −confidence. With probability 1 − δ the empirical
    distribution of this one number is nowhere off by more than ε = √(ln(2/δ) / (2n)): above t lie the wrong answers, at
    most a share ε more than seen, below −t the right ones, at least all but ε of those seen. Errors over answers grow
    with the first and fall with the second, and their sum is what was answered.

    Assumptions: rule and confidence were fixed without these examples. The threshold needs not.

    Examples
    --------
    >>> round(AnyThreshold().risk(AnsweredAbove(errors=10, answered=5000, n=10_000), delta=0.05), 4)
    0.0292

    References
    ----------
    [Massart90]_, corollary 1, place not checked.
    """

    witness = AnsweredAbove
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FRESH})
    source = Citation("Massart90", "corollary 1")
    rises_with: ClassVar[tuple[str, ...]] = ("errors", "n")
    quantity: ClassVar[str] = "the probability that an answer is wrong, given that there is one,"

    def _risk(self, witness: AnsweredAbove, delta: float) -> float:
        return (witness.errors + math.sqrt(0.5 * witness.n * math.log(2.0 / delta))) / witness.answered

    def worlds(self) -> tuple[World[AnsweredAbove], ...]:
        """Confidence c, uniform, and error a(1 − c); of all thresholds, the one that flatters most."""
        cases = ((0.5, 200), (1.0, 200), (0.5, 1000), (0.9, 9), (0.5, 2))
        return tuple(World(f"most flattering threshold of {n}, error {a} (1 - c)", _flattered(a, n)) for a, n in cases)


def _flattered(a: float, n: int) -> Callable[[np.random.Generator], Outcome[AnsweredAbove]]:
    def draw(rng: np.random.Generator) -> Outcome[AnsweredAbove]:
        confidence = np.sort(rng.random(n))[::-1]
        wrong = np.cumsum(rng.random(n) < a * (1.0 - confidence))
        answered = np.arange(1, n + 1)
        # Above t the mean error is a (1 − t)/2, and t may lie next to the example that is not answered any more.
        risks = 0.5 * a * (1.0 - np.append(confidence[1:], 0.0))
        at = int(np.argmax(answered * risks - wrong))
        return Outcome(AnsweredAbove(int(wrong[at]), at + 1, n), float(risks[at]))

    return draw
