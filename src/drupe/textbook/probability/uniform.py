"""Uniform distributions, on finite sets and on intervals: no exponential families, as their support moves."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import ParameterError


@dataclass(frozen=True)
class DiscreteUniform:
    """P(x) = 1/|A| for x ∈ A.

    Parameters
    ----------
    values
        A, each number once.

    Examples
    --------
    >>> die = DiscreteUniform((1, 2, 3, 4, 5, 6))
    >>> die.mean, round(die.variance, 6), die.likelihood([6, 7]).round(6).tolist()
    (3.5, 2.916667, [0.166667, 0.0])

    References
    ----------
    [Herbrich02]_, table A.1.
    """

    values: tuple[float, ...]

    def __post_init__(self) -> None:
        numbers = np.asarray(self.values, dtype=np.float64)
        if numbers.ndim != 1 or not len(numbers) or not np.isfinite(numbers).all():
            raise ParameterError(f"DiscreteUniform.values must be numbers in a row, at least one, got {self.values!r}.")
        if len(np.unique(numbers)) != len(numbers):
            raise ParameterError("DiscreteUniform.values must name each number once.")
        object.__setattr__(self, "values", tuple(numbers.tolist()))

    @property
    def mean(self) -> float:
        """E x, the mean of A."""
        return float(np.mean(self.values))

    @property
    def variance(self) -> float:
        """E (x − E x)²."""
        return float(np.var(self.values))

    def likelihood(self, x: npt.ArrayLike) -> Vector:
        """P(x) of each number."""
        return np.isin(np.asarray(x, dtype=np.float64), self.values) / len(self.values)

    def draw(self, size: int, rng: np.random.Generator) -> Vector:
        """Independent numbers of A."""
        return np.asarray(rng.choice(self.values, size))


@dataclass(frozen=True)
class ContinuousUniform:
    """p(x) = 1/(high − low) for low ≤ x ≤ high.

    Parameters
    ----------
    low, high
        The ends of the interval.

    Examples
    --------
    >>> wait = ContinuousUniform(0.0, 6.0)
    >>> wait.mean, wait.variance, wait.likelihood([-1.0, 3.0]).tolist() == [0.0, 1 / 6]
    (3.0, 3.0, True)

    References
    ----------
    [Herbrich02]_, table A.1.
    """

    low: float = 0.0
    high: float = 1.0

    def __post_init__(self) -> None:
        if not -np.inf < self.low < self.high < np.inf:
            raise ParameterError(f"ContinuousUniform needs finite low < high, got {self.low!r} and {self.high!r}.")

    @classmethod
    def fit(cls, x: npt.ArrayLike) -> "ContinuousUniform":
        """The most likely interval, the shortest that holds all numbers; always too short."""
        return cls(float(np.min(x)), float(np.max(x)))

    @property
    def mean(self) -> float:
        """The middle."""
        return self.low + 0.5 * (self.high - self.low)

    @property
    def variance(self) -> float:
        """(high − low)² / 12."""
        return (self.high - self.low) ** 2 / 12.0

    def likelihood(self, x: npt.ArrayLike) -> Vector:
        """p(x) of each number."""
        points = np.asarray(x, dtype=np.float64)
        return np.asarray((points >= self.low) & (points <= self.high)) / (self.high - self.low)

    def draw(self, size: int, rng: np.random.Generator) -> Vector:
        """Independent numbers of the interval."""
        return rng.uniform(self.low, self.high, size)
