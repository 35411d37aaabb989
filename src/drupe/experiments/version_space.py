"""What classifiers drawn from version space are like: their errors in a test, their margins, and their mean."""

from dataclasses import dataclass

import numpy as np

from drupe.estimators.margin.hard_margin_svc import HardMarginSVC
from drupe.experiments.split import Split
from drupe.foundation.arrays import Vector
from drupe.grams.dense import DenseGram
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.polynomial import Polynomial
from drupe.solvers.samplers.base import Sampler
from drupe.solvers.samplers.gibbs import Gibbs

EVERY_TENTH = Gibbs(thin=10)
"""The sampler of the source: ten steps for each classifier that is kept."""


@dataclass(frozen=True, eq=False)
class Population:
    """Classifiers from all of version space.

    Parameters
    ----------
    errors
        Test error of each.
    margins
        min over examples of y ⟨w, φ(x)⟩ / ‖w‖ ‖φ(x)‖ for each.
    center
        Test error of their mean, the Bayes point.
    """

    errors: Vector
    margins: Vector
    center: float

    def rank(self, error: float) -> float:
        """Share of the classifiers that err less often than this; those that err as often count half."""
        return float(np.mean(self.errors < error) + 0.5 * np.mean(self.errors == error))


def population(data: Split, degree: int, samples: int, seed: int = 0, sampler: Sampler = EVERY_TENTH) -> Population:
    """Draw with (⟨x, z⟩ + 1)^degree; inputs at length one in feature space change no version space."""
    kernel = Polynomial(degree, 1.0).normalized()
    signs, test_signs = two_signs(data)
    drawn = sampler.sample(DenseGram(kernel(data.X)), signs, samples, np.random.default_rng(seed))
    outputs = drawn.coefficients @ kernel(data.X, data.X_test)
    return Population(
        errors=np.mean(outputs * test_signs <= 0.0, axis=1),
        margins=np.min(drawn.outputs * signs, axis=1),
        center=float(np.mean(outputs.mean(axis=0) * test_signs <= 0.0)),
    )


def margin_machine(data: Split, kernel: Kernel[Vectors]) -> HardMarginSVC:
    """The support vector machine: the center of the largest ball in version space."""
    return HardMarginSVC(kernel, fit_intercept=False).fit(data.X, data.y)


def two_signs(data: Split) -> tuple[Vector, Vector]:
    """+1 for the larger label, -1 for the other, in training and test."""
    larger = data.y.max()
    return np.where(data.y == larger, 1.0, -1.0), np.where(data.y_test == larger, 1.0, -1.0)
