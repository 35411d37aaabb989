"""The way to HiGHS: a linear program in, a solution with multipliers or a clear error out."""

import time
from typing import Any

import numpy as np
from scipy.optimize import linprog

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import ConvergenceError
from drupe.solvers.linear_programs.program import (
    InfeasibleError,
    LinearProgram,
    Multipliers,
    ProgramSolution,
    UnboundedError,
)


def solve_linear(program: LinearProgram, max_seconds: float | None = None) -> ProgramSolution:
    """A minimum of a linear program at a vertex, with its multipliers.

    >>> from drupe.solvers.linear_programs.constraints import Constraints
    >>> diet = LinearProgram(np.array([1.0, 2.0]), Constraints.of(2, inequal=[[-1, -1]], at_most=[-3], lower=0.0))
    >>> solution = solve_linear(diet)
    >>> solution.x.tolist(), solution.objective, solution.dual
    ([3.0, 0.0], 3.0, 3.0)

    Parameters
    ----------
    program
        The program.
    max_seconds
        Wall time after which to give up.

    References
    ----------
    [Mika02]_, section 2.2 (duality of linear programs); [Herbrich02]_, appendix D.1.
    """
    started = time.perf_counter()
    given = program.constraints
    result: Any = linprog(
        program.linear,
        A_ub=given.inequal if len(given.at_most) else None,
        b_ub=given.at_most if len(given.at_most) else None,
        A_eq=given.equal if len(given.equal_to) else None,
        b_eq=given.equal_to if len(given.equal_to) else None,
        bounds=np.column_stack([given.lower, given.upper]),
        method="highs",
        options={} if max_seconds is None else {"time_limit": float(max_seconds)},
    )
    _raise_unless_optimal(result, len(given))
    x: Vector = np.asarray(result.x, dtype=np.float64)
    multipliers = Multipliers(
        equal=-np.asarray(result.eqlin.marginals, dtype=np.float64),
        inequal=-np.asarray(result.ineqlin.marginals, dtype=np.float64),
        lower=np.asarray(result.lower.marginals, dtype=np.float64),
        upper=-np.asarray(result.upper.marginals, dtype=np.float64),
    )
    return ProgramSolution(
        x, float(result.fun), program.dual(multipliers), multipliers, int(result.nit), time.perf_counter() - started
    )


def _raise_unless_optimal(result: Any, size: int) -> None:
    """By the numbers with which scipy says how a run ended."""
    match result.status:
        case 0:
            return
        case 2:
            raise InfeasibleError(f"no point satisfies the constraints on the {size} variables of this program.")
        case 3:
            raise UnboundedError(f"the objective of this program over {size} variables falls without end.")
        case 1:
            raise ConvergenceError(f"the linear program over {size} variables reached its time or iteration limit.")
        case _:
            raise ConvergenceError(f"the linear program over {size} variables was not solved: {result.message}")
