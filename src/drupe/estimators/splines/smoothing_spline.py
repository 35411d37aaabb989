"""Smoothing splines: least squares with a price on roughness, on the line, in the plane and beyond."""

import math
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.fitted import Fitted
from drupe.estimators.many_targets import ManyTargets, as_columns
from drupe.estimators.ranges import NOTHING, TRUTH, Callable_, Either, OneOf
from drupe.estimators.regularized.leave_one_out import LeaveOneOut
from drupe.estimators.run_parameters import RunParameters
from drupe.estimators.sample import Sample
from drupe.estimators.splines.spline_choice import WORDS, SplineChoice
from drupe.estimators.splines.spline_fit import SplineFit, Variances, order_on_line, spline_fit
from drupe.estimators.splines.strength_choice import STRENGTH, chosen_strength
from drupe.estimators.warnings import FitWarning
from drupe.estimators.watch import Watch
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.budget import MEGABYTE
from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.parameters import Interval
from drupe.foundation.shapes import OneOrMany, Outputs, Sometimes, Together, Wholes
from drupe.foundation.threads import threads_for_matrix
from drupe.kernels.base import Kernel
from drupe.kernels.polyharmonic import HIGHEST_ORDER
from drupe.predictors.free_expansion import FreeExpansion
from drupe.predictors.line_spline import LineSpline
from drupe.solvers.smoothers.balance import Balance
from drupe.solvers.smoothers.knots import Knots
from drupe.solvers.smoothers.strength_search import StrengthChoice


@dataclass(frozen=True, eq=False)
class SplineSolution:
    """How a spline was found.

    Parameters
    ----------
    balance
        Residuals, roughness and freedom at the strength of the fit; None if nobody asked.
    choice
        How that strength was chosen; None if it was given.
    """

    balance: Balance | None
    choice: StrengthChoice | None


MISSED = 1e-6
"""Part of the largest target by which a spline that should go through all targets may miss one."""

SCORED = ("degrees_of_freedom_", "noise_", "log_evidence_", "gcv_", "leave_one_out_")
"""Attributes that not every fit has."""


@dataclass(frozen=True, eq=False)
class Scores:
    """What is known of a spline beside itself; nothing, if nobody asked."""

    balance: Balance | None = None
    variances: Variances | None = None
    attributes: Mapping[str, Any] = field(default_factory=dict)


