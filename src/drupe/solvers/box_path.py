"""Problems over Grams that are held in ever larger boxes: the path of solutions over C, each found from the last."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from drupe import native
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.grams.dense import DenseGram
from drupe.solvers.box import solve
from drupe.solvers.native import limits, posed, source
from drupe.solvers.options import OnInterrupt, Options
from drupe.solvers.problem import BoxProblem
from drupe.solvers.solution import Solution, Stop

STOPS = {stop: Stop[stop.name] for stop in native.Stop}

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

    def solution(self, i: int) -> Solution:
        """The solution of one factor, where all examples of the Gram were watched."""
        boxed = replace(self.problem, upper=self.factors[i] * self.problem.upper)
        alpha, outputs = self.alphas[i], self.outputs[i]
        seconds = self.seconds / len(self)
        return Solution.at(boxed, alpha, outputs, iterations=self.iterations[i], stop=self.stops[i], seconds=seconds)


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
    """The solutions for rising factors of the box; a Gram that is held is read by all of them."""
    if not isinstance(problem.gram, DenseGram):
        return solve_in_turn(problem, factors, options)
    (path,) = solve_box_paths([problem], [np.arange(len(problem.gram))], factors, options)
    return [path.solution(i) for i in range(len(path))]


def solve_box_paths(
    problems: Sequence[BoxProblem], watched: Sequence[Index], factors: Vector, options: Options
) -> list[BoxPath]:
    """One path for each problem, each over a Gram that is held, of its own or shared; `factors` rise.

    `watched` names for each problem the examples of its Gram whose outputs are wanted. Problems run in parallel, in the
    precision of the Grams, which is the same for all.
    """
    started = time.perf_counter()
    dtype = problems[0].gram.dtype
    sources = {id(problem.gram): source(problem.gram, dtype) for problem in problems}
    found = native.solve_box_paths(
        [posed(problem, problem.start) for problem in problems],
        [np.ascontiguousarray(seen, dtype=np.int64) for seen in watched],
        factors.tolist(),
        limits(options),
        [sources[id(problem.gram)] for problem in problems],
        options.on_interrupt is OnInterrupt.KEEP,
        options.progress,
    )
    seconds = (time.perf_counter() - started) / len(problems)
    return [_path(problem, factors, path, seconds) for problem, path in zip(problems, found, strict=True)]


def _path(problem: BoxProblem, factors: Vector, found: native.BoxPathSolution, seconds: float) -> BoxPath:
    return BoxPath(
        problem,
        factors,
        found.alphas,
        found.offsets,
        found.outputs,
        found.violations,
        tuple(found.iterations),
        tuple(STOPS[stop] for stop in found.stops),
        seconds,
    )
