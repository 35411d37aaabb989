"""The optimality conditions of a box problem: thresholds, largest violation, offset, and the duality gap."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Vector
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
