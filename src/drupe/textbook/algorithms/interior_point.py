"""The primal-dual interior point method: Newton's method on the conditions, kept away from the walls."""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import linprog

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import ConvergenceError, InputError
from drupe.foundation.parameters import Checked, positive, whole
from drupe.solvers.solution import Stop
from drupe.textbook.algorithms.quadratic_program import QuadraticProgram, Residuals

RIDGE = 1e-13
"""Added to the Newton matrix so that flat directions and redundant constraints do no harm."""

KEEP_AWAY = 0.995
"""Share of the way to the nearest wall that a step may go."""


@dataclass(frozen=True, eq=False)
class ProgramSolution:
    """An optimum of a quadratic program with its multipliers.

    Parameters
    ----------
    x
        The point.
    multipliers
        Of the inequalities, in the order of `QuadraticProgram.constraints`.
    equality_multipliers
        Of the equalities; −b of a support vector machine.
    objective
        ½ xᵀHx + cᵀx.
    dual
        The dual objective, which equals it at an optimum.
    residuals
        How well the conditions hold.
    stop
        Why the run ended.
    iterations
        Newton steps.
    """

    x: Vector
    multipliers: Vector
    equality_multipliers: Vector
    objective: float
    dual: float
    residuals: Residuals
    stop: Stop
    iterations: int


@dataclass(frozen=True)
class InteriorPoint(Checked):
    """Follows the central path uᵢ (h − Gx)ᵢ = μ as μ falls to zero, with Mehrotra's predictor and corrector.

    For any convex quadratic (or linear) program that is small enough for dense algebra: O(n³) for each step, some
    tens of steps. It knows nothing of support vector machines, and so is what the others are tested against.

    Parameters
    ----------
    tolerance
        Largest residual of the conditions, relative to the size of the data.
    max_iterations
        Newton steps after which the run ends unconverged.

    Examples
    --------
    >>> program = QuadraticProgram.of(np.eye(2), [-3.0, -1.0], upper=[1.0, 5.0])
    >>> InteriorPoint().solve(program).x.round(6).tolist()
    [1.0, 1.0]

    References
    ----------
    [Cristianini00]_, section 7.3; [Mika02]_, appendix A; [Herbrich02]_, appendix D.
    """

    tolerance: float = positive(1e-10)
    max_iterations: int = whole(1, 200)

    def solve(self, program: QuadraticProgram) -> ProgramSolution:
        """The minimizer; an InputError if no point is feasible, a ConvergenceError if the objective falls for ever."""
        if not program.convex:
            raise InputError(
                "H has a negative eigenvalue: the program is not convex, and a minimum may be a local one."
            )
        state = _State(program)
        for iteration in range(self.max_iterations):
            if state.error() <= self.tolerance:
                return state.solution(Stop.CONVERGED, iteration)
            if not state.step():
                break
        if state.error() <= 1e3 * self.tolerance:
            return state.solution(Stop.STALLED, self.max_iterations)
        _explain_failure(program)
        return state.solution(Stop.ITERATIONS, self.max_iterations)


