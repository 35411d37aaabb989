"""Solves box problems, in as many runs of the core as it takes: the entry that every machine calls."""

from dataclasses import replace
from typing import Any

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.progress import rising
from drupe.solvers.balance import Free
from drupe.solvers.builders.feasible import balanced
from drupe.solvers.exactness import violation_in_double
from drupe.solvers.linear_box import solve_linear_box
from drupe.solvers.native import NativeSolution, Posed, precision, put_together, recomputed_outputs, run_natively
from drupe.solvers.optimality import least_gap, optimality
from drupe.solvers.options import Options, Precision
from drupe.solvers.problem import BoxProblem
from drupe.solvers.refinement import further, refines
from drupe.solvers.sequence import ENDING
from drupe.solvers.solution import Solution, Stop

STEPS_AT_MOST, STEPS_EACH = 10_000_000, 100
"""Steps of a run that has no other limit: in all, and for each variable if that is more. As in [Chang11]_."""

STEPS_UNSEEN, STEPS_UNSEEN_EACH = 200_000, 50
"""Steps after which the rule found so far is compared with earlier ones: in all, and for each variable if more."""

LOOKS, FEWEST_STEPS = 20, 5000
"""How often that is done at least where a limit of steps is lower, and the fewest steps between."""

BELIEVED = 2.0
"""Units of the tolerance up to which the violation in double precision may exceed what single precision saw."""

DOUBLE: np.dtype[Any] = np.dtype(np.float64)


def solve(problem: BoxProblem, options: Options | None = None) -> Solution:
    """The minimizer of a box problem to the tolerance of the options, starting from `problem.start`.

    Single precision where it serves; what it cannot finish, double precision takes over. Dot products on few columns
    are solved by way of the columns' weights: at once if there are many examples, else where steps on variables do not
    get there. A run that ends without convergence returns, of the rules it came by, the one with the least primal
    objective.
    """
    wanted = options or Options()
    if wanted.progress is not None:
        wanted = wanted.but(progress=rising(wanted.progress))
    direct = None if refines(wanted, len(problem.gram)) else solve_linear_box(problem, wanted)
    if direct is None:
        return completed(problem, _first(problem, wanted), wanted)
    if direct.converged or direct.stop in ENDING:
        return direct
    begun, rest = _begun(problem, direct), _left(wanted, direct)
    return _by_steps(begun, rest).following(direct)


def _first(problem: BoxProblem, wanted: Options) -> NativeSolution:
    """The first run of the first attempt."""
    how = first_attempt(wanted, len(problem.gram), len(problem))
    dtype = precision(problem.gram, problem.upper, how)
    first = run_natively(problem, problem.start, next_part(how, len(problem)), dtype)
    return believed(problem, first, how)


def _by_steps(problem: BoxProblem, wanted: Options) -> Solution:
    """Where steps on variables lead to, for the tolerance alone."""
    how = first_attempt(wanted, len(problem.gram), len(problem))
    return as_wanted(finished(problem, _first(problem, wanted), how), wanted)


def _begun(problem: BoxProblem, found: Solution) -> BoxProblem:
    """The problem, to be begun where something was found if that is better than its own start."""
    start = np.clip(problem.start, 0.0, problem.upper)
    outputs = recomputed_outputs(problem.gram, problem.weights(start))
    if found.objective >= problem.objective(start, outputs):
        return problem
    free = isinstance(problem.balance, Free)
    return replace(problem, start=found.alpha if free else balanced(found.alpha, problem.signs, problem.upper))


def _left(wanted: Options, spent: Solution) -> Options:
    """The options with the steps and the time that are left."""
    steps = None if wanted.max_iterations is None else max(wanted.max_iterations - spent.iterations, 0)
    seconds = None if wanted.max_seconds is None else wanted.max_seconds - spent.seconds
    return wanted.but(max_iterations=steps, max_seconds=None if seconds is None else max(seconds, 0.0))


def first_attempt(wanted: Options, examples: int, variables: int) -> Options:
    """What is tried first: to refine a small problem, else what is wanted; with a limit of steps in any case."""
    if refines(wanted, examples):
        return further(wanted, variables)
    return ending(wanted, variables)


def completed(problem: BoxProblem, first: NativeSolution, wanted: Options) -> Solution:
    """Where the first run of the first attempt leads to.

    What steps on variables did not finish, the columns' weights may. Else, from a small problem that did not even meet
    the tolerance, the search goes on for the tolerance alone, with the steps and the time that are left.
    """
    if first.converged:
        return first
    small, how = refines(wanted, len(problem.gram)), first_attempt(wanted, len(problem.gram), len(problem))
    reached = finished(problem, first, how) if small else first
    if small and as_wanted(reached, wanted).converged:
        return as_wanted(reached, wanted)
    if reached.stop not in ENDING:
        direct = solve_linear_box(problem, _left(wanted, reached))
        if direct is not None and direct.converged:
            return direct.following(reached)
    if not small:
        return as_wanted(finished(problem, first, how), wanted)
    rest = _left(wanted, reached).but(refine=False, precision=how.precision)
    if rest.max_iterations == 0 or rest.max_seconds == 0.0 or reached.stop is not Stop.ITERATIONS:
        return reached
    return _by_steps(replace(problem, start=reached.alpha), rest).following(reached)


