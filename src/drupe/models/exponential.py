"""The exponential family of waiting times: independent columns of positive numbers."""

from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.inputs.vectors import Vectors
from drupe.models.exponential_family import Coordinates, ExponentialFamily, Natural, fitted
from drupe.models.frozen import positive_numbers
from drupe.models.training import Training


@dataclass(frozen=True, eq=False)
class Exponential(ExponentialFamily):
    """p(x) = Πⱼ rateⱼ exp(−rateⱼ xⱼ), with θⱼ = −rateⱼ and τ(x) = x.

    Parameters
    ----------
    rates
        One over the mean of each column.
    coordinates
        In which parameters scores are derivatives: `Natural()`, or `Usual()` for rates.
    training
        What it was fitted on.

    Examples
    --------
    >>> Exponential([0.5]).scores([[3.0]]).item()
    1.0

    References
    ----------
    [Herbrich02]_, example 2.28.
    """

    rates: Vector
    coordinates: Coordinates = field(default_factory=Natural)
    training: Training | None = field(default=None, compare=False, repr=False)

    support = "numbers, 0 or more"

    def __post_init__(self) -> None:
        object.__setattr__(self, "rates", positive_numbers("Exponential", "rates", self.rates))

    @classmethod
    def fit(cls, X: Any, *, coordinates: Coordinates | None = None) -> Self:
        """One over the means of the columns."""
        inputs = Vectors.of(X)
        return fitted(cls(np.ones(inputs.dimension), coordinates or Natural()), inputs)

    @property
    def dimension(self) -> int:
        """How many columns."""
        return len(self.rates)

    @property
    def natural(self) -> Vector:
        """Minus the rates."""
        return -self.rates

    @property
    def usual(self) -> Vector:
        """The rates."""
        return self.rates

    @property
    def natural_slope(self) -> Matrix:
        """−1."""
        return -np.eye(self.dimension)

    @property
    def parameter_names(self) -> tuple[str, ...]:
        """One for each column."""
        return tuple(f"rate {j}" for j in range(self.dimension))

    def statistics(self, x: Matrix) -> Matrix:
        """x."""
        return x

    def log_base(self, x: Matrix) -> Vector:
        """0."""
        return np.zeros(len(x))

    @property
    def log_partition(self) -> float:
        """−Σ ln rateⱼ."""
        return -float(np.log(self.rates).sum())

    @property
    def mean_statistics(self) -> Vector:
        """1 / rate."""
        return 1.0 / self.rates

    @property
    def statistics_covariance(self) -> Matrix:
        """1 / rate²."""
        return np.diag(self.rates**-2)

    def refitted(self, x: Matrix, weights: Vector) -> Self:
        """One over the weighted means."""
        means = weights @ x / weights.sum()
        if means.min() <= 0.0:
            raise InputError(f"column {int(means.argmin())} is 0 in all examples, and so has no rate; leave it out.")
        return replace(self, rates=1.0 / means, training=None)

    def _impossible(self, x: Matrix) -> Any:
        return x < 0.0

    def _draw(self, size: int, rng: np.random.Generator) -> Vectors:
        return Vectors.of(rng.exponential(1.0 / self.rates, (size, self.dimension)))
