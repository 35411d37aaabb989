"""Solves box problems: the entry that every machine calls."""

from drupe.solvers.native import solve_natively
from drupe.solvers.options import Options
from drupe.solvers.problem import BoxProblem
from drupe.solvers.solution import Solution


def solve(problem: BoxProblem, options: Options | None = None) -> Solution:
    """The minimiser of a box problem to the tolerance of the options, starting from `problem.start`."""
    return solve_natively(problem, options or Options())
