"""The Gamma family: independent columns of positive numbers, of any shape."""

from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np
from scipy.optimize import brentq
from scipy.special import digamma, gammaln, polygamma

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs.vectors import Vectors
from drupe.models.exponential_family import Coordinates, ExponentialFamily, Natural, fitted
from drupe.models.frozen import positive_numbers
from drupe.models.training import Training


@dataclass(frozen=True, eq=False)
class Gamma(ExponentialFamily):
    """p(x) = Πⱼ bⱼ^aⱼ xⱼ^(aⱼ − 1) exp(−bⱼ xⱼ) / Γ(aⱼ), with θ = (−b, a) and τ(x) = (x, ln x).

    Parameters
    ----------
    shapes
        a: 1 for waiting times without memory; the larger, the nearer to a normal distribution.
    rates
        b: one over the scale of each column; the mean is a/b.
    coordinates
        In which parameters scores are derivatives: `Natural()`, or `Usual()` for shapes and rates.
    training
        What it was fitted on.

    Examples
    --------
    >>> waiting = Gamma([1.0], [0.5])  # an exponential distribution of mean 2
    >>> bool(np.isclose(waiting.log_likelihood([[4.0]]), np.log(0.5) - 2.0)), waiting.expectation.tolist()
    (True, [2.0])

    References
    ----------
    [Herbrich02]_, table A.1, with 1/b for b there, and table A.2.
    """

    shapes: Vector
    rates: Vector
    coordinates: Coordinates = field(default_factory=Natural)
    training: Training | None = field(default=None, compare=False, repr=False)

    support = "numbers above 0"

    def __post_init__(self) -> None:
        object.__setattr__(self, "shapes", positive_numbers("Gamma", "shapes", self.shapes))
        object.__setattr__(self, "rates", positive_numbers("Gamma", "rates", self.rates))
        if len(self.shapes) != len(self.rates):
            raise ParameterError(f"Gamma has {len(self.shapes)} shapes, but {len(self.rates)} rates.")

    @classmethod
    def fit(cls, X: Any, *, coordinates: Coordinates | None = None) -> Self:
        """The most likely shapes and rates."""
        inputs = Vectors.of(X)
        start = cls(np.ones(inputs.dimension), np.ones(inputs.dimension), coordinates or Natural())
        return fitted(start, inputs)

    @property
    def dimension(self) -> int:
        """How many columns."""
        return len(self.shapes)

    @property
    def natural(self) -> Vector:
        """Minus the rates, then the shapes."""
        return np.concatenate([-self.rates, self.shapes])

    @property
    def usual(self) -> Vector:
        """The shapes, then the rates."""
        return np.concatenate([self.shapes, self.rates])

    @property
    def natural_slope(self) -> Matrix:
        """−1 for rates, 1 for shapes."""
        one, zero = np.eye(self.dimension), np.zeros((self.dimension, self.dimension))
        return np.block([[zero, -one], [one, zero]])

    @property
    def parameter_names(self) -> tuple[str, ...]:
        """Two for each column."""
        return tuple(f"{word} {j}" for word in ("shape", "rate") for j in range(self.dimension))

    def statistics(self, x: Matrix) -> Matrix:
        """x, then ln x."""
        return np.hstack([x, np.log(x)])

    def log_base(self, x: Matrix) -> Vector:
        """−Σ ln xⱼ."""
        return np.asarray(-np.log(x).sum(axis=1))

    @property
    def log_partition(self) -> float:
        """Σ ln Γ(aⱼ) − aⱼ ln bⱼ."""
        return float((gammaln(self.shapes) - self.shapes * np.log(self.rates)).sum())

    @property
    def mean_statistics(self) -> Vector:
        """a/b, then ψ(a) − ln b."""
        return np.concatenate([self.shapes / self.rates, digamma(self.shapes) - np.log(self.rates)])

    @property
    def statistics_covariance(self) -> Matrix:
        """a/b² of x, 1/b of x and ln x, ψ′(a) of ln x."""
        cross = np.diag(1.0 / self.rates)
        return np.block([[np.diag(self.shapes / self.rates**2), cross], [cross, np.diag(polygamma(1, self.shapes))]])

    def refitted(self, x: Matrix, weights: Vector) -> Self:
        """ln a − ψ(a) is the logarithm of the mean less the mean of logarithms, weighted; b = a / mean."""
        means = weights @ x / weights.sum()
        gaps = np.log(means) - weights @ np.log(x) / weights.sum()
        if gaps.min() <= 0.0:
            raise InputError(
                f"column {int(gaps.argmin())} is the same in all examples, and so has no shape; leave it out."
            )
        shapes = np.array([_shape(gap) for gap in gaps])
        return replace(self, shapes=shapes, rates=shapes / means, training=None)

    def _impossible(self, x: Matrix) -> Any:
        return x <= 0.0

    def _draw(self, size: int, rng: np.random.Generator) -> Vectors:
        drawn = rng.gamma(self.shapes, 1.0 / self.rates, (size, self.dimension))
        # Of a small shape some draws are too small for a number, and zero cannot be.
        return Vectors.of(np.maximum(drawn, np.finfo(np.float64).tiny))


def _shape(gap: float) -> float:
    """The a with ln a − ψ(a) = gap, which lies between 1/(2a) and 1/a."""
    # A little more on both sides, for gaps so small or large that rounding reaches the ends.
    low, high = 0.5 / gap * (1.0 - 1e-6), 1.0 / gap * (1.0 + 1e-6)
    return float(brentq(lambda a: _log_over_digamma(a) - gap, low, high, xtol=1e-300, rtol=1e-15))


def _log_over_digamma(a: float) -> float:
    """ln a − ψ(a); where both are nearly equal, by the series of their difference."""
    if a < 1e3:
        return float(np.log(a) - digamma(a))
    return (0.5 + (1.0 / 12.0 - 1.0 / (120.0 * a**2)) / a) / a