@declared
class SmoothingSpline(RunParameters, ManyTargets):
    """min Σᵢ wᵢ (yᵢ − f(xᵢ))² + strength · J(f), J(f) the integral of squared derivatives of f.

    A function that follows the data as closely as its roughness J is worth. Polynomials of low degree have none and are
    free; with a growing strength f becomes the one of least squares. On the line f is a piecewise polynomial with knots
    at the data, in the plane a thin plate. It is also the mean of a Gaussian process, flat in the polynomials, so that
    it has error bars, and an evidence by which the strength can be chosen.

    Parameters
    ----------
    kernel
        "cubic": J = ∫f″², one column. "linear": J = ∫f′², one column. "thin_plate": all second derivatives, up to three
        columns. "polyharmonic": all derivatives of some `order`. None for second derivatives, and r² log r beyond three
        columns. Or a kernel of drupe that is positive beside polynomials, whose norm is then J.
    order
        Of "polyharmonic": the derivatives that are penalized, more than half the number of columns.
    strength
        The price of roughness, zero or more; zero is the limit of interpolation. "gcv" chooses it by generalized
        cross-validation, "loo" by examples left out, "evidence" by the restricted likelihood. The first two take the
        end where every target is met only if it is four times better than the best minimum before. Where a polynomial
        goes through all examples there is nothing to choose, and it is zero.
    error_bars
        Whether to find the degrees of freedom and with them the noise, the error bars and the scores of examples left
        out. Without them a fit with a kernel matrix and a given strength takes half the time; elsewhere they are free.
    cache_size
        Memory in MB that kernel matrices may take; splines on the line need none.

    Attributes
    ----------
    strength_, kernel_
        The strength and the kernel of the fit.
    degrees_of_freedom_
        Trace of the matrix that turns targets into outputs.
    noise_
        Variance of the noise of each target: the weighted sum of squared residuals over what is left of the degrees of
        freedom; 0 where nothing is smoothed, NaN where nothing is left.
    log_evidence_
        ln P(y) with a flat prior on the polynomials, summed over the targets.
    gcv_
        The score of generalized cross-validation; infinite where nothing is left.
    leave_one_out_
        Residuals and predictions of examples left out, if something is smoothed and all others determine a spline.
    dual_coef_
        c of f = Σᵢ cᵢ k(xᵢ, ·) + polynomial, in the shape of y, for the examples of `support_`.
    polynomial_coef_
        Coefficients of 1, x₁, x₂, ..., x₁², x₁x₂, ...: all monomials that cost nothing, in the units of X.
    support_
        Positions of the examples at different places; of several at one place the first.
    solution_
        How it was found.

    Notes
    -----
    Examples at one place count as one, at their weighted mean. Complexity: on the line, for derivatives up to the
    fourth, O(n) time for each strength that is looked at, about forty. Else O(n³) time and O(n²) memory, once for all
    strengths, and ten times faster for a given one.

    `strength` is n times the λ of [Mukherjee04]_. It equals `lam` of scipy's `make_smoothing_spline`, whose choice it
    also makes if the weights sum to n and that choice is below n, where scipy ends its search; and `smoothing` / 8π of
    scipy's `RBFInterpolator` in the plane.

    Examples
    --------
    >>> spline = SmoothingSpline("cubic", strength=0.3).fit([[0.0], [1.0], [2.0]], [0.0, 1.0, 0.0])
    >>> spline.predict([[0.0], [1.0], [2.0]]).round(6).tolist(), spline.dual_coef_.round(6).tolist()
    ([0.243243, 0.513514, 0.243243], [-0.810811, 1.621622, -0.810811])

    References
    ----------
    [Mukherjee04]_, section 5.4; [Wahba90]_, chapters 1, 2 and 4; [Wahba83]_, section 2.
    """

    kernel: Any = parameter(Either(NOTHING, OneOf(*WORDS), Callable_()), default=None, kw_only=False)
    order: int = parameter(Interval(1, HIGHEST_ORDER, whole=True, closed_high=True), default=2)
    strength: Any = parameter(STRENGTH, default="gcv")
    error_bars: bool = parameter(TRUTH, default=True)
    cache_size: float = 4096

    predictor_: Annotated[LineSpline | FreeExpansion, Outputs("targets", "support")] = learned()
    solution_: SplineSolution = learned()
    kernel_: Kernel[Any] = learned()
    strength_: float = learned()
    degrees_of_freedom_: Annotated[float, Together()] = learned()
    noise_: Annotated[float | Vector, Together()] = learned()
    log_evidence_: Annotated[float, Together()] = learned()
    gcv_: Annotated[float, Together()] = learned()
    leave_one_out_: Annotated[LeaveOneOut, Sometimes()] = learned()
    polynomial_coef_: Annotated[Matrix, OneOrMany("polynomials", "targets")] = learned()
    support_: Annotated[npt.NDArray[np.int32], Wholes("support", below="examples")] = learned()

    def predict(self, X: Any, return_std: bool = False, noisy: bool = False) -> Any:
        """f(x), with its standard deviation if asked for; `noisy` for that of a target of weight one."""
        new = self._new(X)
        mean = self._shaped(self.predictor_.decision(new))
        if not return_std:
            return mean
        return mean, self._shaped(np.sqrt(self.predictor_.variances(new, noisy)))

    def _kernel_choice(self) -> SplineChoice:
        return SplineChoice(self.kernel, order=self.order)

    def _kernel(self, sample: Sample) -> Kernel[Any]:
        kernel = self._kernel_choice().on(sample.inputs, sample.weights, sample.came)
        # On the line there is neither a matrix to warn of nor a second column to compare with the first.
        return kernel if order_on_line(kernel) is not None else super()._kernel(sample)

    def _learn(self, sample: Sample) -> Fitted:
        sample = sample.in_double()
        kernel = self._kernel(sample)
        knots = Knots.of(sample.inputs, as_columns(sample.targets), sample.weights)
        with threads_for_matrix(len(knots)), self._watch() as watch:
            fit = spline_fit(kernel, sample.inputs, knots, int(self.cache_size * MEGABYTE))
            choice = self._chosen(fit, watch)
            strength = _given(self.strength) if choice is None else choice.strength
            if choice is None:
                fit.prepare(max(strength, fit.path.least), watch.progress)
            expansion = _expansion(sample, fit, strength)
            told = _scores(sample, fit, strength) if self.error_bars or choice is not None else Scores()
            function = fit.function(max(strength, fit.path.least), told.variances, self.n_jobs)
        if strength <= fit.path.least:
            _warn_of_means(knots)
            _warn_of_rounding(fit.path.left_over, kernel)
        for name in SCORED:
            self.__dict__.pop(name, None)
        attributes = {"kernel_": kernel, **expansion, **told.attributes}
        return Fitted(function, SplineSolution(told.balance, choice), attributes)

    def _chosen(self, fit: SplineFit, watch: Watch) -> StrengthChoice | None:
        """The strength that the data choose, if they are asked and have a choice."""
        if len(fit.path.knots) <= fit.path.unpenalized:
            return None
        return chosen_strength(self.strength, fit.path, watch, type(self).__name__)


