"""The PAC-Bayesian margin bound: a large normalized margin leaves room for many hyperplanes; printed, and exact."""

import math
from typing import ClassVar

from drupe.bounds.base import Bound
from drupe.bounds.complexity.cap_volume import cap_information, opening
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.sphere import Lesson, Sphere
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.normalized_margins import NormalizedMargins


class PacBayesMargin(Bound[NormalizedMargins]):
    """R ≤ (2/n)(d ln(1/(1 − √(1 − Γ²))) + 2 ln n + ln(1/δ) + 2), Γ > 0 the smallest normalized margin, d ≤ n.

    Of the support of the inputs nothing is assumed. Where d = n, it says something for Γ > 0.9193 only.

    Examples
    --------
    >>> round(PacBayesMargin().risk(NormalizedMargins([0.5] * 1000, dimension=10), delta=0.05), 7)
    0.0778246

    References
    ----------
    [Graepel02]_, theorem 29; [Herbrich02]_, theorem 5.10, eq. 5.12.
    """

    witness = NormalizedMargins
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL})
    source = Citation("Graepel02", "theorem 29")
    rises_with: ClassVar[tuple[str, ...]] = ("dimension",)
    falls_with: ClassVar[tuple[str, ...]] = ("margins",)

    def _risk(self, witness: NormalizedMargins, delta: float) -> float:
        if witness.smallest <= 0.0:
            return math.inf
        n = witness.n
        volume = -witness.effective_dimension * math.log(opening(witness.smallest))
        return 2.0 / n * (volume + 2.0 * math.log(n) - math.log(delta) + 2.0)

    def worlds(self) -> tuple[World[NormalizedMargins], ...]:
        """Perceptrons on spheres."""
        return sphere_worlds()


def sphere_worlds() -> tuple[World[NormalizedMargins], ...]:
    """Perceptrons on few examples of the circle and of three dimensions, and a direction from many."""
    return (
        World("perceptron on the circle", lambda rng: normalized(Sphere(2, 60).perceptron(rng))),
        World("perceptron in three dimensions", lambda rng: normalized(Sphere(3, 40).perceptron(rng))),
        World("mean direction on the circle", lambda rng: normalized(Sphere(2, 400).mean(rng))),
    )


def normalized(lesson: Lesson) -> Outcome[NormalizedMargins]:
    """The normalized margins of a lesson on the sphere."""
    return Outcome(NormalizedMargins(lesson.margins, dimension=len(lesson.w)), lesson.risk)


class PacBayesMarginExact(Bound[NormalizedMargins]):
    """R ≤ (2/n)(−ln(½ I(Γ²; (d − 1)/2, ½)) + 2 ln n + ln(1/δ) + 1), I the regularized incomplete beta function.

    The same theorem as with the simpler limit of the volume, and much less where the dimension is large.

    Examples
    --------
    >>> round(PacBayesMarginExact().risk(NormalizedMargins([0.95] * 1000, dimension=1000), delta=0.05), 4)
    0.1445

    References
    ----------
    [Graepel02]_, theorems 28 and 54.
    """

    witness = NormalizedMargins
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL})
    source = Citation("Graepel02", "theorem 28")
    rises_with: ClassVar[tuple[str, ...]] = ("dimension",)
    falls_with: ClassVar[tuple[str, ...]] = ("margins",)

    def _risk(self, witness: NormalizedMargins, delta: float) -> float:
        n = witness.n
        volume = cap_information(witness.smallest, witness.effective_dimension)
        return 2.0 / n * (volume + 2.0 * math.log(n) - math.log(delta) + 1.0)

    def worlds(self) -> tuple[World[NormalizedMargins], ...]:
        """Perceptrons on spheres."""
        return sphere_worlds()
