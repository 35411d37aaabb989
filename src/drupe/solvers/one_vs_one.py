"""One C-SVC problem for each pair of classes, all over one Gram."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from typing import Annotated

import numpy as np

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.shapes import Counted, Holds, Reals, Wholes
from drupe.grams.base import Gram
from drupe.grams.lazy import LazyGram
from drupe.grams.part import PartGram
from drupe.solvers.balance import Balance, Balanced
from drupe.solvers.box import believed, ending, finished, next_part, solve
from drupe.solvers.builders.c_svc import c_svc
from drupe.solvers.exactness import kernel_error
from drupe.solvers.native import as_solution, computed, precision, run_pairs_natively
from drupe.solvers.options import Options
from drupe.solvers.problem import BoxProblem
from drupe.solvers.sequence import ENDING, solve_in_sequence
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
    examples: Annotated[Index, Wholes("examples")]
    signs: Annotated[Vector, Reals("examples")]
    solution: Annotated[Solution, Holds("alpha", Counted("examples")), Holds("outputs", Counted("examples"))]


def solve_one_vs_one(
    gram: Gram, classes: Index, upper: Vector, options: Options, balance: Balance | None = None
) -> tuple[PairSolution, ...]:
    """min ½ αᵀQα − 1ᵀα for every pair of class codes 0..k−1, pairs in the order (0,1), (0,2), ..., (1,2), ...

    `upper` is the box of each example, the same in every pair that it takes part in.
    """
    chosen = balance or Balanced()
    members = [np.flatnonzero(classes == code) for code in range(int(classes.max()) + 1)]
    pairs = list(combinations(range(len(members)), 2))
    if len(pairs) == 1:
        return (_only_pair(gram, classes, upper, options, chosen),)
    problems = [_problem(gram, members[first], members[second], upper, chosen) for first, second in pairs]
    if computed(gram):
        solutions = _solve_together(gram, classes, upper, problems, options, chosen)
    else:
        taken = [partial(_taken, gram, *pair) for pair in problems]
        solutions = solve_in_sequence(taken, options, solve)
    return tuple(
        PairSolution(first, second, examples, problem.signs, solution)
        for (first, second), (examples, problem), solution in zip(pairs, problems, solutions, strict=True)
    )


def _solve_together(
    gram: LazyGram,
    classes: Index,
    upper: Vector,
    problems: Sequence[tuple[Index, BoxProblem]],
    options: Options,
    balance: Balance,
) -> list[Solution]:
    """All pairs in one call of the core; those that it left unfinished after that, one by one."""
    began, how = time.perf_counter(), ending(options, len(gram))
    dtype = precision(gram, upper, how)
    found = run_pairs_natively(gram, classes, upper, next_part(how, len(gram)), balance, dtype)
    seconds, single = (time.perf_counter() - began) / len(problems), dtype == np.float32
    error = kernel_error(gram) if single else 0.0
    firsts = [
        believed(problem, as_solution(problem, one, seconds, single), how, error)
        for (_, problem), one in zip(problems, found, strict=True)
    ]
    solutions: list[Solution] = list(firsts)
    for i, (first, pair) in enumerate(zip(firsts, problems, strict=True)):
        if any(solution.stop in ENDING for solution in solutions):  # time is up, or the user has had enough
            break
        if not first.converged:
            left = None if how.max_seconds is None else how.max_seconds - (time.perf_counter() - began)
            limited = how if left is None else replace(how, max_seconds=first.seconds + max(left, 0.0))
            solutions[i] = finished(_taken(gram, *pair), first, limited)
    return solutions


def _only_pair(gram: Gram, classes: Index, upper: Vector, options: Options, balance: Balance) -> PairSolution:
    """Of two classes, everyone takes part: the examples stay where they are, and are not copied."""
    signs = np.where(classes == 0, 1.0, -1.0)
    solution = solve(c_svc(gram, signs, upper, balance=balance), options)
    return PairSolution(0, 1, np.arange(len(classes)), signs, solution)


def _taken(gram: Gram, examples: Index, problem: BoxProblem) -> BoxProblem:
    """The problem over a Gram of its own examples, which is made when it is needed."""
    return replace(problem, gram=gram.take(examples))


def _problem(gram: Gram, first: Index, second: Index, upper: Vector, balance: Balance) -> tuple[Index, BoxProblem]:
    """The examples of a pair, those of the lower class first, and its problem."""
    examples = np.concatenate([first, second])
    n = len(examples)
    signs = np.repeat([1.0, -1.0], [len(first), len(second)])
    return examples, BoxProblem(
        PartGram(gram, examples), signs, np.full(n, -1.0), upper[examples], np.arange(n), np.zeros(n), balance
    )