class _State:
    """x, slacks, multipliers of the inequalities and of the equalities."""

    def __init__(self, program: QuadraticProgram):
        self.program = program
        self.rows, self.ends = program.constraints
        self.equal, self.values = program.equalities
        n = len(program.linear)
        self.x = np.clip(np.zeros(n), program.lower, program.upper)
        self.slack = np.maximum(self.ends - self.rows @ self.x, 1.0)
        self.multipliers = np.ones(len(self.ends))
        self.equality = np.zeros(len(self.values))
        self.scale = max(1.0, *(float(np.abs(part).max(initial=0.0)) for part in (program.linear, self.ends)))

    def misfits(self) -> tuple[Vector, Vector, Vector]:
        """What is missing to stationarity, to the equalities and to the inequalities."""
        program = self.program
        slope = program.quadratic @ self.x + program.linear
        slope = slope + self.rows.T @ self.multipliers + self.equal.T @ self.equality
        return -slope, self.values - self.equal @ self.x, self.ends - self.slack - self.rows @ self.x

    def error(self) -> float:
        worst = max(float(np.abs(part).max(initial=0.0)) for part in self.misfits())
        complementary = float((self.slack * self.multipliers).max(initial=0.0))
        return max(worst, complementary) / self.scale

    def step(self) -> bool:
        """One predictor and corrector; False if nothing moves any more."""
        misfits = self.misfits()
        products = self.slack * self.multipliers
        mean = float(products.mean()) if len(products) else 1.0
        if not mean > 0:
            return False
        change = self._newton(misfits, -products)
        share = self._room(change)
        if len(products):
            slack, multipliers = self.slack + share * change[1], self.multipliers + share * change[2]
            centering = (float((slack * multipliers).mean()) / mean) ** 3
            change = self._newton(misfits, centering * mean - products - change[1] * change[2])
        share = min(1.0, KEEP_AWAY * self._room(change))
        dx, dslack, dmultipliers, dequality = (share * part for part in change)
        self.x, self.slack = self.x + dx, self.slack + dslack
        self.multipliers, self.equality = self.multipliers + dmultipliers, self.equality + dequality
        return share > 1e-12 and bool(np.isfinite(self.x).all())

    def _newton(
        self, misfits: tuple[Vector, Vector, Vector], products: Vector
    ) -> tuple[Vector, Vector, Vector, Vector]:
        """Changes of x, slack, multipliers, equality multipliers that would make the linearized misfits vanish."""
        slope, equal, unequal = misfits
        ratio = self.multipliers / self.slack
        matrix = self.program.quadratic + self.rows.T @ (ratio[:, None] * self.rows)
        target = slope - self.rows.T @ (products / self.slack - ratio * unequal)
        dx, dequality = _solve_saddle(matrix, self.equal, target, equal)
        dslack = unequal - self.rows @ dx
        return dx, dslack, (products - self.multipliers * dslack) / self.slack, dequality

    def _room(self, change: tuple[Vector, Vector, Vector, Vector]) -> float:
        """How much of the change can be made before a slack or a multiplier meets zero, at most all of it."""
        room = 1.0
        for value, step in ((self.slack, change[1]), (self.multipliers, change[2])):
            shrinks = step < 0
            room = min(room, float((-value[shrinks] / step[shrinks]).min(initial=1.0)))
        return room

    def solution(self, stop: Stop, iterations: int) -> ProgramSolution:
        program = self.program
        x = np.clip(self.x, program.lower, program.upper)
        objective = program.objective(self.x)
        dual = objective - float(self.multipliers @ self.slack)
        residuals = program.residuals(x, self.multipliers, self.equality)
        return ProgramSolution(x, self.multipliers, self.equality, objective, dual, residuals, stop, iterations)


def _solve_saddle(matrix: Matrix, rows: Matrix, target: Vector, values: Vector) -> tuple[Vector, Vector]:
    n = len(matrix)
    saddle = np.block([[matrix + RIDGE * np.eye(n), rows.T], [rows, -RIDGE * np.eye(len(rows))]])
    both = np.linalg.solve(saddle, np.concatenate([target, values]))
    return both[:n], both[n:]


def _explain_failure(program: QuadraticProgram) -> None:
    """Raises if the reason is the program: no feasible point, or a direction in which the objective falls for ever."""
    rows, ends = program.constraints
    equal, values = program.equalities
    free = [(None, None)] * len(program.linear)
    found = linprog(np.zeros(len(free)), A_ub=rows, b_ub=ends, A_eq=equal, b_eq=values, bounds=free, method="highs")
    if found.status == 2:
        raise InputError("no point satisfies all constraints of the program: its dual has no upper end.")
    straight = np.vstack([equal, program.quadratic])
    downhill = linprog(
        program.linear,
        A_ub=rows,
        b_ub=np.zeros(len(ends)),
        A_eq=straight,
        b_eq=np.zeros(len(straight)),
        bounds=[(-1.0, 1.0)] * len(free),
        method="highs",
    )
    if downhill.status == 0 and downhill.fun < -1e-9:
        raise ConvergenceError("the objective of the program has no lower end: its dual has no feasible point.")
