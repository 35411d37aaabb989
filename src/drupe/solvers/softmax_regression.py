"""Logistic regression of several classes at once, by Newton's method in the core."""

from dataclasses import dataclass

import numpy as np

from drupe import native
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.inputs.vectors import Vectors
from drupe.solvers.linear_options import LinearOptions
from drupe.solvers.linear_problem import native_rows
from drupe.solvers.linear_solution import LinearRun, LinearSolution
from drupe.solvers.solution import Stop


@dataclass(frozen=True, eq=False)
class SoftmaxProblem:
    """min over W of ½‖W‖² + Σᵢ costᵢ (ln Σ_c exp⟨w_c, xᵢ⟩ − ⟨w_yᵢ, xᵢ⟩).

    Parameters
    ----------
    rows
        The examples.
    codes
        The class of each, 0, 1, ....
    classes
        How many classes there are.
    costs
        What each example's loss counts.
    constant
        A further column that holds this number everywhere, which makes an offset; 0 for none.
    penalized
        Whether the weights of that column cost what the others do.

    References
    ----------
    [Rasmussen06]_, eq. 3.34; [Friedman10]_, section 4.
    """

    rows: Vectors
    codes: Index
    classes: int
    costs: Vector
    constant: float = 0.0
    penalized: bool = False


def solve_softmax(problem: SoftmaxProblem, options: LinearOptions, start: Matrix | None = None) -> LinearRun:
    """Weights with a row for each class, those of a free constant with the sum zero.

    >>> rows = Vectors.of([[1.0, 0.0], [0.0, 1.0], [-1.0, -1.0]])
    >>> run = solve_softmax(SoftmaxProblem(rows, np.arange(3), 3, np.ones(3)), LinearOptions(gap=1e-12))
    >>> bool(np.allclose(run.weights.sum(axis=0), 0.0)), run.solution.within(1e-12)
    (True, True)

    References
    ----------
    [Rasmussen06]_, section 3.5.
    """
    found = native.solve_softmax(
        native_rows(problem.rows),
        np.ascontiguousarray(problem.codes, dtype=np.int32),
        problem.classes,
        np.ascontiguousarray(problem.costs, dtype=np.float64),
        float(problem.constant),
        bool(problem.penalized),
        options.gap,
        options.steps,
        options.seconds,
        options.threads,
        None if start is None else np.ascontiguousarray(start.T, dtype=np.float64).ravel(),
        options.keep,
        options.progress,
    )
    weights = found.weights.reshape(-1, problem.classes).T
    told = LinearSolution(found.objective, found.gap, found.steps, Stop[found.stop.name])
    return LinearRun(weights, None, told)
