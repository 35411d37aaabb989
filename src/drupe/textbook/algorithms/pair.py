"""Two variables optimized together, analytically: the heart of sequential minimal optimization."""

from dataclasses import dataclass

import numpy as np

TIE = 1e-12
"""Difference of the objective at two ends, relative to it, that counts as none."""

ROUNDING = 8.0 * float(np.finfo(np.float64).eps)
"""Relative error that a sum of two variables may carry."""


def snapped(value: float, ends: tuple[float, ...], scale: float) -> float:
    """The value, or the end that it misses by rounding only: a variable is either at an end or well inside."""
    close = (end for end in ends if np.isfinite(end) and abs(value - end) <= ROUNDING * max(abs(end), scale))
    return next(close, value)


@dataclass(frozen=True)
class Pair:
    """Two variables of a balanced problem, first and second of each tuple.

    Parameters
    ----------
    alpha
        Their values.
    signs
        y₁ and y₂.
    upper
        The ends of their boxes, C in the book; infinity for the hard and the 2-norm margin.
    errors
        E = f(x) − y of both; what is common to both, such as the offset, cancels.
    curvature
        κ = K₁₁ + K₂₂ − 2 K₁₂, the squared distance of the two examples in feature space.

    Examples
    --------
    >>> pair = Pair(alpha=(0.0, 0.0), signs=(1.0, -1.0), upper=(10.0, 10.0), errors=(-1.0, 1.0), curvature=5.0)
    >>> pair.interval(), pair.optimum()
    ((0.0, 10.0), (0.4, 0.4))

    References
    ----------
    [Cristianini00]_, eq. 7.5 to 7.8, theorem 7.12 and remark 7.13, where the cases y₁ = y₂ and y₁ ≠ y₂ of an
    infinite C are exchanged.
    """

    alpha: tuple[float, float]
    signs: tuple[float, float]
    upper: tuple[float, float]
    errors: tuple[float, float]
    curvature: float

    def interval(self) -> tuple[float, float]:
        """U and V: how low and how high α₂ can be while α₁ makes up for it within its own box."""
        (first, second), (upper_first, upper_second) = self.alpha, self.upper
        if self.signs[0] != self.signs[1]:
            return max(0.0, second - first), min(upper_second, upper_first - first + second)
        return max(0.0, first + second - upper_first), min(upper_second, first + second)

    @property
    def slope(self) -> float:
        """∂W/∂α₂ along the line: y₂ (E₁ − E₂)."""
        return self.signs[1] * (self.errors[0] - self.errors[1])

    def gain(self, change: float) -> float:
        """W after α₂ has changed by so much, minus W before: slope · t − ½ κ t²."""
        return self.slope * change - 0.5 * self.curvature * change**2

    def optimum(self) -> tuple[float, float]:
        """α₁ and α₂ at the maximum of W along the line, cut to the interval."""
        low, high = self.interval()
        second = min(max(self.alpha[1] + self.slope / self.curvature, low), high) if self.curvature > 0 else self._end()
        first = self.alpha[0] + self.signs[0] * self.signs[1] * (self.alpha[1] - second)
        return snapped(first, (0.0, self.upper[0]), sum(self.alpha)), second

    def _end(self) -> float:
        """The better end of the interval, for two examples that coincide in feature space or a kernel that is none."""
        low, high = self.interval()
        if self.curvature == 0.0 and np.isinf(high):
            return high if self.slope > 0 else low if self.slope < 0 else self.alpha[1]
        at_low, at_high = self.gain(low - self.alpha[1]), self.gain(high - self.alpha[1])
        if abs(at_low - at_high) <= TIE * max(abs(at_low), abs(at_high), TIE):
            return self.alpha[1]
        return low if at_low > at_high else high