def _given(strength: Any) -> float:
    """A strength that is not chosen: the number, or 0 where a polynomial goes through all examples at any strength."""
    return 0.0 if isinstance(strength, str) else float(strength)


def _expansion(sample: Sample, fit: SplineFit, strength: float) -> dict[str, Any]:
    coefficients, polynomial = fit.coefficients(max(strength, fit.path.least))
    flat = sample.targets.ndim == 1
    return {
        "strength_": strength,
        "dual_coef_": coefficients[:, 0] if flat else coefficients,
        "polynomial_coef_": polynomial[:, 0] if flat else polynomial,
        "support_": sample.positions[fit.path.knots.first].astype(np.int32),
    }


def _scores(sample: Sample, fit: SplineFit, strength: float) -> Scores:
    flat, interpolating = sample.targets.ndim == 1, strength <= fit.path.least
    balance = fit.path.balance(max(strength, fit.path.least))
    variances = Variances.of(balance, interpolating)
    attributes: dict[str, Any] = {
        "degrees_of_freedom_": balance.freedom,
        "noise_": float(variances.noise[0]) if flat else variances.noise,
        "log_evidence_": balance.log_evidence,
        "gcv_": math.inf if interpolating else balance.gcv,
    }
    if not interpolating:
        missed = fit.path.missed(strength)
        if np.isfinite(missed).all():
            attributes["leave_one_out_"] = LeaveOneOut(sample.targets, missed[:, 0] if flat else missed)
    return Scores(balance, variances, attributes)


def _warn_of_rounding(left_over: float, kernel: Kernel[Any]) -> None:
    if left_over > MISSED:
        warnings.warn(
            f"no function of {kernel!r} goes through all targets, as far as rounding tells: the one of least squares "
            f"misses them by up to {left_over:.0e} of the largest. Take a strength above zero, or a rougher kernel.",
            FitWarning,
            stacklevel=stacklevel_outside(),
        )


def _warn_of_means(knots: Knots) -> None:
    if np.any(knots.within > 0.0):
        warnings.warn(
            "examples at one place have different targets, which no function takes all: with strength=0 the spline "
            "goes through their weighted means. Take a strength above zero to smooth elsewhere, too.",
            FitWarning,
            stacklevel=stacklevel_outside(),
        )
