"""From a mistake bound to a risk bound: the mistakes are a compression of the sample."""

import math
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.corners import Corners
from drupe.bounds.worlds.sphere import Sphere
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.mistakes import Mistakes


class MistakeDriven(Bound[Mistakes]):
    """R ≤ (2/n)(M(1 + ln n) + ln n + ln(1/δ)), of a learner that is right on all examples after M ≤ n/2 mistakes.

    For a perceptron M is at most (R/γ)², with γ the margin that a hard margin machine finds on the same sample: the
    perceptron is certified by the margin of the other.

    Examples
    --------
    >>> round(MistakeDriven().risk(Mistakes(mistakes=50, n=1000), delta=0.05), 7)
    0.8105825

    References
    ----------
    [Graepel02]_, theorem 41; [Herbrich02]_, theorem 5.23, eq. 5.17.
    """

    witness = Mistakes
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.CONSISTENT})
    source = Citation("Graepel02", "theorem 41")
    rises_with: ClassVar[tuple[str, ...]] = ("mistakes",)

    def _risk(self, witness: Mistakes, delta: float) -> float:
        return math.inf if 2 * witness.mistakes > witness.n else mistake_formula(witness.mistakes, witness.n, delta)

    def worlds(self) -> tuple[World[Mistakes], ...]:
        """Perceptrons on the circle and on corners."""
        return (
            World("perceptron on the circle", _circle),
            World("corners, some of them rare", lambda rng: _corners(rng, Corners(10, 1000, 0.002))),
        )


def mistake_formula(mistakes: float, n: int, delta: float) -> float:
    """(2/n)(M(1 + ln n) + ln n + ln(1/δ)).

    >>> round(mistake_formula(25, 1000, 0.05), 5)
    0.41519
    """
    return 2.0 / n * (mistakes * (1.0 + math.log(n)) + math.log(n) - math.log(delta))


def _circle(rng: np.random.Generator) -> Outcome[Mistakes]:
    lesson = Sphere(2, 200).perceptron(rng)
    # A perceptron that gave up is not right on all examples: count it as too many mistakes.
    return Outcome(Mistakes(len(lesson.mistakes) if lesson.errors == 0 else 200, 200), lesson.risk)


def _corners(rng: np.random.Generator, corners: Corners) -> Outcome[Mistakes]:
    visit = corners.visit(rng)
    return Outcome(Mistakes(visit.seen, corners.n), visit.risk)
