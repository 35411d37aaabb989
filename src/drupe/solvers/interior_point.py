"""Convex quadratic programs by a primal-dual interior point method: small, dense and exact."""

import time
from dataclasses import dataclass

import numpy as np
from scipy.linalg import lu_factor, lu_solve

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import ConvergenceError, InputError
from drupe.solvers.constraints import Constraints
from drupe.solvers.linear_programs.highs import solve_linear
from drupe.solvers.programs import LinearProgram, Multipliers, ProgramSolution, QuadraticProgram, UnboundedError

TOLERANCE = 1e-11
"""Residuals and complementarity, relative to the size of the data, at which the method ends."""

LONGEST_RUN = 200
"""Steps after which it gives up; 10 to 30 are usual."""


def solve_quadratic(program: QuadraticProgram) -> ProgramSolution:
    """A minimum of a convex quadratic program, its multipliers and the duality gap.

    Infeasible and unbounded programs are recognized beforehand, by linear programs. O((n + rows)³) for each step.

    >>> program = QuadraticProgram(np.eye(1), np.zeros(1), Constraints.of(1, lower=2.0))
    >>> solve_quadratic(program).x.round(6).tolist()
    [2.0]

    References
    ----------
    [Cristianini00]_, section 7.4 (interior point methods); [Herbrich02]_, appendix D.1 for the form.
    """
    started = time.perf_counter()
    if not program.convex:
        raise InputError("the quadratic has negative eigenvalues, so that the program is not convex.")
    _require_minimum(program)
    state, iterations = _Iterates.of(program), 0
    while state.error > TOLERANCE:
        if iterations == LONGEST_RUN:
            raise ConvergenceError(f"the interior point method stopped after {iterations} steps at {state.error:.1e}.")
        state = state.stepped()
        iterations += 1
    x, multipliers = state.x, state.multipliers()
    return ProgramSolution(
        x, program.objective(x), program.dual(x, multipliers), multipliers, iterations, time.perf_counter() - started
    )


def _require_minimum(program: QuadraticProgram) -> None:
    """Raise unless a feasible point exists and no feasible direction falls for ever."""
    given, n = program.constraints, len(program.constraints)
    solve_linear(LinearProgram(np.zeros(n), given))
    flat = np.vstack([np.asarray(program.quadratic), _dense(given.equal)])
    cone = Constraints.of(
        n,
        equal=flat,
        equal_to=np.zeros(len(flat)),
        inequal=given.inequal,
        at_most=np.zeros(len(given.at_most)),
        lower=np.where(np.isfinite(given.lower), 0.0, -1.0),
        upper=np.where(np.isfinite(given.upper), 0.0, 1.0),
    )
    steepest = solve_linear(LinearProgram(program.linear, cone))
    if steepest.objective < -1e-7 * max(1.0, float(np.abs(program.linear).max(initial=0.0))):
        raise UnboundedError("the program has no minimum: along a flat direction the objective falls without end.")


def _dense(matrix: Matrix) -> Matrix:
    return np.asarray(matrix.toarray() if hasattr(matrix, "toarray") else matrix, dtype=np.float64)


