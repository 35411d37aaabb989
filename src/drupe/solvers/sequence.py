"""Several problems one after the other under one limit of time, one bar and one Ctrl-C."""

import time
from collections.abc import Callable, Sequence

from drupe.foundation.progress import share
from drupe.solvers.native import unsolved
from drupe.solvers.options import Options
from drupe.solvers.problem import BoxProblem
from drupe.solvers.solution import Solution, Stop

ENDING = frozenset({Stop.TIME, Stop.INTERRUPTED})
"""Reasons to stop that concern all that is still to come."""


def solve_in_sequence(
    problems: Sequence[Callable[[], BoxProblem]], options: Options, solve: Callable[[BoxProblem, Options], Solution]
) -> list[Solution]:
    """The solutions of problems that are built when their turn comes.

    `max_seconds` limits all of them together and `max_iterations` each one. Once time is up or the user has had enough,
    those that are left stay where they start, for the same reason.
    """
    began, ended, solutions = time.perf_counter(), None, list[Solution]()
    for i, build in enumerate(problems):
        if ended is not None:
            solutions.append(unsolved(build(), ended))
            continue
        left = None if options.max_seconds is None else max(options.max_seconds - (time.perf_counter() - began), 0.0)
        how = options.but(max_seconds=left, progress=share(options.progress, i, len(problems)))
        solutions.append(solve(build(), how))
        if solutions[-1].stop in ENDING:
            ended = solutions[-1].stop
    return solutions
