"""Directed rounding: what certifies is rounded away from what one would like to hear."""

import math

SLACK = 1e-11
"""Relative error that special functions and sums of a few logarithms stay well below."""


def upward(value: float) -> float:
    """The value, enlarged by more than the error of its computation.

    >>> upward(0.5) > 0.5
    True
    """
    return math.nextafter(value + SLACK * abs(value), math.inf)


def downward(value: float) -> float:
    """The value, diminished by more than the error of its computation.

    >>> downward(0.5) < 0.5
    True
    """
    return math.nextafter(value - SLACK * abs(value), -math.inf)
