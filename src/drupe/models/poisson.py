"""The Poisson family: independent columns of counts."""

from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np
from scipy.special import gammaln

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.inputs.vectors import Vectors
from drupe.models.exponential_family import Coordinates, ExponentialFamily, Natural, fitted
from drupe.models.frozen import positive_numbers
from drupe.models.training import Training


@dataclass(frozen=True, eq=False)
class Poisson(ExponentialFamily):
    """P(x) = Πⱼ exp(−rateⱼ) rateⱼ^xⱼ / xⱼ!, with θⱼ = ln rateⱼ and τ(x) = x.

    Parameters
    ----------
    rates
        The expected count in each column.
    coordinates
        In which parameters scores are derivatives: `Natural()`, or `Usual()` for rates.
    training
        What it was fitted on.

    Examples
    --------
    >>> calls = Poisson([2.0])
    >>> bool(np.isclose(calls.log_likelihood([[0.0]]).item(), -2.0)), calls.scores([[5.0]]).item()
    (True, 3.0)

    References
    ----------
    [Herbrich02]_, example 2.28.
    """

    rates: Vector
    coordinates: Coordinates = field(default_factory=Natural)
    training: Training | None = field(default=None, compare=False, repr=False)

    support = "whole numbers, 0 or more"

    def __post_init__(self) -> None:
        object.__setattr__(self, "rates", positive_numbers("Poisson", "rates", self.rates))

    @classmethod
    def fit(cls, X: Any, *, coordinates: Coordinates | None = None) -> Self:
        """The means of the columns."""
        inputs = Vectors.of(X)
        return fitted(cls(np.ones(inputs.dimension), coordinates or Natural()), inputs)

    @property
    def dimension(self) -> int:
        """How many columns."""
        return len(self.rates)

    @property
    def natural(self) -> Vector:
        """Logarithms of the rates."""
        return np.log(self.rates)

    @property
    def usual(self) -> Vector:
        """The rates."""
        return self.rates

    @property
    def natural_slope(self) -> Matrix:
        """1 / rate."""
        return np.diag(1.0 / self.rates)

    @property
    def parameter_names(self) -> tuple[str, ...]:
        """One for each column."""
        return tuple(f"rate {j}" for j in range(self.dimension))

    def statistics(self, x: Matrix) -> Matrix:
        """x."""
        return x

    def log_base(self, x: Matrix) -> Vector:
        """−Σ ln xⱼ!."""
        return np.asarray(-gammaln(x + 1.0).sum(axis=1))

    @property
    def log_partition(self) -> float:
        """The sum of the rates."""
        return float(self.rates.sum())

    @property
    def mean_statistics(self) -> Vector:
        """The rates."""
        return self.rates

    @property
    def statistics_covariance(self) -> Matrix:
        """The rates again."""
        return np.diag(self.rates)

    def refitted(self, x: Matrix, weights: Vector) -> Self:
        """The weighted means."""
        means = weights @ x / weights.sum()
        if means.min() <= 0.0:
            raise InputError(f"column {int(means.argmin())} is 0 in all examples, and so has no rate; leave it out.")
        return replace(self, rates=means, training=None)

    def _impossible(self, x: Matrix) -> Any:
        return (x < 0.0) | (x != np.floor(x))

    def _draw(self, size: int, rng: np.random.Generator) -> Vectors:
        return Vectors.of(rng.poisson(self.rates, (size, self.dimension)).astype(np.float64))
