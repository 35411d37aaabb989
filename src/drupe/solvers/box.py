"""Solves box problems: the entry that every machine calls."""

from drupe.solvers.options import Options
from drupe.solvers.problem import BoxProblem
from drupe.solvers.reference import solve_by_pairs
from drupe.solvers.solution import Solution


def solve(problem: BoxProblem, options: Options | None = None) -> Solution:
    """The minimiser of a box problem to the tolerance of the options, starting from `problem.start`."""
    return solve_by_pairs(problem, options or Options())
