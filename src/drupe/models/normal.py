"""Normal distributions of independent columns: with means alone to be found, or means and variances."""

import math
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs.vectors import Vectors
from drupe.models.exponential_family import Coordinates, ExponentialFamily, Usual, fitted
from drupe.models.frozen import frozen, positive_numbers
from drupe.models.training import Training


class _Normal(ExponentialFamily):
    """What normal distributions of both kinds share."""

    means: Vector
    variances: Vector

    def __post_init__(self) -> None:
        owner = type(self).__name__
        object.__setattr__(self, "means", frozen(owner, "means", self.means, 1))
        object.__setattr__(self, "variances", positive_numbers(owner, "variances", self.variances))
        if len(self.means) != len(self.variances):
            raise ParameterError(f"{owner} has {len(self.means)} means, but {len(self.variances)} variances.")

    @property
    def dimension(self) -> int:
        """How many columns."""
        return len(self.means)

    def _impossible(self, x: Matrix) -> Any:
        return np.zeros((0, 0), dtype=bool)

    def _draw(self, size: int, rng: np.random.Generator) -> Vectors:
        return Vectors.of(rng.normal(self.means, np.sqrt(self.variances), (size, self.dimension)))


@dataclass(frozen=True, eq=False)
class NormalMean(_Normal):
    """p(x) = Πⱼ N(xⱼ; μⱼ, σⱼ²) with the variances given: θⱼ = μⱼ/σⱼ² and τ(x) = x.

    Its Fisher kernel is Σⱼ (xⱼ − μⱼ)(zⱼ − μⱼ) / σⱼ².

    Parameters
    ----------
    means
        μ.
    variances
        σ², which are no parameters.
    coordinates
        In which parameters scores are derivatives: `Usual()` for means, or `Natural()`.
    training
        What it was fitted on.

    Examples
    --------
    >>> NormalMean([1.0], [4.0]).scores([[3.0]]).item()
    0.5

    References
    ----------
    [Graepel02]_, section 2.3.3.
    """

    means: Vector
    variances: Vector
    coordinates: Coordinates = field(default_factory=Usual)
    training: Training | None = field(default=None, compare=False, repr=False)

    @classmethod
    def fit(cls, X: Any, variances: Any, *, coordinates: Coordinates | None = None) -> Self:
        """The means of the columns."""
        inputs = Vectors.of(X)
        start = cls(np.zeros(inputs.dimension), np.broadcast_to(variances, inputs.dimension), coordinates or Usual())
        return fitted(start, inputs)

    @property
    def natural(self) -> Vector:
        """μ / σ²."""
        return self.means / self.variances

    @property
    def usual(self) -> Vector:
        """μ."""
        return self.means

    @property
    def natural_slope(self) -> Matrix:
        """1 / σ²."""
        return np.diag(1.0 / self.variances)

    @property
    def parameter_names(self) -> tuple[str, ...]:
        """One for each column."""
        return tuple(f"mean {j}" for j in range(self.dimension))

    def statistics(self, x: Matrix) -> Matrix:
        """x."""
        return x

    def log_base(self, x: Matrix) -> Vector:
        """−½ Σ (xⱼ²/σⱼ² + ln 2πσⱼ²)."""
        return np.asarray(-0.5 * (x**2 / self.variances + np.log(2.0 * math.pi * self.variances)).sum(axis=1))

    @property
    def log_partition(self) -> float:
        """½ Σ μⱼ²/σⱼ²."""
        return float(0.5 * (self.means**2 / self.variances).sum())

    @property
    def mean_statistics(self) -> Vector:
        """μ."""
        return self.means

    @property
    def statistics_covariance(self) -> Matrix:
        """σ²."""
        return np.diag(self.variances)

    def refitted(self, x: Matrix, weights: Vector) -> Self:
        """The weighted means."""
        return replace(self, means=weights @ x / weights.sum(), training=None)


@dataclass(frozen=True, eq=False)
class Normal(_Normal):
    """p(x) = Πⱼ N(xⱼ; μⱼ, σⱼ²): θ = (μ/σ², −1/(2σ²)) and τ(x) = (x, x²).

    Parameters
    ----------
    means
        μ.
    variances
        σ².
    coordinates
        In which parameters scores are derivatives: `Usual()` for means and variances, or `Natural()`.
    training
        What it was fitted on.

    Examples
    --------
    >>> Normal([1.0], [4.0]).scores([[3.0]]).tolist()
    [[0.5, 0.0]]

    References
    ----------
    [Herbrich02]_, example 2.28.
    """

    means: Vector
    variances: Vector
    coordinates: Coordinates = field(default_factory=Usual)
    training: Training | None = field(default=None, compare=False, repr=False)

    @classmethod
    def fit(cls, X: Any, *, coordinates: Coordinates | None = None) -> Self:
        """Means and variances of the columns."""
        inputs = Vectors.of(X)
        start = cls(np.zeros(inputs.dimension), np.ones(inputs.dimension), coordinates or Usual())
        return fitted(start, inputs)

    @property
    def natural(self) -> Vector:
        """μ/σ², then −1/(2σ²)."""
        return np.concatenate([self.means / self.variances, -0.5 / self.variances])

    @property
    def usual(self) -> Vector:
        """μ, then σ²."""
        return np.concatenate([self.means, self.variances])

    @property
    def natural_slope(self) -> Matrix:
        """Of μ/σ² and −1/(2σ²) in μ and σ²."""
        zero = np.zeros((self.dimension, self.dimension))
        upper = np.hstack([np.diag(1.0 / self.variances), np.diag(-self.means / self.variances**2)])
        return np.vstack([upper, np.hstack([zero, np.diag(0.5 / self.variances**2)])])

    @property
    def parameter_names(self) -> tuple[str, ...]:
        """Two for each column."""
        return tuple(f"{word} {j}" for word in ("mean", "variance") for j in range(self.dimension))

    def statistics(self, x: Matrix) -> Matrix:
        """x, then x²."""
        return np.hstack([x, x**2])

    def log_base(self, x: Matrix) -> Vector:
        """−(d/2) ln 2π."""
        return np.full(len(x), -0.5 * self.dimension * math.log(2.0 * math.pi))

    @property
    def log_partition(self) -> float:
        """½ Σ (μⱼ²/σⱼ² + ln σⱼ²)."""
        return float(0.5 * (self.means**2 / self.variances + np.log(self.variances)).sum())

    @property
    def mean_statistics(self) -> Vector:
        """μ, then μ² + σ²."""
        return np.concatenate([self.means, self.means**2 + self.variances])

    @property
    def statistics_covariance(self) -> Matrix:
        """σ² of x, 2μσ² of x and x², 4μ²σ² + 2σ⁴ of x²."""
        cross = np.diag(2.0 * self.means * self.variances)
        square = np.diag(4.0 * self.means**2 * self.variances + 2.0 * self.variances**2)
        return np.block([[np.diag(self.variances), cross], [cross, square]])

    def refitted(self, x: Matrix, weights: Vector) -> Self:
        """Weighted means and variances."""
        means = weights @ x / weights.sum()
        variances = weights @ (x - means) ** 2 / weights.sum()
        if variances.min() <= 0.0:
            raise InputError(
                f"column {int(variances.argmin())} is the same in all examples, and so has no variance; leave it out."
            )
        return replace(self, means=means, variances=variances, training=None)
