"""Pointwise maps: the last step of most kernels, number by number."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Matrix


class Map(ABC):
    """A function of one real number, applied to every entry."""

    @abstractmethod
    def __call__(self, t: Matrix) -> Matrix: ...


@dataclass(frozen=True)
class Exp(Map):
    """t → exp(rate · t)."""

    rate: float = 1.0

    def __call__(self, t: Matrix) -> Matrix:
        return np.asarray(np.exp(self.rate * t))


@dataclass(frozen=True)
class Affine(Map):
    """t → slope · t + offset."""

    slope: float
    offset: float = 0.0

    def __call__(self, t: Matrix) -> Matrix:
        return self.slope * t + self.offset


@dataclass(frozen=True)
class Power(Map):
    """t → t to the power `exponent`; whole exponents take any t, others t ≥ 0."""

    exponent: float

    def __call__(self, t: Matrix) -> Matrix:
        return np.power(t, self.exponent)


@dataclass(frozen=True)
class Sqrt(Map):
    """t → √t."""

    def __call__(self, t: Matrix) -> Matrix:
        return np.sqrt(t)


@dataclass(frozen=True)
class Polynomial(Map):
    """t → Σ coefficients[i] · tⁱ, by Horner's rule."""

    coefficients: tuple[float, ...]

    def __call__(self, t: Matrix) -> Matrix:
        value = np.full_like(t, self.coefficients[-1])
        for coefficient in reversed(self.coefficients[:-1]):
            value = value * t + coefficient
        return value


@dataclass(frozen=True)
class Tanh(Map):
    """t → tanh t."""

    def __call__(self, t: Matrix) -> Matrix:
        return np.tanh(t)


@dataclass(frozen=True)
class Cosine(Map):
    """t → cos(frequency · t)."""

    frequency: float = 1.0

    def __call__(self, t: Matrix) -> Matrix:
        return np.asarray(np.cos(self.frequency * t))


@dataclass(frozen=True)
class Sinc(Map):
    """t → sin(cutoff · t) / (π t), and cutoff / π at 0."""

    cutoff: float

    def __call__(self, t: Matrix) -> Matrix:
        return np.asarray(self.cutoff / np.pi * np.sinc(self.cutoff * t / np.pi))


@dataclass(frozen=True)
class TimesLog(Map):
    """t → t log t, and 0 at 0."""

    def __call__(self, t: Matrix) -> Matrix:
        return t * np.log(np.where(t > 0, t, 1.0))


@dataclass(frozen=True)
class Positive(Map):
    """t → max(t, 0)."""

    def __call__(self, t: Matrix) -> Matrix:
        return np.maximum(t, 0.0)


@dataclass(frozen=True)
class Step(Map):
    """t → 1 if t ≤ edge, else 0."""

    edge: float

    def __call__(self, t: Matrix) -> Matrix:
        return (t <= self.edge).astype(t.dtype)


@dataclass(frozen=True)
class AtMost(Map):
    """t → min(t, limit): keeps an infinite distance from meeting a factor that has become zero."""

    limit: float

    def __call__(self, t: Matrix) -> Matrix:
        return np.minimum(t, self.limit)
