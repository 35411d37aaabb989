"""Problems over one Gram in ever larger boxes: the path of solutions over C, each found from the one before."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.solvers.box import solve
from drupe.solvers.options import Options
from drupe.solvers.problem import BoxProblem
from drupe.solvers.solution import Solution, Stop

MOSTLY = 0.6
"""The share of the support at the upper end of its box from which on all of α grows with the box."""


@dataclass(frozen=True, eq=False)
class BoxPath:
    """The solutions of a problem whose box is multiplied by each of some rising factors; one entry or row for each.

    Parameters
    ----------
    problem
        The problem with the box of factor one.
    factors
        What the box is multiplied by.
    alphas
        The variables.
    offsets
        b.
    outputs
        Σ s_v α_v k(x_v, x) at the examples that were watched, such as held-out ones, without the offset.
    violations
        Largest violation of the optimality conditions.
    iterations
        Pairs changed.
    stops
        Why the run ended.
    seconds
        Wall time of the path, its share of it where several ran together.
    """

    problem: BoxProblem
    factors: Vector
    alphas: Matrix
    offsets: Vector
    outputs: Matrix
    violations: Vector
    iterations: tuple[int, ...]
    stops: tuple[Stop, ...]
    seconds: float

    def __len__(self) -> int:
        return len(self.factors)


def solve_in_turn(problem: BoxProblem, factors: Vector, options: Options) -> list[Solution]:
    """The solutions for rising factors of the box, one after the other, each started from the last."""
    solutions: list[Solution] = []
    for i, factor in enumerate(factors):
        upper = factor * problem.upper
        start = widened(solutions[-1].alpha, factors[i - 1] * problem.upper, upper) if solutions else problem.start
        solutions.append(solve(replace(problem, upper=upper, start=np.minimum(start, upper)), options))
    return solutions


def widened(alpha: Vector, upper: Vector, wider: Vector) -> Vector:
    """A start in a wider box from the solution in a narrower one, with the same balance.

    Where most of the support stands at the upper end of its box it will do so in the next one too, so that all of α
    grows with the box; else α stays as it is.

    >>> widened(np.array([1.0, 1.0]), np.ones(2), np.full(2, 3.0)).tolist()
    [3.0, 3.0]
    """
    ends = alpha == upper
    if np.count_nonzero(ends & (alpha > 0)) <= MOSTLY * np.count_nonzero(alpha):
        return alpha
    grown = alpha * np.divide(wider, upper, out=np.ones_like(upper), where=upper > 0)
    return np.asarray(np.where(ends, wider, np.minimum(grown, wider)))


def solve_box_path(problem: BoxProblem, factors: Vector, options: Options) -> list[Solution]:
    """The solutions for rising factors of the box."""
    return solve_in_turn(problem, factors, options)


def solve_box_paths(
    problems: Sequence[BoxProblem], watched: Sequence[Index], factors: Vector, options: Options
) -> list[BoxPath]:
    """One path for each problem, all over one Gram that is held; `factors` rise.

    `watched` names for each problem the examples of the Gram whose outputs are wanted.
    """
    return [_in_turn(problem, seen, factors, options) for problem, seen in zip(problems, watched, strict=True)]


def _in_turn(problem: BoxProblem, watched: Index, factors: Vector, options: Options) -> BoxPath:
    solutions = solve_in_turn(problem, factors, options)
    weights = np.array([problem.weights(solution.alpha) for solution in solutions])
    support = np.flatnonzero(weights.any(axis=0))
    return BoxPath(
        problem,
        factors,
        np.array([solution.alpha for solution in solutions]),
        np.array([solution.offset for solution in solutions]),
        np.asarray(weights[:, support] @ problem.gram.block(support, watched)),
        np.array([solution.violation for solution in solutions]),
        tuple(solution.iterations for solution in solutions),
        tuple(solution.stop for solution in solutions),
        sum(solution.seconds for solution in solutions),
    )
