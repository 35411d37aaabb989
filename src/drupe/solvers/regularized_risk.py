"""The regularized risk of any smooth convex loss, minimized by Newton's method on the coefficients of the examples."""

import time
from dataclasses import dataclass, replace

import numpy as np
from scipy.optimize import brentq

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.halving import downhill
from drupe.foundation.parameters import Checked, positive, whole
from drupe.foundation.progress import Progress
from drupe.losses.base import Loss
from drupe.solvers.cholesky import factored
from drupe.solvers.solution import Stop

STEP = 1e-6
"""Step, relative to an output or to one, over which the curvature of a loss is a difference of slopes."""

ROUNDING = 1e-15
"""Share of the value by which a step must lead down; less may be rounding."""

DOUBLINGS = 60
"""How often the place where an offset is looked for may be doubled before there is none."""


@dataclass(frozen=True, eq=False)
class RegularizedRisk:
    """min over f and b of ‖f‖² + Σᵢ costᵢ loss(f(xᵢ) + b, yᵢ), attained by some f = Σᵢ αᵢ k(xᵢ, ·).

    Parameters
    ----------
    matrix
        K, dense.
    targets
        y.
    loss
        Convex, with a slope everywhere.
    costs
        C/n for each example, or as its weight says.
    offset
        Whether there is an offset b, which is not penalized.

    References
    ----------
    [Cristianini00]_, section 6.3; [Mukherjee04]_, section 4.1.
    """

    matrix: Matrix
    targets: Vector
    loss: Loss
    costs: Vector
    offset: bool = False

    def slopes(self, outputs: Vector) -> Vector:
        """The slope of the second term in each output."""
        return np.asarray(self.costs * self.loss.derivative(outputs, self.targets))

    def curvatures(self, outputs: Vector) -> Vector:
        """Its curvature, as a difference of slopes: at a kink of the slope, between those of the two sides."""
        step = STEP * (1.0 + np.abs(outputs))
        apart = self.slopes(outputs + step) - self.slopes(outputs - step)
        return np.maximum(apart / (2.0 * step), 0.0)

    def chords(self, outputs: Vector) -> Vector:
        """The mean curvature on the way from each output to its target: not zero where the loss is straight."""
        way = outputs - self.targets
        apart = self.slopes(outputs) - self.slopes(self.targets)
        far = np.abs(way) > STEP * (1.0 + np.abs(outputs))
        return np.where(far, np.maximum(apart / np.where(far, way, 1.0), 0.0), self.curvatures(outputs))

    def balance(self, plain: Vector, offset: float) -> float:
        """The b at which f(xᵢ) + b cost least for an f that stays; the given one where there is none."""

        def total(b: float) -> float:
            return float(self.slopes(plain + b).sum())

        low, high = float((self.targets - plain).min()), float((self.targets - plain).max())
        reach = max(high - low, 1.0)
        for _ in range(DOUBLINGS):
            below, above = total(low) <= 0.0, total(high) >= 0.0
            if below and above:
                return float(brentq(total, low, high, xtol=1e-300, rtol=1e-15, maxiter=200, disp=False))
            low, high, reach = low - (not below) * reach, high + (not above) * reach, 2.0 * reach
        return offset

    def value(self, squared_norm: float, outputs: Vector) -> float:
        """‖f‖² plus what the outputs cost."""
        return squared_norm + float(self.costs @ self.loss.value(outputs, self.targets))


@dataclass(frozen=True, eq=False)
class RiskSolution:
    """α and b with the facts of the run.

    Parameters
    ----------
    alpha
        The coefficients.
    offset
        b.
    outputs
        f(xᵢ) + b.
    squared_norm
        ‖f‖².
    objective
        The value reached.
    violation
        Largest |αᵢ + ½ costᵢ loss′ᵢ|, and |Σα| with an offset, relative to the largest ½ costᵢ |loss′ᵢ| at f = 0.
    iterations
        Newton steps.
    stop
        Why the run ended.
    seconds
        Wall time.
    """

    alpha: Vector
    offset: float
    outputs: Vector
    squared_norm: float
    objective: float
    violation: float
    iterations: int
    stop: Stop
    seconds: float

    @property
    def converged(self) -> bool:
        """Whether the optimality conditions hold within the tolerance."""
        return self.stop is Stop.CONVERGED


@dataclass(frozen=True)
class ReweightedLeastSquares(Checked):
    """Newton's method, each step of which is a weighted kernel ridge regression of working targets.

    At the minimum αᵢ = −½ costᵢ loss′(f(xᵢ) + b, yᵢ), and with an offset Σα = 0. Examples at which the loss is flat or
    straight take no part in the linear system of a step. Far from the minimum, where whole steps need not lead down,
    steps with the mean curvature between outputs and targets are tried too: for Huber's loss they always do.

    Parameters
    ----------
    tolerance
        Relative violation of that at which the run ends.
    max_iterations
        Steps after which it ends unconverged.

    Notes
    -----
    Complexity: O(m³ + n²) for each step, m the number of examples at which the loss is curved.

    Examples
    --------
    >>> from drupe.losses import Squared
    >>> problem = RegularizedRisk(np.array([[1.0]]), np.array([2.0]), Squared(), np.ones(1))  # w² + (w − 2)²
    >>> ReweightedLeastSquares().solve(problem).alpha.round(9).tolist()
    [1.0]

    References
    ----------
    [Mukherjee04]_, section 5.3; [Rasmussen06]_, algorithm 3.1.
    """

    tolerance: float = positive(1e-9)
    max_iterations: int = whole(1, 200)

    def solve(self, problem: RegularizedRisk, progress: Progress | None = None, keep: bool = False) -> RiskSolution:
        """From f = 0 downhill; with `keep`, Ctrl-C leaves what has been reached."""
        began, state, stop = time.perf_counter(), _State(problem), Stop.ITERATIONS
        try:
            while state.iterations < self.max_iterations:
                if state.violation() <= self.tolerance:
                    stop = Stop.CONVERGED
                    break
                if not state.step():
                    stop = Stop.STALLED
                    break
                if progress is not None:
                    progress(state.iterations / self.max_iterations)
        except KeyboardInterrupt:
            if not keep:
                raise
            stop = Stop.INTERRUPTED
        if state.violation() <= self.tolerance:
            stop = Stop.CONVERGED
        return state.solution(stop, time.perf_counter() - began)


