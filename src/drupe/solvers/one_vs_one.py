"""One problem for each pair of classes, all over one Gram."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import combinations
from typing import Annotated, NamedTuple, Protocol, TypeAlias

import numpy as np

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.shapes import Counted, Holds, Reals, Wholes
from drupe.grams.base import Gram
from drupe.grams.lazy import LazyGram
from drupe.grams.part import PartGram
from drupe.solvers.box import as_wanted, believed, completed, first_attempt, next_part, solve
from drupe.solvers.builders.c_svc import CSvc
from drupe.solvers.exactness import kernel_error
from drupe.solvers.native import as_solution, computed, precision, run_pairs_natively
from drupe.solvers.options import Options
from drupe.solvers.problem import BoxProblem
from drupe.solvers.refinement import refines
from drupe.solvers.sequence import ENDING, solve_in_sequence
from drupe.solvers.solution import Solution, Stop


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


class Build(Protocol):
    """Builds the problem of two classes from their Gram, signs, boxes and, if there is one, a guess at α."""

    def __call__(self, gram: Gram, signs: Vector, costs: Vector, start: Vector | None = None, /) -> BoxProblem: ...


Solve: TypeAlias = Callable[[BoxProblem, Options], Solution]


def solve_pairs(
    gram: Gram,
    classes: Index,
    upper: Vector,
    build: Build,
    options: Options,
    start: Sequence[Vector] | None = None,
    solve: Solve = solve,
) -> tuple[PairSolution, ...]:
    """The solutions for all pairs of class codes 0..k−1, in the order (0,1), (0,2), ..., (1,2), ...

    Parameters
    ----------
    gram
        K of all examples.
    classes
        The code of each.
    upper
        The box of each, the same in every pair that it takes part in.
    build
        The problem of two classes.
    options
        Time is limited for all pairs together, steps for each.
    start
        A guess at α for each pair, one number for each example of the whole Gram.
    solve
        How one problem is solved.
    """
    if not refines(options, len(gram)):  # a small pair of a large sample is solved as the others are
        options = options.but(refine=False)
    pairs = _pairs(classes)
    if isinstance(build, CSvc) and len(pairs) > 1 and start is None and computed(gram):
        solutions = _solve_together(gram, classes, upper, pairs, build, options)
    else:

        def problem(i: int) -> BoxProblem:
            examples = pairs[i].examples
            taken = gram if len(examples) == len(gram) else gram.take(examples)
            return build(taken, pairs[i].signs, upper[examples], None if start is None else start[i][examples])

        solutions = solve_in_sequence([partial(problem, i) for i in range(len(pairs))], options, solve)
    return tuple(PairSolution(*pair, solution) for pair, solution in zip(pairs, solutions, strict=True))


class _Pair(NamedTuple):
    """Two classes, their examples, those of the lower class first, and +1 or −1 for each."""

    first: int
    second: int
    examples: Index
    signs: Vector


def _pairs(classes: Index) -> list[_Pair]:
    k = int(classes.max()) + 1
    if k == 2:  # everyone takes part: the examples stay where they are, and are not copied
        return [_Pair(0, 1, np.arange(len(classes)), np.where(classes == 0, 1.0, -1.0))]
    members = [np.flatnonzero(classes == code) for code in range(k)]
    most = max(map(len, members))
    signs = np.repeat([1.0, -1.0], most)  # those of every pair are a part of these
    both = list(combinations(range(k), 2))
    listed = np.concatenate([members[code] for pair in both for code in pair])  # at once: pairs may be many and tiny
    pairs, begin = [], 0
    for first, second in both:
        here, there = len(members[first]), len(members[second])
        end = begin + here + there
        pairs.append(_Pair(first, second, listed[begin:end], signs[most - here : most + there]))
        begin = end
    return pairs


def _solve_together(
    gram: LazyGram, classes: Index, upper: Vector, pairs: Sequence[_Pair], build: CSvc, options: Options
) -> list[Solution]:
    """All pairs in one call of the core; those that it left unfinished after that, one by one."""
    began, n = time.perf_counter(), len(gram)
    how = first_attempt(options, n, n)
    dtype = precision(gram, upper, how)
    found = run_pairs_natively(gram, classes, upper, next_part(how, n), build.balance, dtype)
    seconds, single = (time.perf_counter() - began) / len(pairs), dtype == np.float32
    error = kernel_error(gram) if single else 0.0
    problems = [_Posed(gram, pair, upper, build) for pair in pairs]
    firsts = [
        believed(problem, as_solution(problem, one, seconds, single), how, error)
        for problem, one in zip(problems, found, strict=True)
    ]
    if all(first.stop is Stop.CONVERGED for first in firsts):
        return list(firsts)
    solutions: list[Solution] = list(firsts)
    ended = any(first.stop in ENDING for first in firsts)  # time is up, or the user has had enough
    for i, (first, problem) in enumerate(zip(firsts, problems, strict=True)):
        if ended:
            break
        if not first.converged:
            left = None if options.max_seconds is None else options.max_seconds - (time.perf_counter() - began)
            limited = options if left is None else options.but(max_seconds=first.seconds + max(left, 0.0))
            solutions[i] = completed(replace(problem(), gram=gram.take(pairs[i].examples)), first, limited)
            ended = solutions[i].stop in ENDING
    return [as_wanted(solution, options) for solution in solutions]


class _Posed:
    """The problem of a pair over the Gram of all examples, put together when it is first asked for: seldom."""

    def __init__(self, gram: Gram, pair: _Pair, upper: Vector, build: CSvc):
        self._parts = gram, pair, upper, build

    def __call__(self) -> BoxProblem:
        return self._problem

    @cached_property
    def _problem(self) -> BoxProblem:
        gram, pair, upper, build = self._parts
        return build(PartGram(gram, pair.examples), pair.signs, upper[pair.examples])
