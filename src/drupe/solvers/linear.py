"""Linear problems in the core, which chooses the algorithm by loss, penalty and shape."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from drupe import native
from drupe.foundation.arrays import Matrix, Vector
from drupe.solvers.linear_options import LinearOptions
from drupe.solvers.linear_problem import LinearProblem, native_rows
from drupe.solvers.linear_solution import LinearRun, LinearSolution
from drupe.solvers.solution import Stop


def solve_linear(problem: LinearProblem, options: LinearOptions, start: Matrix | None = None) -> tuple[LinearRun, ...]:
    """One run for each row of targets; a start holds a row of weights for each.

    >>> from drupe.inputs.vectors import Vectors
    >>> from drupe.solvers.linear_problem import LinearLoss
    >>> rows, signs = Vectors.of([[1.0], [-1.0]]), np.array([[1.0, -1.0]])
    >>> problem = LinearProblem(rows, signs, np.ones((1, 2)), LinearLoss.SQUARED_HINGE)
    >>> (run,) = solve_linear(problem, LinearOptions(gap=1e-12))
    >>> run.weights.round(9).tolist(), round(run.solution.objective, 9)  # ½w² + 2(1 − w)² is least at 4/5
    ([0.8], 0.4)

    References
    ----------
    [Fan08]_, section 2.
    """
    if start is None:
        return _solved(problem, options, None)
    return tuple(
        run
        for k in range(len(problem.targets))
        for run in _solved(problem.only(k), options, (np.ascontiguousarray(start[k], dtype=np.float64), None))
    )


def follow_costs(
    problem: LinearProblem, factors: Sequence[float] | Vector, options: LinearOptions
) -> tuple[LinearRun, ...]:
    """One run for each factor of all costs, each from where the one before ended; the problem has one row of targets.

    References
    ----------
    [Friedman10]_, section 2.5 (warm starts along a path).
    """
    found = native.follow_linear_costs(
        native_rows(problem.rows),
        np.ascontiguousarray(problem.targets[0], dtype=np.float64),
        np.ascontiguousarray(problem.costs[0], dtype=np.float64),
        np.asarray(factors, dtype=np.float64),
        _machine(problem),
        _limits(options),
        options.keep,
        options.progress,
    )
    return tuple(map(_run, found))


def _solved(
    problem: LinearProblem, options: LinearOptions, start: tuple[npt.NDArray[np.float64], None] | None
) -> tuple[LinearRun, ...]:
    found = native.solve_linear(
        native_rows(problem.rows),
        np.ascontiguousarray(problem.targets, dtype=np.float64),
        np.ascontiguousarray(problem.costs, dtype=np.float64),
        _machine(problem),
        _limits(options),
        start,
        options.keep,
        options.progress,
    )
    return tuple(map(_run, found))


def _machine(problem: LinearProblem) -> native.LinearMachine:
    return native.LinearMachine(
        native.LinearLoss[problem.loss.name],
        float(problem.width),
        native.LinearPenalty[problem.penalty.name],
        float(problem.constant),
        bool(problem.penalized),
    )


def _limits(options: LinearOptions) -> native.LinearOptions:
    return native.LinearOptions(options.gap, options.steps, options.seconds, options.threads, options.seed)


def _run(found: native.LinearSolution) -> LinearRun:
    told = LinearSolution(found.objective, found.gap, found.steps, Stop[found.stop.name])
    return LinearRun(found.weights, found.dual, told)
