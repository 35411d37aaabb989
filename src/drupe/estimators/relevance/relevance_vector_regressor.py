"""Relevance vector regression: a sum of few kernel functions, with error bars, and the noise learned."""

import math
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from drupe.estimators.base import Regressor
from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.fitted import Fitted
from drupe.estimators.ranges import Either, OneOf
from drupe.estimators.relevance.relevance_machine import RelevanceMachine, relevant
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError, ParameterError
from drupe.foundation.parameters import Interval
from drupe.foundation.shapes import Outputs, Reals, Wholes
from drupe.kernels.base import Kernel
from drupe.predictors.sparse_gaussian import SparseGaussian
from drupe.solvers.relevance.evidence_climb import RelevanceSolution
from drupe.solvers.relevance.likelihoods import GaussianNoise

LARGEST = 1e150
"""Beyond it squares of targets would not be held by float64."""

LEAST_SHARE = 1e-10
"""Least noise that is learned, as a share of the variance of the targets."""

ROUNDING = 1e-14
"""Least noise that float64 can tell, as a share of the mean square of the targets."""


@declared
class RelevanceVectorRegressor(Regressor, RelevanceMachine):
    """y = Σⱼ wⱼ k(x, zⱼ) + N(0, σ²), wⱼ ~ N(0, θⱼ), with θ and σ² that make the targets most probable.

    Most θⱼ become zero, and their functions go: what is left are the relevance vectors, often a tenth of what a support
    vector machine keeps. There is no C and no tube to choose. The width of the kernel may be chosen by
    `log_evidence_`. The evidence has many summits; this machine finds a high one, and the same one each time.

    Parameters
    ----------
    noise
        σ², in squared units of y; "auto" for the most probable one, not less than 10⁻¹⁰ of the variance of y.

    Attributes
    ----------
    relevance_
        Positions of the relevance vectors in X; among `centers`, if these are given; of columns without a kernel.
    dual_coef_
        Their weights.
    intercept_
        The weight of the constant; 0 if it is not one of the functions, or of no use.
    noise_
        σ².
    variances_
        θ of the functions that are kept; the last may be that of the constant.
    log_evidence_
        ln P(y | θ, σ²).
    kernel_
        The kernel.
    n_iter_
        Looks at all functions.

    Notes
    -----
    Example weights count repetitions. Error bars follow from the functions that were kept: with a kernel that fades
    they are narrow far from all data, where a Gaussian process would doubt.

    Examples
    --------
    >>> X = np.linspace(-3.0, 3.0, 61)[:, None]
    >>> machine = RelevanceVectorRegressor(gamma=0.5, noise=0.01).fit(X, np.exp(-0.5 * X[:, 0] ** 2))
    >>> machine.relevance_.tolist(), machine.dual_coef_.round(2).tolist()
    ([30], [1.0])

    References
    ----------
    [Herbrich02]_, section 3.3 and algorithm 6; [Tipping01]_, section 2; [Tipping03]_, section 4.
    """

    noise: Any = parameter(Either(OneOf("auto"), Interval(0.0, closed_low=False)), default="auto")

    predictor_: Annotated[SparseGaussian, Outputs("targets", "relevance")] = learned()
    solution_: RelevanceSolution = learned()
    relevance_: Annotated[npt.NDArray[np.int32], Wholes("relevance", once=True)] = learned()
    dual_coef_: Annotated[Vector, Reals("relevance")] = learned()
    intercept_: float = learned()
    noise_: float = learned()
    variances_: Annotated[Vector, Reals(None)] = learned()
    log_evidence_: float = learned()
    kernel_: Kernel[Any] = learned()
    n_iter_: int = learned()

    def predict(self, X: Any, return_std: bool = False, noisy: bool = False) -> Any:
        """The mean of f(x), with its standard deviation if asked for; `noisy` for that of a target."""
        new = self._new(X)
        mean = self.predictor_.decision(new)[:, 0]
        return (mean, np.sqrt(self.predictor_.variances(new, noisy)[:, 0])) if return_std else mean

    def _learn(self, sample: Sample) -> Fitted:
        sample = sample.in_double()
        functions = self._functions(sample)
        scale, likelihood = self._likelihood(sample)
        (solution,) = self._climbed(functions, [likelihood])
        found = relevant(functions, [solution], scale, solution.noise * scale**2, self.n_jobs)
        attributes = {
            "relevance_": found.positions.astype(np.int32),
            "dual_coef_": found.coefficients[:, 0],
            "intercept_": float(found.offsets[0]),
            "noise_": solution.noise * scale**2,
            "variances_": solution.variances * scale**2,
            "log_evidence_": solution.log_evidence - float(sample.weights.sum()) * math.log(scale),
            "kernel_": functions.kernel,
            "n_iter_": solution.iterations,
        }
        return Fitted(found.predictor, solution, attributes)

    def _likelihood(self, sample: Sample) -> tuple[float, GaussianNoise]:
        """The root of the mean square of the targets, and what is said of the targets in that unit."""
        largest = float(np.abs(sample.targets).max())
        if largest > LARGEST:
            raise InputError(f"targets may be up to {LARGEST:.0e} in size, got {largest:.1e}; scale y.")
        shares = sample.weights / sample.weights.sum()
        targets = sample.targets / (largest or 1.0)
        scale = float(np.sqrt(shares @ targets**2)) or 1.0
        targets, unit = targets / scale, scale * (largest or 1.0)
        if not isinstance(self.noise, str):
            return unit, GaussianNoise(targets, sample.weights, self._held_noise(unit), learned=False)
        spread = float(shares @ (targets - shares @ targets) ** 2)
        return unit, GaussianNoise(targets, sample.weights, max(LEAST_SHARE * spread, ROUNDING), learned=True)

    def _held_noise(self, unit: float) -> float:
        held = float(self.noise) / unit / unit
        if not ROUNDING <= held < 1.0 / ROUNDING:
            raise ParameterError(
                f"noise={self.noise!r} is {held:.1e} of the mean square of y, beyond what float64 can tell from it; "
                f"choose one between {ROUNDING:.0e} and {1.0 / ROUNDING:.0e} of it, or 'auto'."
            )
        return held
