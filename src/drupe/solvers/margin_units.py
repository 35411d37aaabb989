"""ν-classification, solved until the optimality conditions hold in units of the margin ρ that divides its rule."""

from dataclasses import replace

import numpy as np

from drupe.solvers.balance import BalancedBySign
from drupe.solvers.box import solve
from drupe.solvers.options import Options, Precision
from drupe.solvers.problem import BoxProblem
from drupe.solvers.solution import Solution, Stop

ROUNDS = 3
"""How often the tolerance is tightened; ρ is known better after each."""

FLOOR = 1e-11
"""About what float64 can reach where outputs are of order one."""

ROUNDINGS = 4.0
"""Units of rounding by which a sum of so many terms may be off."""

STEPS, STEPS_EACH = 10_000, 100
"""Steps of such a round: in any case, and for each variable."""


def margin(solution: Solution, problem: BoxProblem) -> float:
    """ρ: where the examples inside the box lie."""
    return abs(solution.spread if isinstance(problem.balance, BalancedBySign) else solution.offset)


def solve_in_margin_units(problem: BoxProblem, options: Options) -> Solution:
    """The solution with a violation of at most tolerance · min(1, ρ), or stalled where that cannot be had.

    Where the classes overlap too much for ν, ρ is 0: however small the violation gets, ρ is no larger.
    """
    found = _as_far_as_known(problem, solve(problem, options))
    for _ in range(ROUNDS):
        wanted = options.tolerance * min(1.0, margin(found, problem))
        if not found.converged or found.violation <= wanted:
            return found
        if wanted < FLOOR:
            break
        tighter = replace(
            options,
            tolerance=0.5 * wanted,
            max_iterations=STEPS + STEPS_EACH * len(problem),
            precision=Precision.DOUBLE if options.precision is Precision.AUTO else options.precision,
        )
        again = solve(replace(problem, start=found.alpha), tighter).following(found)
        if again.stop in (Stop.TIME, Stop.INTERRUPTED):
            return again
        found = _as_far_as_known(problem, again.with_facts(stop=Stop.CONVERGED))
    met = found.violation <= options.tolerance * min(1.0, margin(found, problem))
    return found if met else found.with_facts(stop=Stop.STALLED)


def _as_far_as_known(problem: BoxProblem, found: Solution) -> Solution:
    """The solution with a violation no smaller than the rounding of its outputs, whose terms may cancel."""
    largest = float(np.abs(problem.gram.diagonal()).max(initial=0.0))
    rounding = ROUNDINGS * float(np.finfo(np.float64).eps) * largest * float(found.alpha.sum())
    return found if found.violation >= rounding else found.with_facts(violation=rounding)
