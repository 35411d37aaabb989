"""Inputs without a preferred direction, labeled by a hyperplane: the angle to it is the error of a learned one."""

from dataclasses import dataclass

import numpy as np

from drupe.bounds.complexity.angles import disagreement
from drupe.foundation.arrays import Index, Matrix, Vector

STEPS = 300
"""Updates after which a perceptron gives up."""


@dataclass(frozen=True, eq=False)
class Lesson:
    """A sample from the sphere and the hyperplane that was learned from it.

    Parameters
    ----------
    x
        Inputs of length 1, in rows.
    signs
        Their labels.
    w
        The hyperplane, of length 1.
    mistakes
        Positions at which a perceptron changed it, in order; empty for other learners.
    risk
        Its exact error rate.
    """

    x: Matrix
    signs: Vector
    w: Vector
    mistakes: Index
    risk: float

    @property
    def margins(self) -> Vector:
        """yᵢ⟨w, xᵢ⟩."""
        return np.asarray(np.clip(self.signs * (self.x @ self.w), -1.0, 1.0))

    @property
    def errors(self) -> int:
        """Mistakes in training."""
        return int((self.margins <= 0.0).sum())


@dataclass(frozen=True)
class Sphere:
    """Inputs spread evenly over the unit sphere, the label is the side of a hidden hyperplane.

    Parameters
    ----------
    dimension
        Of the space.
    n
        Number of examples.
    noise
        Share of labels that are turned over.

    Examples
    --------
    >>> lesson = Sphere(dimension=2, n=10).perceptron(np.random.default_rng(0))
    >>> lesson.errors, lesson.risk < 0.5
    (0, True)

    References
    ----------
    [Graepel02]_, lemma 25.
    """

    dimension: int
    n: int
    noise: float = 0.0

    def perceptron(self, rng: np.random.Generator) -> Lesson:
        """A perceptron that always turns to the example that is worst off, until none is wrong."""
        x, signs, teacher = self._sample(rng)
        w, mistakes = np.zeros(self.dimension), []
        for _ in range(STEPS):
            margins = signs * (x @ w)
            worst = int(margins.argmin())
            if margins[worst] > 0.0:
                break
            mistakes.append(worst)
            w = w + signs[worst] * x[worst]
        return self._lesson(x, signs, w, teacher, mistakes)

    def mean(self, rng: np.random.Generator) -> Lesson:
        """The direction from the mean of one class to that of the other."""
        x, signs, teacher = self._sample(rng)
        return self._lesson(x, signs, signs @ x, teacher, [])

    def _sample(self, rng: np.random.Generator) -> tuple[Matrix, Vector, Vector]:
        teacher = rng.standard_normal(self.dimension)
        x = rng.standard_normal((self.n, self.dimension))
        x /= np.linalg.norm(x, axis=1, keepdims=True)
        turned = np.where(rng.random(self.n) < self.noise, -1.0, 1.0)
        return x, turned * np.where(x @ teacher >= 0.0, 1.0, -1.0), teacher

    def _lesson(self, x: Matrix, signs: Vector, w: Vector, teacher: Vector, mistakes: list[int]) -> Lesson:
        risk = self.noise + (1.0 - 2.0 * self.noise) * disagreement(w, teacher)
        return Lesson(x, signs, w / np.linalg.norm(w), np.array(mistakes, dtype=np.int64), risk)