@dataclass(frozen=True, eq=False)
class _Iterates:
    """x with slacks and prices of rows · x ≤ right (bounds included) and prices of the equalities."""

    program: QuadraticProgram
    rows: Matrix
    right: Vector
    x: Vector
    slack: Vector
    prices: Vector
    equal_prices: Vector

    @classmethod
    def of(cls, program: QuadraticProgram) -> "_Iterates":
        given, n = program.constraints, len(program.constraints)
        below, above = np.isfinite(given.lower), np.isfinite(given.upper)
        rows = np.vstack([_dense(given.inequal), -np.eye(n)[below], np.eye(n)[above]])
        right = np.concatenate([given.at_most, -given.lower[below], given.upper[above]])
        scale = max(1.0, float(np.abs(right).max(initial=0.0)), float(np.abs(program.linear).max(initial=0.0)))
        start = np.full(len(right), scale)
        return cls(program, rows, right, np.zeros(n), start, start.copy(), np.zeros(len(given.equal_to)))

    @property
    def residuals(self) -> tuple[Vector, Vector, Vector]:
        """What is left of stationarity, equalities and inequalities."""
        program, equal = self.program, _dense(self.program.constraints.equal)
        slope = program.quadratic @ self.x + program.linear + equal.T @ self.equal_prices + self.rows.T @ self.prices
        return slope, equal @ self.x - program.constraints.equal_to, self.rows @ self.x + self.slack - self.right

    @property
    def complementarity(self) -> float:
        """The mean product of slack and price."""
        return float(self.slack @ self.prices) / len(self.slack) if len(self.slack) else 0.0

    @property
    def error(self) -> float:
        """Largest residual relative to the data, and complementarity relative to the objective."""
        program = self.program
        sizes = (program.linear, program.constraints.equal_to, self.right)
        worst = max(
            float(np.abs(part).max(initial=0.0)) / max(1.0, float(np.abs(size).max(initial=0.0)))
            for part, size in zip(self.residuals, sizes, strict=True)
        )
        return max(worst, self.complementarity / max(1.0, abs(program.objective(self.x))))

    def stepped(self) -> "_Iterates":
        """One predictor-corrector step: aim at the boundary first, then as near to the center as that allowed."""
        n, equal = len(self.x), _dense(self.program.constraints.equal)
        weights = self.prices / self.slack
        system = np.zeros((n + len(equal), n + len(equal)))
        system[:n, :n] = self.program.quadratic + self.rows.T @ (weights[:, None] * self.rows)
        system[:n, n:], system[n:, :n] = equal.T, equal
        # Redundant equalities and flat directions leave the system singular; a trace on the diagonal does no harm.
        trace = 1e-13 * max(1.0, float(np.abs(self.program.quadratic).max(initial=0.0)))
        system[np.diag_indices(len(system))] += np.concatenate([np.full(n, trace), np.full(len(equal), -trace)])
        factors = lu_factor(system)
        products = self.slack * self.prices
        move = self._direction(factors, products)
        if len(self.slack):
            reach = min(1.0, _reach(self.slack, move[1])), min(1.0, _reach(self.prices, move[2]))
            after = (self.slack + reach[0] * move[1]) @ (self.prices + reach[1] * move[2]) / len(self.slack)
            centering = (after / self.complementarity) ** 3 * self.complementarity
            move = self._direction(factors, products + move[1] * move[2] - centering)
        length = min(1.0, 0.995 * min(_reach(self.slack, move[1]), _reach(self.prices, move[2])))
        return _Iterates(
            self.program,
            self.rows,
            self.right,
            self.x + length * move[0],
            self.slack + length * move[1],
            self.prices + length * move[2],
            self.equal_prices + length * move[3],
        )

    def _direction(self, factors: tuple[Matrix, Index], products: Vector) -> tuple[Vector, Vector, Vector, Vector]:
        n = len(self.x)
        slope, apart, excess = self.residuals
        pull = (self.prices * excess - products) / self.slack
        solved = lu_solve(factors, np.concatenate([-slope - self.rows.T @ pull, -apart]))
        dx = solved[:n]
        along = self.rows @ dx
        return dx, -excess - along, pull + self.prices / self.slack * along, solved[n:]

    def multipliers(self) -> Multipliers:
        """The prices sorted back to the constraints that they belong to."""
        given, n = self.program.constraints, len(self.x)
        below, above = np.isfinite(given.lower), np.isfinite(given.upper)
        first, second = len(given.at_most), len(given.at_most) + int(below.sum())
        lower, upper = np.zeros(n), np.zeros(n)
        lower[below], upper[above] = self.prices[first:second], self.prices[second:]
        return Multipliers(self.equal_prices, self.prices[:first], lower, upper)


def _reach(values: Vector, change: Vector) -> float:
    """How far one can go before a value reaches zero; infinity if none falls."""
    falling = change < 0
    return float((values[falling] / -change[falling]).min(initial=np.inf))
