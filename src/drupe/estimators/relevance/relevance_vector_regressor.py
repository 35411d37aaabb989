"""Relevance vector regression: a sum of few kernel functions, with error bars, and the noise learned."""

import math
import warnings
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from sklearn.exceptions import ConvergenceWarning

from drupe.estimators.base import Regressor
from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.fitted import Fitted
from drupe.estimators.ranges import Either, OneOf
from drupe.estimators.relevance.relevance_machine import RelevanceMachine, relevant
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Vector
from drupe.foundation.callers import stacklevel_outside
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

HIDDEN = 100.0
"""Times the deviation of the targets that their mean is where it is taken away: √(LEAST_SHARE / ROUNDING)."""

ROUNDINGS = 8.0
"""Units of rounding of the mean up to which targets are all the same."""

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
        σ², in squared units of y; "auto" for the most probable one, not less than 10⁻¹⁰ of the variance of y, nor,
        without `fit_intercept`, than 10⁻¹⁴ of its mean square; a warning tells where the latter is the answer.

    Attributes
    ----------
    relevance_
        Positions of the relevance vectors in X; among `centers`, if these are given; of columns without a kernel.
    dual_coef_
        Their weights.
    intercept_
        The weight of the constant, 0 if it is not one of the functions, or of no use; and the mean, where it was taken
        away.
    noise_
        σ².
    variances_
        θ of the functions that are kept; the last may be that of the constant.
    log_evidence_
        ln P(y | θ, σ²); of y less its mean, where that was taken away.
    kernel_
        The kernel.
    n_iter_
        Looks at all functions.

    Notes
    -----
    Example weights count repetitions. Error bars follow from the functions that were kept, as if no others had been
    possible: they are rather too narrow among the data, and with a kernel that fades also far from all of them, where
    a Gaussian process would doubt.

    With `fit_intercept` the mean of y is taken away first where it is more than a hundred times the deviation of y:
    beside so large a constant float64 would not see the rest.

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
        center, scale, likelihood = self._likelihood(sample)
        (solution,) = self._climbed(functions, [likelihood])
        self._report_floor(likelihood, solution)
        found = relevant(functions, [solution], scale, solution.noise * scale**2, self.n_jobs, center)
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

    def _likelihood(self, sample: Sample) -> tuple[float, float, GaussianNoise]:
        """What is taken from the targets, the root of the mean square of the rest, and what is said in that unit."""
        largest = float(np.abs(sample.targets).max())
        if largest > LARGEST:
            raise InputError(f"targets may be up to {LARGEST:.0e} in size, got {largest:.1e}; scale y.")
        center = self._center(sample)
        targets = sample.targets - center
        if np.abs(targets).max() <= ROUNDINGS * np.finfo(np.float64).eps * abs(center):
            targets = np.zeros(len(targets))
        largest = float(np.abs(targets).max()) or 1.0
        shares, targets = sample.weights / sample.weights.sum(), targets / largest
        scale = float(np.sqrt(shares @ targets**2)) or 1.0
        targets, unit = targets / scale, scale * largest
        if not isinstance(self.noise, str):
            return center, unit, GaussianNoise(targets, sample.weights, self._held_noise(unit), learned=False)
        least = max(LEAST_SHARE * _spread(targets, shares), ROUNDING)
        return center, unit, GaussianNoise(targets, sample.weights, least, learned=True)

    def _center(self, sample: Sample) -> float:
        """The mean of the targets where it hides how they differ, and the constant is one of the functions; else 0."""
        shares = sample.weights / sample.weights.sum()
        mean = float(shares @ sample.targets)
        hidden = self.fit_intercept and mean != 0.0 and HIDDEN**2 * _spread(sample.targets / mean, shares) < 1.0
        return mean if hidden else 0.0

    def _report_floor(self, likelihood: GaussianNoise, solution: RelevanceSolution) -> None:
        """A word where the noise is the least that float64 can tell, and not what the targets say."""
        spread = _spread(likelihood.targets, likelihood.weights / likelihood.weights.sum())
        if likelihood.learned and solution.noise <= ROUNDING and 0.0 < LEAST_SHARE * spread < ROUNDING:
            warnings.warn(
                f"noise_ is {ROUNDING:.0e} of the mean square of y, the least float64 can tell, as y hardly varies "
                "beside its mean; subtract the mean, or let fit_intercept=True do so.",
                ConvergenceWarning,
                stacklevel=stacklevel_outside(),
            )

    def _held_noise(self, unit: float) -> float:
        held = float(self.noise) / unit / unit
        if not ROUNDING <= held < 1.0 / ROUNDING:
            raise ParameterError(
                f"noise={self.noise!r} is {held:.1e} of the mean square of y, beyond what float64 can tell from it; "
                f"choose one between {ROUNDING:.0e} and {1.0 / ROUNDING:.0e} of it, or 'auto'."
            )
        return held


def _spread(targets: Vector, shares: Vector) -> float:
    """Their variance."""
    return float(shares @ (targets - shares @ targets) ** 2)
