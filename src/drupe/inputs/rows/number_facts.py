"""What is to be known of a column of numbers, found part by part: moments that add up stably, extremes, order."""

import math
from dataclasses import dataclass
from typing import Self

import numpy as np

from drupe.foundation.arrays import Vector


@dataclass(frozen=True)
class NumberFacts:
    """Count, mean, Σ(x − mean)², extremes, and whether the numbers could be those of the rows.

    Two parts are joined by formulas of Chan, Golub and LeVeque, which subtract means and never large sums of squares.

    Parameters
    ----------
    count
        How many numbers there are.
    mean, squares
        Their mean, and the sum of the squares of what each differs from it.
    low, high
        The smallest and the largest.
    whole
        Whether all are whole numbers.
    rising, falling
        Whether each is larger, or smaller, than the one before.
    first, last
        The first and the last of them.

    Examples
    --------
    >>> facts = NumberFacts.of(np.array([1.0, 2.0])) + NumberFacts.of(np.array([6.0]))
    >>> facts.count, facts.mean, facts.squares, facts.rising
    (3, 3.0, 14.0, True)

    References
    ----------
    [Chan83]_, the update for two parts, place not checked.
    """

    count: int = 0
    mean: float = 0.0
    squares: float = 0.0
    low: float = math.inf
    high: float = -math.inf
    whole: bool = True
    rising: bool = True
    falling: bool = True
    first: float = 0.0
    last: float = 0.0

    @classmethod
    def of(cls, values: Vector) -> Self:
        """Of finite numbers."""
        if not len(values):
            return cls()
        with np.errstate(over="ignore", invalid="ignore"):  # numbers near the largest have no finite variance
            # Around a number of the column the mean loses nothing, however far from 0 all of them lie.
            mean = float(values[0] + (values - values[0]).mean())
            rest = values - mean  # summed by numpy: the bits of a BLAS depend on its threads
            steps = np.diff(values)
            return cls(
                len(values),
                mean,
                float(np.square(rest).sum()),
                float(values.min()),
                float(values.max()),
                bool((values == np.floor(values)).all()),
                bool((steps > 0.0).all()),
                bool((steps < 0.0).all()),
                float(values[0]),
                float(values[-1]),
            )

    def __add__(self, other: "NumberFacts") -> "NumberFacts":
        if not self.count or not other.count:
            return self if self.count else other
        count = self.count + other.count
        apart = other.mean - self.mean
        return NumberFacts(
            count,
            self.mean + apart * (other.count / count),
            self.squares + other.squares + apart * apart * (self.count * other.count / count),
            min(self.low, other.low),
            max(self.high, other.high),
            self.whole and other.whole,
            self.rising and other.rising and self.last < other.first,
            self.falling and other.falling and self.last > other.first,
            self.first,
            other.last,
        )

    @property
    def deviation(self) -> float:
        """The standard deviation: the root of the mean of the squares."""
        return math.sqrt(self.squares / self.count) if self.count else 0.0
