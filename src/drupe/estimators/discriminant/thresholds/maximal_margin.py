"""The threshold of a support vector machine in one dimension, found exactly."""

from dataclasses import dataclass

import numpy as np

from drupe.estimators.discriminant.thresholds.base import Threshold
from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import Checked, positive

MOST_STEPS = 200
"""Lines that are drawn under the cost; a dozen are usual."""

EXACT = 1e-12
"""Relative distance of a lower bound on the cost at which it is the least one."""


@dataclass(frozen=True)
class MaximalMargin(Checked, Threshold):
    """Cut at −b/a with ½a² + C Σᵢ wᵢ max(0, 1 − yᵢ(a qᵢ + b)) least over a ≥ 0 and b, q in units of its spread.

    Of outputs that do not overlap it is the middle of the gap; else it balances the outputs on the wrong sides by how
    far they are there. Where the classes are in the wrong order, a = 0, and the threshold of least squares is kept.

    Parameters
    ----------
    C
        Price of an output on the wrong side.

    Examples
    --------
    >>> MaximalMargin(C=100.0).cut(np.array([-3.0, 0.0, 1.0, 5.0]), np.array([-1.0, -1.0, 1.0, 1.0]), np.ones(4))
    0.5

    References
    ----------
    [Mika02]_, section 5.3.2.
    """

    C: float = positive(1.0)

    def cut(self, outputs: Vector, signs: Vector, weights: Vector) -> float:
        center = float(weights @ outputs / weights.sum())
        spread = float(np.sqrt(weights @ np.square(outputs - center) / weights.sum()))
        if not spread > 0.0:
            return 0.0
        slope, offset = _Cost((outputs - center) / spread, signs, self.C * weights).least()
        # A slope that is rounding says that no cut is better than any other.
        return center - spread * offset / slope if slope > EXACT else 0.0


@dataclass(frozen=True)
class _Line:
    """Costs at the slope a: their least value over b, the b there, and a slope of the cost in a."""

    at: float
    value: float
    offset: float
    slope: float

    def reach(self, a: float) -> float:
        """A lower bound on the cost at another a, as costs are convex."""
        return self.value + self.slope * (a - self.at)


class _Cost:
    """h(a) = min over b of Σᵢ pᵢ max(0, 1 − yᵢ(a qᵢ + b)): convex in a, and by pieces linear."""

    def __init__(self, outputs: Vector, signs: Vector, prices: Vector):
        order = np.argsort(outputs, kind="stable")
        self._outputs, self._signs, self._prices = outputs[order], signs[order], prices[order]

    def least(self) -> tuple[float, float]:
        """(a, b) where ½a² + h(a) is least, between the highest of the lines found so far on either side."""
        left = self._line(0.0)
        # ½a² cannot be more than all costs at a = 0.
        right = self._line(float(np.sqrt(2.0 * left.value)) + 1.0)
        best = left
        for _ in range(MOST_STEPS):
            a = _lowest(left, right)
            line = self._line(a)
            if _whole(line) < _whole(best):
                best = line
            bound = 0.5 * a * a + max(left.reach(a), right.reach(a))
            if _whole(best) - bound <= EXACT * max(_whole(best), 1.0):
                break
            if a + line.slope > 0.0:
                right = line
            else:
                left = line
        return best.at, best.offset

    def _line(self, a: float) -> _Line:
        kinks = self._signs - a * self._outputs
        order = np.argsort(kinks, kind="stable")
        kinks, signs, prices = kinks[order], self._signs[order], self._prices[order]
        # From −∞ on every price of +1 pulls b up; at a kink either sort adds its price to the slope in b.
        slopes = np.cumsum(prices) - prices[signs > 0].sum()
        first = int(np.searchsorted(slopes, -EXACT * prices.sum()))
        first = min(first, len(kinks) - 1)
        flat = abs(slopes[first]) <= EXACT * prices.sum() and first + 1 < len(kinks)
        b = float((kinks[first] + kinks[first + 1]) / 2.0) if flat else float(kinks[first])
        outputs = self._outputs[order]
        short = np.maximum(signs * (kinks - b), 0.0)
        pulling = np.where(signs > 0, np.arange(len(kinks)) > first, np.arange(len(kinks)) <= first) * prices
        if not flat:
            # The kink where b ends holds the rest of the balance.
            pulling[first] = 0.0
            rest = -float(pulling @ signs) * float(signs[first])
            pulling[first] = min(max(rest, 0.0), float(prices[first]))
        return _Line(a, float(prices @ short), b, -float((pulling * signs) @ outputs))


def _whole(line: _Line) -> float:
    return 0.5 * line.at**2 + line.value


def _lowest(left: _Line, right: _Line) -> float:
    """Where ½a² and the higher of the two lines are least, between their points."""
    if left.slope == right.slope:
        crossing = right.at
    else:
        crossing = (left.value - left.slope * left.at - right.value + right.slope * right.at) / (
            right.slope - left.slope
        )
    # Left of the crossing the left line is higher, with its lowest point at −slope; right of it the right one.
    if -left.slope < crossing:
        found = -left.slope
    elif -right.slope > crossing:
        found = -right.slope
    else:
        found = crossing
    return float(min(max(found, left.at), right.at))
