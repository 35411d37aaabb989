"""One C-SVC problem for each pair of classes, all over one Gram."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from drupe.foundation.arrays import Index, Vector
from drupe.grams.base import Gram
from drupe.solvers.balance import Balance, Balanced
from drupe.solvers.box import solve
from drupe.solvers.options import Options
from drupe.solvers.problem import BoxProblem
from drupe.solvers.solution import Solution


@dataclass(frozen=True, eq=False)
class PairSolution:
    """The solution that tells class `first` (sign +1) from class `second` (sign −1).

    Parameters
    ----------
    first
        Code of the class with sign +1, the lower of the two.
    second
        Code of the class with sign −1.
    examples
        Positions in the whole Gram of the problem's examples, in the order of `solution.alpha`.
    signs
        +1 or −1 for each of them.
    solution
        What the solver found.
    """

    first: int
    second: int
    examples: Index
    signs: Vector
    solution: Solution


def solve_one_vs_one(
    gram: Gram, classes: Index, upper: Vector, options: Options, balance: Balance | None = None
) -> tuple[PairSolution, ...]:
    """min ½ αᵀQα − 1ᵀα for every pair of class codes 0..k−1, pairs in the order (0,1), (0,2), ..., (1,2), ...

    `upper` is the box of each example, the same in every pair that it takes part in.
    """
    solutions = []
    for first, second in combinations(range(int(classes.max()) + 1), 2):
        examples = np.flatnonzero((classes == first) | (classes == second))
        signs = np.where(classes[examples] == first, 1.0, -1.0)
        n = len(examples)
        problem = BoxProblem(
            gram.take(examples), signs, -np.ones(n), upper[examples], np.arange(n), np.zeros(n), balance or Balanced()
        )
        solutions.append(PairSolution(first, second, examples, signs, solve(problem, options)))
    return tuple(solutions)