def as_wanted(found: Solution, wanted: Options) -> Solution:
    """The solution, converged also if it met the tolerance on the way to more."""
    met = wanted.refine and not found.converged and found.violation <= wanted.tolerance
    return found.with_facts(stop=Stop.CONVERGED) if met else found


def ending(options: Options, variables: int) -> Options:
    """The options with a limit of steps in any case: some problems would take years to reach their tolerance."""
    if options.max_iterations is not None:
        return options
    return options.but(max_iterations=max(STEPS_AT_MOST, STEPS_EACH * variables))


def next_part(options: Options, variables: int, spent: Solution | None = None) -> Options:
    """The options of a run up to the next look at what it has found; `spent` is what led to its start."""
    assert options.max_iterations is not None  # what `ending` says
    unseen = max(STEPS_UNSEEN, STEPS_UNSEEN_EACH * variables)
    steps = min(options.max_iterations, unseen, max(FEWEST_STEPS, options.max_iterations // LOOKS))
    if spent is None:
        return options.but(max_iterations=steps)
    seconds = None if options.max_seconds is None else max(options.max_seconds - spent.seconds, 0.0)
    steps = min(steps, options.max_iterations - spent.iterations)
    return options.but(max_iterations=steps, max_seconds=seconds)


def believed(problem: Posed, found: NativeSolution, options: Options, error: float = np.inf) -> NativeSolution:
    """The solution as it is, or as stalled where single precision says converged and double precision does not.

    `error` is that of an output for each unit of weight, where it is known: most often it is too small to matter.
    """
    if not found.single or not found.converged or options.precision is not Precision.AUTO:
        return found
    most = BELIEVED * options.tolerance
    if found.violation_seen + 2.0 * error * float(found.alpha.sum()) <= most:
        return found
    if violation_in_double(put_together(problem), found.alpha, found.outputs) <= most:
        return found
    return found.with_facts(stop=Stop.STALLED)


def finished(problem: BoxProblem, first: NativeSolution, options: Options) -> Solution:
    """The first run if nothing is left to be done, else where further ones lead."""
    last, rules = first, _Rules(problem)
    while (dtype := _next_precision(last, options)) is not None:
        if last.finite:
            rules.add(last)
        start = last.alpha if last.finite else problem.start
        last = run_natively(problem, start, next_part(options, len(problem), last), dtype).following(last)
    if last.converged or last.stop is Stop.UNBOUNDED or not last.finite or last.violation_seen <= options.enough:
        return last
    if not np.isfinite(problem.upper).all():  # nearly every primal objective is infinite
        return last
    rules.add(last)
    rules.add(_at_the_start(problem, last))
    facts = ("iterations", "stop", "seconds", "cache_hits", "cache_misses")
    return rules.best.with_facts(**{name: getattr(last, name) for name in facts})


class _Rules:
    """The rules that a run came by; each is judged only when another one comes, as most runs need no second."""

    def __init__(self, problem: BoxProblem):
        self._problem = problem
        self._best: tuple[float, NativeSolution] | None = None
        self._waiting: NativeSolution | None = None

    def add(self, found: NativeSolution) -> None:
        if self._waiting is not None:
            self._best = self._judged()
        self._waiting = found

    @property
    def best(self) -> NativeSolution:
        """The rule with the least primal objective, the first of equals."""
        return self._judged()[1]

    def _judged(self) -> tuple[float, NativeSolution]:
        assert self._waiting is not None  # what is asked has been added to
        latest = _judged(self._problem, self._waiting)
        return latest if self._best is None or latest[0] < self._best[0] else self._best


def _next_precision(last: NativeSolution, options: Options) -> np.dtype[Any] | None:
    """In which precision to go on, if at all."""
    assert options.max_iterations is not None  # what `ending` says
    if last.iterations >= options.max_iterations:
        return None
    if options.max_seconds is not None and last.seconds >= options.max_seconds:
        return None
    if last.single and not last.finite:
        return DOUBLE
    helped = options.precision is Precision.AUTO
    if last.stop is Stop.STALLED and last.single and helped:
        return DOUBLE
    if last.stop is Stop.ITERATIONS:
        return np.dtype(np.float32) if last.single and not helped else DOUBLE
    return None


def _at_the_start(problem: BoxProblem, found: NativeSolution) -> NativeSolution:
    """The rule that a run began with: an earlier machine's, or one that says the same of every example."""
    alpha: Vector = np.clip(problem.start, 0.0, problem.upper)
    outputs = recomputed_outputs(problem.gram, problem.weights(alpha))
    facts = {"objective": problem.objective(alpha, outputs), "violation": optimality(problem, alpha, outputs).violation}
    return found.with_facts(alpha=alpha, outputs=outputs, single=False, **facts)


def _judged(problem: BoxProblem, found: NativeSolution) -> tuple[float, NativeSolution]:
    """The primal objective at the best offset, and the solution with that."""
    state = least_gap(problem, found.alpha, found.outputs)
    primal = state.gap - found.objective
    facts = {"offset": state.offset, "spread": state.spread, "gap_by_the_solver": state.gap}
    return primal if np.isfinite(primal) else np.inf, found.with_facts(**facts)
