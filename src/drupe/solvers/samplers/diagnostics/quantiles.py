"""Two samplers side by side: quantiles of one against quantiles of the other."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Interval, check


@dataclass(frozen=True, eq=False)
class QuantileComparison:
    """The points of a quantile-quantile plot; on the diagonal if both distributions are the same.

    Parameters
    ----------
    levels
        Shares of the draws.
    first, second
        The number below which each share of each sampler's draws lies.
    """

    levels: Vector
    first: Vector
    second: Vector

    @property
    def largest_gap(self) -> float:
        """The greatest distance of a point from the diagonal."""
        return float(np.abs(self.first - self.second).max())

    @property
    def straightness(self) -> float:
        """Correlation of the quantiles: 1 on any rising line, whatever its place and slope; nan if one is constant."""
        first, second = self.first - self.first.mean(), self.second - self.second.mean()
        scale = float(np.linalg.norm(first) * np.linalg.norm(second))
        return float(first @ second) / scale if scale > 0.0 else float("nan")


def compare_quantiles(first: Any, second: Any, points: int = 99) -> QuantileComparison:
    """Quantiles at levels 1/(points + 1), ..., points/(points + 1) of two samples of numbers, of any two sizes.

    Parameters
    ----------
    first, second
        One number for each draw: test errors, say, or margins.
    points
        How many.

    Examples
    --------
    >>> compare_quantiles([1, 2, 3], [11, 12, 13], points=1).largest_gap
    10.0

    References
    ----------
    [Graepel02]_, section 8.4.2, figure 8.6.
    """
    check("compare_quantiles", "points", points, Interval(1, whole=True))
    levels = np.arange(1, int(points) + 1) / (int(points) + 1)
    return QuantileComparison(levels, np.quantile(_numbers(first), levels), np.quantile(_numbers(second), levels))


def _numbers(values: Any) -> Vector:
    numbers = np.asarray(values, dtype=np.float64).ravel()
    if not len(numbers) or not np.isfinite(numbers).all():
        raise InputError(f"quantiles need at least one number, all of them finite; got {len(numbers)}.")
    return numbers
