"""Newton's method: roots and minima of functions with slopes, in few steps near them."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import ConvergenceError
from drupe.foundation.halving import Reached, downhill
from drupe.foundation.parameters import Checked, nonnegative, whole
from drupe.solvers.solution import Stop

ROUNDINGS = 4.0
"""Units of rounding of a point, within which it moves no more."""

ROUNDING = 1e-12
"""Share of a value that may be rounding."""

Function = Callable[[float], float]


def newton_length(at: Function, value: float, slope: float, lessens: Callable[[float], bool]) -> Reached | None:
    """How much of a Newton step to go, 1, ½, ¼, ...: the descent check of all Newton methods here; None for nothing.

    Rounding hides the last descent. Then a step is as good as the slopes that it leads to.

    Parameters
    ----------
    at
        The value after this share of the step.
    value
        The value at its beginning.
    slope
        That of `at` at zero, not above it.
    lessens
        Whether this share of the step makes slopes smaller; asked only where rounding hides what becomes of the value.

    Examples
    --------
    >>> newton_length(lambda t: (1.0 - 3.0 * t) ** 2, value=1.0, slope=-6.0, lessens=lambda t: True)
    Reached(length=0.5, value=0.25)
    """
    slack = ROUNDING * (1.0 + abs(value))
    reached = downhill(at, value + slack, slope)
    if reached is None or (reached.value >= value - slack and not lessens(reached.length)):
        return None
    return reached


@dataclass(frozen=True)
class Root:
    """Where a function is zero.

    Parameters
    ----------
    point
        x.
    residual
        f(x).
    steps
        How many were gone.
    stop
        Why the run ended.
    """

    point: float
    residual: float
    steps: int
    stop: Stop

    @property
    def converged(self) -> bool:
        """Whether the residual is within the tolerance, or as small as float64 allows near x."""
        return self.stop is Stop.CONVERGED


@dataclass(frozen=True)
class NewtonRoot(Checked):
    """x ← x − f(x) / f′(x): the root of the tangent, again and again.

    Near a root with a slope the number of right digits doubles with each step; at a double root each step halves the
    error. Far from it a step may lead anywhere: a bracket is safer there (`drupe.solvers.bracket`).

    Parameters
    ----------
    tolerance
        |f(x)| at which the run ends; 0 for as far as float64 goes.
    max_steps
        Steps after which it ends unconverged.

    Examples
    --------
    >>> round(NewtonRoot().solve(lambda x: x * x - 2.0, lambda x: 2.0 * x, start=1.0).point, 12)
    1.414213562373

    References
    ----------
    [Mukherjee04]_, section 5.3.1.
    """

    tolerance: float = nonnegative(0.0)
    max_steps: int = whole(1, 100)

    def solve(self, function: Function, slope: Function, start: float) -> Root:
        """The root that the steps from the start lead to; an error where the tangent is flat."""
        point, steps = float(start), 0
        while True:
            residual = function(point)
            if abs(residual) <= self.tolerance:
                return Root(point, residual, steps, Stop.CONVERGED)
            if steps == self.max_steps:
                return Root(point, residual, steps, Stop.ITERATIONS)
            following = point - self._step(point, residual, slope(point))
            if abs(following - point) <= ROUNDINGS * np.finfo(np.float64).eps * abs(point):
                return self._nearer(function, point, following, steps + 1)
            point, steps = following, steps + 1

    def _step(self, point: float, residual: float, slope: float) -> float:
        step = residual / slope if slope else np.inf
        if not np.isfinite(step):
            raise ConvergenceError(
                f"Newton's method came to x = {point:g}, where f = {residual:g} and its slope {slope:g}: the tangent "
                "has no root to go to. Start elsewhere, or look for the root in a bracket (scipy.optimize.brentq)."
            )
        return step

    def _nearer(self, function: Function, point: float, following: float, steps: int) -> Root:
        """Of two neighbors the one with the smaller residual."""
        best = min((following, point), key=lambda x: abs(function(x)))
        return Root(best, function(best), steps, Stop.CONVERGED)


@dataclass(frozen=True, eq=False)
class Minimum:
    """Where a function is least, as far as its slopes tell.

    Parameters
    ----------
    point
        x, a vector; of a function of one variable, with one entry.
    value
        g(x).
    slope
        The largest |∂g/∂xⱼ|.
    steps
        How many were gone.
    stop
        Why the run ended: STALLED where the slope is above the tolerance, but no step leads down in float64.
    """

    point: Vector
    value: float
    slope: float
    steps: int
    stop: Stop

    @property
    def converged(self) -> bool:
        """Whether the slope is within the tolerance."""
        return self.stop is Stop.CONVERGED


@dataclass(frozen=True)
class NewtonMinimum(Checked):
    """x ← x − t H⁻¹∇g with t = 1, ½, ¼, ... the first at which g falls: the minimum of the parabola at x.

    A quadratic g takes one step. Where H is positive definite −H⁻¹∇g leads down; where it does not, that is an error,
    for then the nearest stationary point may be no minimum.

    Parameters
    ----------
    tolerance
        Largest |∂g/∂xⱼ| at which the run ends.
    max_steps
        Steps after which it ends unconverged.

    Examples
    --------
    >>> bowl = Smooth(lambda x: (x[0] - 3.0) ** 2, lambda x: 2.0 * (x - 3.0), lambda x: np.array([[2.0]]))
    >>> found = NewtonMinimum().solve(bowl, [10.0])
    >>> found.point.tolist(), found.steps
    ([3.0], 1)

    References
    ----------
    [Mukherjee04]_, section 5.3.1; [Herbrich02]_, appendix B.7.3.
    """

    tolerance: float = nonnegative(1e-10)
    max_steps: int = whole(1, 100)

    def solve(self, problem: "Smooth", start: Vector | list[float]) -> Minimum:
        """The minimum that the steps from the start lead down to."""
        point = np.array(start, dtype=np.float64)
        value, steps = problem.value(point), 0
        while True:
            gradient = problem.gradient(point)
            largest = float(np.abs(gradient).max(initial=0.0))
            if largest <= self.tolerance:
                return Minimum(point, value, largest, steps, Stop.CONVERGED)
            if steps == self.max_steps:
                return Minimum(point, value, largest, steps, Stop.ITERATIONS)
            direction = problem.direction(point, gradient)

            def at(length: float, point: Vector = point, direction: Vector = direction) -> float:
                return problem.value(point + length * direction)

            def lessens(
                length: float, point: Vector = point, direction: Vector = direction, largest: float = largest
            ) -> bool:
                return _steepest(problem, point + length * direction) < largest

            reached = newton_length(at, value, float(gradient @ direction), lessens)
            if reached is None:
                return Minimum(point, value, largest, steps, Stop.STALLED)
            point, value, steps = point + reached.length * direction, reached.value, steps + 1


@dataclass(frozen=True, eq=False)
class Smooth:
    """A function g with its slopes ∇g and its curvature H, at a vector x.

    Parameters
    ----------
    value
        g.
    gradient
        ∇g.
    hessian
        H.
    """

    value: Callable[[Vector], float]
    gradient: Callable[[Vector], Vector]
    hessian: Callable[[Vector], Matrix]

    @classmethod
    def of_one(cls, value: Function, slope: Function, curvature: Function) -> "Smooth":
        """A function of one variable.

        >>> NewtonMinimum().solve(Smooth.of_one(lambda x: x**4, lambda x: 4 * x**3, lambda x: 12 * x**2), [0.0]).steps
        0
        """
        return cls(
            lambda x: value(x.item()),
            lambda x: np.array([slope(x.item())]),
            lambda x: np.array([[curvature(x.item())]]),
        )

    def direction(self, point: Vector, gradient: Vector) -> Vector:
        """−H⁻¹∇g; an error where it does not lead down."""
        try:
            direction = -np.linalg.solve(self.hessian(point), gradient)
        except np.linalg.LinAlgError as cause:
            raise _no_descent("H has no inverse there") from cause
        if not gradient @ direction < 0.0:
            raise _no_descent("H is not positive definite there")
        return direction


def _steepest(problem: Smooth, point: Vector) -> float:
    return float(np.abs(problem.gradient(point)).max(initial=0.0))


def _no_descent(why: str) -> ConvergenceError:
    return ConvergenceError(
        f"Newton's method came to a place from which −H⁻¹∇g is no direction of descent: {why}. Start nearer to a "
        "minimum, or add a multiple of the identity to H."
    )
