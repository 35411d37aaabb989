"""The regularized risk of any smooth convex loss, minimized by Newton's method on the coefficients of the examples."""

import time
from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.parameters import Checked, positive, whole
from drupe.foundation.progress import Progress
from drupe.losses.base import Loss
from drupe.solvers.cholesky import factored
from drupe.solvers.solution import Stop

STEP = 1e-6
"""Step, relative to an output or to one, over which the curvature of a loss is a difference of slopes."""

HALVINGS = 60
"""How often a step may be halved before it is no step any more."""


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
class Newton(Checked):
    """Each step is a weighted kernel ridge regression of working targets: iteratively reweighted least squares.

    At the minimum αᵢ = −½ costᵢ loss′(f(xᵢ) + b, yᵢ), and with an offset Σα = 0. Examples at which the loss is flat or
    straight take no part in the linear system of a step.

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
    >>> Newton().solve(problem).alpha.round(9).tolist()
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


class _State:
    """Where the run is: α, b, Kα and the slopes there."""

    def __init__(self, problem: RegularizedRisk):
        n = len(problem.targets)
        self.problem, self.iterations = problem, 0
        self.alpha, self.plain, self.offset = np.zeros(n), np.zeros(n), 0.0
        self.slopes = problem.slopes(np.zeros(n))
        self.scale = 0.5 * float(np.abs(self.slopes).max(initial=0.0)) or 1.0
        self.objective = problem.value(0.0, np.zeros(n))

    @property
    def outputs(self) -> Vector:
        return self.plain + self.offset

    def violation(self) -> float:
        worst = float(np.abs(self.alpha + 0.5 * self.slopes).max(initial=0.0))
        unbalanced = abs(float(self.slopes.sum())) / len(self.slopes) if self.problem.offset else 0.0
        return max(worst, 0.5 * unbalanced) / self.scale

    def step(self) -> bool:
        """A Newton step, halved until it leads down; False if none does."""
        alpha, offset = self._target()
        along, shift = alpha - self.alpha, offset - self.offset
        moved = self.problem.matrix @ along
        slope = float((2.0 * self.alpha + self.slopes) @ moved + shift * self.slopes.sum())
        norms = float(self.alpha @ self.plain), 2.0 * float(along @ self.plain), float(along @ moved)
        length = 1.0
        for _ in range(HALVINGS):
            squared = norms[0] + length * (norms[1] + length * norms[2])
            with np.errstate(over="ignore"):
                reached = self.problem.value(squared, self.outputs + length * (moved + shift))
            if reached <= self.objective + 1e-4 * length * slope:
                self._move(length * along, length * shift, length * moved, reached)
                return True
            length /= 2.0
        # Rounding hides the last descent; the point that the model names may still be the better one.
        return self._polish(along, shift, moved)

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

    def _target(self) -> tuple[Vector, float]:
        """The minimum of the quadratic model: (K + S⁻¹)α + b = f − S⁻¹g/2, S half the curvature, where it is not zero.

        Elsewhere α = −½g. With B = I + S^½KS^½, no eigenvalue of which lies below one, no α is lost however
        flat or steep the loss is.
        """
        half = 0.5 * self.problem.curvatures(self.outputs)
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

    def _move(self, along: Vector, shift: float, moved: Vector, reached: float) -> None:
        self.alpha, self.offset, self.plain = self.alpha + along, self.offset + shift, self.plain + moved
        self.slopes, self.objective = self.problem.slopes(self.outputs), reached
        self.iterations += 1

    def _polish(self, along: Vector, shift: float, moved: Vector) -> bool:
        before = self.violation(), self.alpha, self.offset, self.plain, self.slopes, self.objective
        self._move(along, shift, moved, self.objective)
        if self.violation() < before[0]:
            return True
        _, self.alpha, self.offset, self.plain, self.slopes, self.objective = before
        return False
