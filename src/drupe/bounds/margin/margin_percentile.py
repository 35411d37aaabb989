"""The margin percentile bound: a few examples may lie too close."""

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.sphere import Lesson, Sphere
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, positive
from drupe.witness.assumptions import Assumption
from drupe.witness.margins import Margins


@dataclass(frozen=True)
class MarginPercentile(Checked, Bound[Margins]):
    """R ≤ min over k of k/n + √((c/n)(R²/M² log₂² n + ln(1/δ))), M the (k + 1)-th smallest margin.

    Parameters
    ----------
    constant
        c, which the theorem leaves open: the shape is proved, the number is yours.

    Notes
    -----
    k examples lie below M, so that k counts all that fall short of it.

    Examples
    --------
    >>> one_outlier = Margins([0.0] + [1.0] * 999_999, radius=1.0)
    >>> round(MarginPercentile(constant=1.0).risk(one_outlier, delta=0.05), 4)
    0.02

    References
    ----------
    [Cristianini00]_, theorem 4.19.
    """

    witness = Margins
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.BOUNDED_INPUTS})
    source = Citation("Cristianini00", "theorem 4.19")
    rises_with: ClassVar[tuple[str, ...]] = ("radius",)
    falls_with: ClassVar[tuple[str, ...]] = ("margins",)

    constant: float = positive()

    def _risk(self, witness: Margins, delta: float) -> float:
        n, ascending = witness.n, witness.ascending
        positives = ascending > 0.0
        if not positives.any():
            return math.inf
        ratios = np.square(witness.radius / ascending[positives])
        roots = np.sqrt(self.constant / n * (ratios * math.log2(n) ** 2 - math.log(delta)))
        return float((np.flatnonzero(positives) / n + roots).min())

    def worlds(self) -> tuple[World[Margins], ...]:
        """Noisy labels on the circle."""
        return (
            World("a mean direction from noisy labels", lambda rng: sphere_margins(Sphere(2, 5000, 0.1).mean(rng))),
        )


def sphere_margins(lesson: Lesson) -> Outcome[Margins]:
    """The margins of a lesson on the sphere, whose radius is 1."""
    return Outcome(Margins(lesson.margins, radius=1.0), lesson.risk)
