"""The optimality conditions of a box problem: thresholds, largest violation, offset, and the duality gap."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Vector
from drupe.solvers.balance import Balanced, BalancedBySign, Free
from drupe.solvers.problem import BoxProblem


@dataclass(frozen=True)
class Optimality:
    """How far a feasible α is from optimal.

    With F_v = −s_v ∂W/∂α_v, a solution has max F over the variables that may rise along s no larger than min F over
    those that may fall; any number between is an offset.  [Keerthi01]_, section 3.

    Parameters
    ----------
    violation
        Largest excess, 0 or less at an optimum.
    offset
        The offset that fits α best.
    spread
        Half the difference of the two thresholds under a balance for each sign.
    gap
        Objective minus the dual bound that the offset gives.
    """

    violation: float
    offset: float
    spread: float
    gap: float


def optimality(problem: BoxProblem, alpha: Vector, outputs: Vector) -> Optimality:
    """The conditions at α, given the outputs K @ weights(α)."""
    scores = -(outputs[problem.examples] + problem.signs * problem.linear)
    match problem.balance:
        case Free():
            slopes = problem.signs * scores
            rises, falls = alpha < problem.upper, alpha > 0
            violation = max(slopes[rises].max(initial=0.0), -slopes[falls].min(initial=0.0))
            return Optimality(float(violation), 0.0, 0.0, _gap(problem, alpha, scores, 0.0))
        case Balanced():
            excess, offset = _threshold(problem, alpha, scores)
            return Optimality(excess, offset, 0.0, _gap(problem, alpha, scores, offset))
        case BalancedBySign():
            plus = problem.signs > 0
            above, high = _threshold(problem, alpha, scores, plus)
            below, low = _threshold(problem, alpha, scores, ~plus)
            gap = _gap(problem, alpha, scores, np.where(plus, high, low))
            return Optimality(max(above, below), 0.5 * (high + low), 0.5 * (high - low), gap)


def least_gap(problem: BoxProblem, alpha: Vector, outputs: Vector) -> Optimality:
    """The conditions at α with the offset of the least gap, and so of the least primal objective.

    Far from the optimum the scores of free variables disagree, and their mean may be no good offset. In a box without
    an end nearly every offset has an infinite gap, and the mean stays.
    """
    scores = -(outputs[problem.examples] + problem.signs * problem.linear)
    found = optimality(problem, alpha, outputs)
    if not np.isfinite(problem.upper).all():
        return found
    match problem.balance:
        case Free():
            return found
        case Balanced():
            offset = _cheapest(problem, alpha, scores, np.ones(len(problem), dtype=np.bool_))
            return replace(found, offset=offset, gap=_gap(problem, alpha, scores, offset))
        case BalancedBySign():
            plus = problem.signs > 0
            high, low = (_cheapest(problem, alpha, scores, group) for group in (plus, ~plus))
            gap = _gap(problem, alpha, scores, np.where(plus, high, low))
            return replace(found, offset=0.5 * (high + low), spread=0.5 * (high - low), gap=gap)


def gap_at(problem: BoxProblem, alpha: Vector, outputs: Vector, offset: float, spread: float) -> float:
    """The duality gap of the rule with this offset, and this spread of thresholds where each sign has its own."""
    scores = -(outputs[problem.examples] + problem.signs * problem.linear)
    return _gap(problem, alpha, scores, offset + spread * problem.signs)


def _cheapest(problem: BoxProblem, alpha: Vector, scores: Vector, group: npt.NDArray[np.bool_]) -> float:
    """The threshold of the least gap of a group: a weighted median of its scores.

    A variable that may still rise by r along s and fall by q costs r (F − b) below its score F and q (b − F) above it.
    """
    places = np.flatnonzero(group)
    order: Index = places[np.argsort(scores[places], kind="stable")]
    if not len(order):
        return 0.0
    rest = problem.upper - alpha
    plus = problem.signs > 0
    rise, fall = np.where(plus, rest, alpha)[order], np.where(plus, alpha, rest)[order]
    cheaper_above = np.cumsum(fall) < rise.sum() - np.cumsum(rise)
    return float(scores[order][min(int(np.count_nonzero(cheaper_above)), len(order) - 1)])


def _threshold(
    problem: BoxProblem, alpha: Vector, scores: Vector, group: npt.NDArray[np.bool_] | None = None
) -> tuple[float, float]:
    """Violation within a group of variables and the threshold that fits it: the mean score of its free ones."""
    plus = problem.signs > 0
    below, above = alpha < problem.upper, alpha > 0
    if group is not None:
        below, above = below & group, above & group
    greatest = scores[np.where(plus, below, above)].max(initial=-np.inf)
    least = scores[np.where(plus, above, below)].min(initial=np.inf)
    free = scores[below & above]
    if len(free):
        return float(greatest - least), float(free.mean())
    if np.isinf(greatest) or np.isinf(least):
        finite = [value for value in (greatest, least) if np.isfinite(value)]
        return -np.inf, float(finite[0]) if finite else 0.0
    return float(greatest - least), float(0.5 * (greatest + least))


def _gap(problem: BoxProblem, alpha: Vector, scores: Vector, offsets: Vector | float) -> float:
    """Σ over variables of what each could still gain at this offset: the primal minus the dual objective."""
    slopes = problem.signs * (scores - offsets)
    # Where a slope is 0 nothing is gained, even in a box without an end; one that is not a number spoils the sum.
    rising, falling = slopes > 0, ~(slopes >= 0)
    rise = slopes[rising] * (problem.upper[rising] - alpha[rising])
    return float(rise.sum() - (slopes[falling] * alpha[falling]).sum())
