"""The Parzen density: a window around each example, and their mean."""

from typing import Annotated, Any, Self

import numpy as np
from sklearn.base import DensityMixin

from drupe.estimators.base import Machine
from drupe.estimators.declaration import constant, declared, learned
from drupe.estimators.fitted import Fitted
from drupe.estimators.kernel_parameters import KernelFirst
from drupe.estimators.run_parameters import ThreadParameters
from drupe.estimators.sample import Sample
from drupe.estimators.warnings_before_fit import look_ahead
from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputTypeError
from drupe.foundation.shapes import Outputs
from drupe.inputs.vectors import Vectors
from drupe.kernels.radial_density import RadialDensity
from drupe.predictors.expansion import Expansion
from drupe.predictors.windows import Windows


@declared
class ParzenDensity(DensityMixin, ThreadParameters, KernelFirst, Machine):  # type: ignore[misc]
    """p(x) = (1/n) Σᵢ k(x, xᵢ) / ∫ k(x, z) dz.

    With the windows that drupe's kernels are: Gaussian, Epanechnikov, Uniform and, on one column, Cauchy. Weights count
    examples. A Gaussian is summed in logarithms, so that far tails have a density.

    Parameters
    ----------
    kernel
        A kernel that knows its integral over the space, such as Gaussian(width), or "rbf".
    gamma
        Factor of "rbf", as in scikit-learn's SVC.

    Attributes
    ----------
    mass_, total_weight_
        The integral of one window, and how many windows there are.

    Examples
    --------
    >>> from drupe.kernels import Uniform
    >>> ParzenDensity(Uniform(2.0)).fit([[0.0], [1.0]]).density([[0.0], [2.5], [9.0]]).tolist()
    [0.25, 0.125, 0.0]

    References
    ----------
    [Graepel02]_, section 2.2.3 and definition 31, with the factor 1/Dⁿ in n dimensions.
    """

    degree: int = constant(3)
    coef0: float = constant(0.0)

    predictor_: Annotated[Windows, Outputs(1)] = learned()
    solution_: None = learned()
    mass_: float = learned()
    total_weight_: float = learned()

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Remember the examples; `y` is not looked at."""
        return self._fit(X, None, sample_weight)

    def density(self, X: Any) -> Vector:
        """p(x) at each example."""
        return self._outputs(X)[:, 0] / self._norm

    def score_samples(self, X: Any) -> Vector:
        """log p(x) at each example; −∞ where no window reaches."""
        new, windows = self._new(X), self.predictor_
        assert isinstance(windows, Windows)
        return np.asarray(windows.logarithms(new)[:, 0] - np.log(self._norm))

    def score(self, X: Any, y: Any = None) -> float:
        """Σ log p(x) over the examples."""
        return float(self.score_samples(X).sum())

    @property
    def _norm(self) -> float:
        return float(self.mass_ * self.total_weight_)

    def _learn(self, sample: Sample) -> Fitted:
        kernel = self._kernel_choice().on(sample.inputs, sample.weights, sample.came)
        if not isinstance(kernel, RadialDensity) or not isinstance(sample.inputs, Vectors):
            raise InputTypeError(
                f"a density needs vectors and a kernel whose integral is known (Gaussian, Epanechnikov, Uniform, or "
                f"Cauchy on one column), got {type(kernel).__name__} on {type(sample.inputs).__name__}."
            )
        look_ahead(kernel, sample.inputs, self)
        sums = Expansion(kernel, sample.inputs, sample.weights[:, None].copy(), np.zeros(1), self.n_jobs)
        mass = kernel.mass(sample.inputs.dimension)
        return Fitted(Windows(sums), None, {"mass_": mass, "total_weight_": float(sample.weights.sum())})
