"""What a fit of a spline is made of, on the line or anywhere else: a path over strengths, and a function at one."""

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.budget import require
from drupe.foundation.errors import InputError, ParameterError
from drupe.foundation.progress import Progress
from drupe.grams.lazy import LazyGram
from drupe.grams.owned import owned
from drupe.inputs.base import Inputs, Origin
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.cubic_spline import CubicSpline
from drupe.kernels.linear_spline import LinearSpline
from drupe.kernels.polyharmonic import Polyharmonic
from drupe.kernels.polynomial_frame import PolynomialFrame
from drupe.predictors.free_expansion import FreeExpansion, FreeVariance
from drupe.predictors.line_spline import LineSpline
from drupe.solvers.smoothers.balance import Balance
from drupe.solvers.smoothers.dense_path import DensePath, determined
from drupe.solvers.smoothers.knots import Knots
from drupe.solvers.smoothers.line_path import HIGHEST_ORDER, LinePath

MATRICES = 6
"""Of all pairs of knots, that are held at once."""

LONGEST = 290.0
"""Digits, before or after the point, of a strength on the line that float64 holds with room for its neighbors."""


@dataclass(frozen=True, eq=False)
class Variances:
    """Of the process, and of the noise, for each output."""

    process: Vector
    noise: Vector

    @classmethod
    def of(cls, balance: Balance, interpolating: bool) -> "Variances":
        """σ² / λ and σ²; where nothing is smoothed there is no noise, and the roughness tells of the process."""
        if not interpolating:
            return cls(balance.noise / balance.strength, balance.noise)
        contrasts = balance.total - balance.unpenalized
        process = balance.energy / contrasts if contrasts > 0.0 else np.full(len(balance.energy), np.nan)
        return cls(process, np.zeros(len(process)))


class SplineFit(ABC):
    """One smoothing problem, and the functions that solve it."""

    path: LinePath | DensePath

    def prepare(self, strength: float, progress: Progress | None) -> None:
        """Do at once what a single strength needs."""
        return

    @abstractmethod
    def function(
        self, strength: float, variances: Variances | None, n_jobs: int | None
    ) -> "LineSpline | FreeExpansion":
        """The spline at a strength above zero; without variances it has no error bars."""

    @abstractmethod
    def coefficients(self, strength: float) -> tuple[Matrix, Matrix]:
        """c of the expansion in the kernel, and d of the monomials in the columns as they came."""


class OnTheLine(SplineFit):
    """In O(n) time."""

    path: LinePath

    def __init__(self, order: int, inputs: Vectors, knots: Knots):
        self._names, self._column = inputs.names, inputs.dense()[:, 0]
        self.path = LinePath(order, self._column, knots)
        power = 2 * order - 1
        if not abs(power * math.log10(self.path.unit)) <= LONGEST:
            raise InputError(
                f"X spans {self.path.unit:.1e}, and strengths are in units of its power {power}, which float64 does "
                "not hold; scale X, for example by its range."
            )

    def function(self, strength: float, variances: Variances | None, n_jobs: int | None) -> LineSpline:
        if variances is None:  # they cost nothing here
            variances = Variances.of(self.path.balance(strength), interpolating=strength <= self.path.least)
        path, found = self.path, self.path.solution(strength)
        return LineSpline(
            Vectors(self._column[path.rising][:, None], Origin.new(len(path.rising)), self._names),
            path.unit,
            found.states,
            found.covariances,
            found.crossings,
            found.strength,
            variances.process * strength,
            variances.noise,
        )

    def coefficients(self, strength: float) -> tuple[Matrix, Matrix]:
        path = self.path
        frame = PolynomialFrame(path.order, np.array([path.origin]), np.array([path.unit]))
        return path.coefficients(strength), frame.in_columns(path.free(strength))


class WithKernelMatrix(SplineFit):
    """In O(n³) time, for any kernel that is positive beside polynomials."""

    path: DensePath

    def __init__(self, kernel: Kernel[Any], inputs: Inputs, knots: Knots, budget: int):
        n = len(knots)
        remedy = "fit on fewer examples, or allow a larger cache_size."
        require(8 * MATRICES * n * n, budget, f"a spline through {n} places", remedy)
        self._kernel, self._inputs = kernel, inputs
        self._frame = _frame(kernel, inputs)
        free = self._frame.values(inputs) if isinstance(inputs, Vectors) else np.empty((n, 0))
        self.path = DensePath(owned(LazyGram(kernel, inputs), budget), free, knots)
        if not determined(self.path.triangle):
            raise InputError(
                f"the {free.shape[1]} polynomials that {kernel!r} leaves free are not determined by the examples: at "
                f"least {free.shape[1]} of them have to be in general position, not all on one line, plane or curve of "
                "a lower degree. Drop columns that are constant or combinations of others."
            )

    def prepare(self, strength: float, progress: Progress | None) -> None:
        self.path.factor(strength, progress)

    def function(self, strength: float, variances: Variances | None, n_jobs: int | None) -> FreeExpansion:
        if variances is None:
            bare = self.path.expansion(strength)
            return FreeExpansion(self._kernel, self._inputs, bare.coefficients, self._frame, bare.free, None, n_jobs)
        found = self.path.solution(strength)
        variance = FreeVariance(
            found.root, found.unpenalized, found.images, found.unknown, variances.process, variances.noise
        )
        return FreeExpansion(self._kernel, self._inputs, found.coefficients, self._frame, found.free, variance, n_jobs)

    def coefficients(self, strength: float) -> tuple[Matrix, Matrix]:
        found = self.path.expansion(strength)
        return found.coefficients, self._frame.in_columns(found.free)


def spline_fit(kernel: Kernel[Any], inputs: Inputs, knots: Knots, budget: int) -> SplineFit:
    """The way to a spline that suits the kernel; an InputError if the examples are too few."""
    order = kernel.definiteness.order
    if order is None:
        raise ParameterError(
            f"a smoothing spline needs a kernel that is positive beside polynomials, but {kernel!r} promises nothing."
        )
    places = inputs.take(knots.first) if knots.repeated else inputs
    _require_enough(kernel, order, places, len(knots.place))
    on_line = order_on_line(kernel)
    if on_line is not None and isinstance(places, Vectors):
        # A kernel on the line refuses several columns in its own words.
        kernel.matrix(places.take(np.arange(1)), places.take(np.arange(1)))
        return OnTheLine(on_line, places, knots)
    return WithKernelMatrix(kernel, places, knots, budget)


def order_on_line(kernel: Kernel[Any]) -> int | None:
    """Which derivative on the line the norm of the kernel is made of, if the core knows it."""
    match kernel:
        case LinearSpline():
            return 1
        case CubicSpline():
            return 2
        case Polyharmonic(order, 1) if order <= HIGHEST_ORDER:
            return int(order)
    return None


def _frame(kernel: Kernel[Any], inputs: Inputs) -> PolynomialFrame:
    order = kernel.definiteness.order or 0
    if order or isinstance(inputs, Vectors):
        return PolynomialFrame.around(Vectors.of(inputs), order)
    return PolynomialFrame(0, np.empty(0), np.empty(0))


def _require_enough(kernel: Kernel[Any], order: int, places: Inputs, examples: int) -> None:
    if not order:
        return
    frame = replace(PolynomialFrame.around(Vectors.of(places), 1), order=order)
    needed = frame.count
    if len(places) < needed:
        raise InputError(
            f"{kernel!r} leaves {needed} polynomials free, of degree below {order} in {len(frame.center)} columns: at "
            f"least {needed} examples at different places are needed, got {len(places)} (n_samples = {examples})."
        )
