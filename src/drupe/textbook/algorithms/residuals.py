"""By how much each single variable violates the optimality conditions, and what it adds to the gap."""

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.solvers.balance import Balanced, BalancedBySign, Free
from drupe.solvers.optimality import optimality
from drupe.textbook.algorithms.point import Point


def offset_slopes(point: Point) -> Vector:
    """∂W/∂α at the offset that fits best: 1 − y f(x) in classification."""
    state = optimality(point.problem, point.alpha, point.outputs)
    signs = point.problem.signs
    match point.problem.balance:
        case Free():
            return point.slopes()
        case Balanced():
            return np.asarray(point.slopes() - signs * state.offset)
        case BalancedBySign():
            return np.asarray(point.slopes() - signs * (state.offset + signs * state.spread))


def residuals(point: Point) -> Vector:
    """max(slope, 0) below the upper end, max(−slope, 0) above zero: all 0 at an optimum."""
    slopes = offset_slopes(point)
    rise = np.where(point.alpha < point.problem.upper, slopes, 0.0)
    fall = np.where(point.alpha > 0, -slopes, 0.0)
    return np.maximum(np.maximum(rise, fall), 0.0)


def gap_contributions(point: Point) -> Vector:
    """α (y f(x) − 1) + C ξ, ξ = max(1 − y f(x), 0): what each example adds to primal minus dual.

    References
    ----------
    [Cristianini00]_, remark 7.2.
    """
    slopes = offset_slopes(point)
    slack = np.maximum(slopes, 0.0)
    costs = np.multiply(point.problem.upper, slack, out=np.zeros_like(slack), where=slack > 0)
    return np.asarray(costs - point.alpha * slopes)
