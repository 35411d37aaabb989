"""Pairs of steepest second-order gain in numpy: plain, slow, and what the native solver is tested against."""

import time

import numpy as np

from drupe.solvers.balance import Balanced, BalancedBySign, Free
from drupe.solvers.optimality import optimality
from drupe.solvers.options import Options
from drupe.solvers.problem import BoxProblem
from drupe.solvers.solution import Solution, Stop

TINY = 1e-12
"""Curvature below this counts as flat."""


def solve_by_pairs(problem: BoxProblem, options: Options) -> Solution:
    """Sequential minimal optimization with second-order choice of the partner.  [Fan05]_, algorithm 2."""
    started = time.perf_counter()
    K = problem.gram.dense().astype(np.float64)[np.ix_(problem.examples, problem.examples)]
    alpha = problem.start.astype(np.float64).copy()
    signs, diagonal = problem.signs, np.diag(K)
    scores = -(K @ (signs * alpha) + signs * problem.linear)
    step = _single if isinstance(problem.balance, Free) else _pair
    stop, iterations = Stop.CONVERGED, 0
    while step(problem, K, diagonal, alpha, scores, options.tolerance):
        iterations += 1
        if options.max_iterations is not None and iterations >= options.max_iterations:
            stop = Stop.ITERATIONS
            break
        if options.max_seconds is not None and time.perf_counter() - started > options.max_seconds:
            stop = Stop.TIME
            break
    outputs = np.asarray(problem.gram @ problem.weights(alpha))
    state = optimality(problem, alpha, outputs)
    return Solution(
        alpha=alpha,
        offset=state.offset,
        spread=state.spread,
        outputs=outputs,
        objective=problem.objective(alpha, outputs),
        gap=state.gap,
        violation=state.violation,
        iterations=iterations,
        stop=stop,
        seconds=time.perf_counter() - started,
    )


def _groups(problem: BoxProblem) -> list[np.ndarray]:
    match problem.balance:
        case BalancedBySign():
            return [problem.signs > 0, problem.signs < 0]
        case Balanced() | Free():
            return [np.ones(len(problem), dtype=bool)]


def _pair(problem, K, diagonal, alpha, scores, tolerance) -> bool:  # type: ignore[no-untyped-def]
    """One pair step; False at the optimum."""
    plus = problem.signs > 0
    below, above = alpha < problem.upper, alpha > 0
    up, low = np.where(plus, below, above), np.where(plus, above, below)
    best, chosen = tolerance, None
    for group in _groups(problem):
        rising, falling = up & group, low & group
        if rising.any() and falling.any():
            excess = scores[rising].max() - scores[falling].min()
            if excess > best:
                best, chosen = excess, (rising, falling)
    if chosen is None:
        return False
    rising, falling = chosen
    i = int(np.argmax(np.where(rising, scores, -np.inf)))
    lead = scores[i] - scores
    curvature = np.maximum(diagonal[i] + diagonal - 2.0 * K[i], TINY)
    j = int(np.argmax(np.where(falling & (lead > 0), lead**2 / curvature, -np.inf)))
    room_i = problem.upper[i] - alpha[i] if plus[i] else alpha[i]
    room_j = alpha[j] if plus[j] else problem.upper[j] - alpha[j]
    t = min(lead[j] / curvature[j], room_i, room_j)
    _move(problem, alpha, i, problem.signs[i] * t, t == room_i)
    _move(problem, alpha, j, -problem.signs[j] * t, t == room_j)
    scores -= t * (K[i] - K[j])
    return True


def _single(problem, K, diagonal, alpha, scores, tolerance) -> bool:  # type: ignore[no-untyped-def]
    """One coordinate step for problems without a balance; False at the optimum."""
    slopes = problem.signs * scores
    room = np.where(slopes > 0, problem.upper - alpha, alpha)
    open_ = (np.abs(slopes) > tolerance) & (room > 0)
    if not open_.any():
        return False
    i = int(np.argmax(np.where(open_, slopes**2 / np.maximum(diagonal, TINY), -np.inf)))
    t = min(abs(slopes[i]) / max(diagonal[i], TINY), room[i])
    change = np.sign(slopes[i]) * t
    _move(problem, alpha, i, change, t == room[i])
    scores -= problem.signs[i] * change * K[i]
    return True


def _move(problem, alpha, i, change, to_the_end) -> None:  # type: ignore[no-untyped-def]
    """Changes one variable, exactly to the end of its box where the step was cut there."""
    end = problem.upper[i] if change > 0 else 0.0
    alpha[i] = end if to_the_end else min(max(alpha[i] + change, 0.0), problem.upper[i])