@dataclass(frozen=True, eq=False)
class _Step:
    """A way in α, b and Kα, how much of it leads down, and the value there."""

    along: Vector
    shift: float
    moved: Vector
    length: float
    reached: float


class _State:
    """Where the run is: α, b, Kα and the slopes there."""

    def __init__(self, problem: RegularizedRisk):
        n = len(problem.targets)
        self.problem, self.iterations = problem, 0
        self.alpha, self.plain, self.offset = np.zeros(n), np.zeros(n), 0.0
        self.scale = 0.5 * float(np.abs(problem.slopes(np.zeros(n))).max(initial=0.0)) or 1.0
        # Targets may all lie far away, where a loss is straight and says nothing about where they are.
        self._balance()

    @property
    def outputs(self) -> Vector:
        return self.plain + self.offset

    def violation(self) -> float:
        worst = float(np.abs(self.alpha + 0.5 * self.slopes).max(initial=0.0))
        unbalanced = abs(float(self.slopes.sum())) / len(self.slopes) if self.problem.offset else 0.0
        return max(worst, 0.5 * unbalanced) / self.scale

    def step(self) -> bool:
        """One step down; False if none leads there."""
        newton = self._toward(self.problem.curvatures(self.outputs))
        best = newton
        if newton.length < 1.0:
            best = min(newton, self._toward(self.problem.chords(self.outputs)), key=lambda one: one.reached)
        if best.reached < self.objective - ROUNDING * abs(self.objective):
            self._move(best)
            return True
        # Rounding hides the last descent; the point that the model names may still be the better one.
        return self._polish(replace(newton, length=1.0))

    def solution(self, stop: Stop, seconds: float) -> RiskSolution:
        return RiskSolution(
            self.alpha,
            self.offset,
            self.outputs,
            float(self.alpha @ self.plain),
            self.objective,
            self.violation(),
            self.iterations,
            stop,
            seconds,
        )

    def _toward(self, curvatures: Vector) -> "_Step":
        """The step to the minimum of the model with these curvatures, halved until it leads down."""
        alpha, offset = self._target(0.5 * curvatures)
        along, shift = alpha - self.alpha, offset - self.offset
        moved = self.problem.matrix @ along
        slope = float((2.0 * self.alpha + self.slopes) @ moved + shift * self.slopes.sum())
        norms = float(self.alpha @ self.plain), 2.0 * float(along @ self.plain), float(along @ moved)

        def at(length: float) -> float:
            squared = norms[0] + length * (norms[1] + length * norms[2])
            with np.errstate(over="ignore"):
                return self.problem.value(squared, self.outputs + length * (moved + shift))

        reached = downhill(at, self.objective, slope)
        if reached is None:
            return _Step(along, shift, moved, 0.0, self.objective)
        return _Step(along, shift, moved, reached.length, reached.value)

    def _target(self, half: Vector) -> tuple[Vector, float]:
        """The minimum of the quadratic model: (K + S⁻¹)α + b = f − S⁻¹g/2, S half the curvature, where it is not zero.

        Elsewhere α = −½g. With B = I + S^½KS^½, no eigenvalue of which lies below one, no α is lost however
        flat or steep the loss is.
        """
        curved = np.flatnonzero(half > 0.0)
        alpha = np.where(half > 0.0, 0.0, -0.5 * self.slopes)
        if not len(curved):
            return alpha, self.offset
        root = np.sqrt(half[curved])
        inner = factored(root[:, None] * self.problem.matrix[np.ix_(curved, curved)] * root, 1.0)
        rest = self.outputs[curved] - self.problem.matrix[curved] @ alpha
        right = np.column_stack([root * rest - 0.5 * self.slopes[curved] / root, root])
        solved = root[:, None] * inner.solve(right)
        offset = float((alpha.sum() + solved[:, 0].sum()) / solved[:, 1].sum()) if self.problem.offset else 0.0
        alpha[curved] = solved[:, 0] - offset * solved[:, 1]
        return alpha, offset

    def _move(self, step: "_Step") -> None:
        self.alpha, self.plain = self.alpha + step.length * step.along, self.plain + step.length * step.moved
        self.offset += step.length * step.shift
        self._balance()
        self.iterations += 1

    def _balance(self) -> None:
        """The offset that is best for α as it is now, and what follows from both."""
        if self.problem.offset:
            self.offset = self.problem.balance(self.plain, self.offset)
        self.slopes = self.problem.slopes(self.outputs)
        with np.errstate(over="ignore"):
            self.objective = self.problem.value(float(self.alpha @ self.plain), self.outputs)

    def _polish(self, step: "_Step") -> bool:
        before = self.violation(), self.alpha, self.offset, self.plain, self.slopes, self.objective
        self._move(step)
        if self.violation() < before[0]:
            return True
        _, self.alpha, self.offset, self.plain, self.slopes, self.objective = before
        return False
