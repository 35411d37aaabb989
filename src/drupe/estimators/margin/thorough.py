"""Small problems solved far beyond the tolerance: it costs next to nothing, and makes the answer unique.

A solver that stops at a violation of 10⁻³ returns one of many answers, and which one depends on the order of the rows
and on whether an example is repeated or weighted. A small problem is therefore driven on until such differences
vanish in rounding, for as long as that takes few steps; it counts as converged as soon as the tolerance is met.
"""

from dataclasses import replace

from drupe.solvers.box import solve
from drupe.solvers.options import Options, Precision
from drupe.solvers.problem import BoxProblem
from drupe.solvers.solution import Solution, Stop

SMALL = 500
"""Examples up to which a problem is small."""

FURTHER = 1e-7
"""Factor of the tolerance that is aimed at, and never less than FLOOR."""

FLOOR = 1e-11
"""About what float64 can reach where outputs are of order one."""

STEPS = 10_000
"""Steps that may be spent on it in any case."""

STEPS_EACH = 100
"""Further steps for each variable."""


def is_small(n: int) -> bool:
    """Whether a problem of n examples is solved thoroughly."""
    return n <= SMALL


def thorough(options: Options, variables: int) -> Options:
    """The options of the first attempt: a tighter tolerance, a limit of steps, and double precision."""
    limit = STEPS + STEPS_EACH * variables
    return replace(
        options,
        tolerance=min(options.tolerance, max(FURTHER * options.tolerance, FLOOR)),
        enough=options.tolerance,
        max_iterations=limit if options.max_iterations is None else min(limit, options.max_iterations),
        precision=Precision.DOUBLE if options.precision is Precision.AUTO else options.precision,
    )


def finished(first: Solution, problem: BoxProblem, options: Options) -> Solution:
    """The first attempt if it meets the tolerance, else where a second one gets from there."""
    if first.violation <= options.tolerance:
        return first.with_facts(stop=Stop.CONVERGED)
    steps = None if options.max_iterations is None else options.max_iterations - first.iterations
    seconds = None if options.max_seconds is None else options.max_seconds - first.seconds
    spent = (steps is not None and steps <= 0) or (seconds is not None and seconds <= 0)
    if spent or first.stop is not Stop.ITERATIONS:
        return first
    precision = thorough(options, len(problem)).precision
    remaining = replace(options, max_iterations=steps, max_seconds=seconds, precision=precision)
    return solve(replace(problem, start=first.alpha), remaining).following(first)


def solve_thoroughly(problem: BoxProblem, options: Options) -> Solution:
    """The solution of a box problem, thoroughly if it is small."""
    if not is_small(len(problem.gram)):
        return solve(problem, options)
    return finished(solve(problem, thorough(options, len(problem))), problem, options)
