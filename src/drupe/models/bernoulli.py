"""The Bernoulli family: independent columns of zeros and ones."""

from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError, ParameterError
from drupe.foundation.parameters import Interval, check
from drupe.inputs.vectors import Vectors
from drupe.models.exponential_family import Coordinates, ExponentialFamily, Natural, fitted
from drupe.models.frozen import frozen
from drupe.models.training import Training


@dataclass(frozen=True, eq=False)
class Bernoulli(ExponentialFamily):
    """P(x) = Πⱼ pⱼ^xⱼ (1 − pⱼ)^(1 − xⱼ), with θⱼ = ln pⱼ/(1 − pⱼ) and τ(x) = x.

    Parameters
    ----------
    p
        The probability of a one in each column, inside (0, 1).
    coordinates
        In which parameters scores are derivatives: `Natural()`, or `Usual()` for p.
    smoothing
        How many further examples, half of them ones, a fit adds to each column, so that none is certain.
    training
        What it was fitted on.

    Examples
    --------
    >>> coin = Bernoulli([0.25])
    >>> np.exp(coin.log_likelihood([[1.0], [0.0]])).round(9).tolist(), coin.scores([[1.0], [0.0]]).tolist()
    ([0.25, 0.75], [[0.75], [-0.25]])

    References
    ----------
    [Herbrich02]_, example 2.28.
    """

    p: Vector
    coordinates: Coordinates = field(default_factory=Natural)
    smoothing: float = 0.0
    training: Training | None = field(default=None, compare=False, repr=False)

    support = "zeros and ones"

    def __post_init__(self) -> None:
        object.__setattr__(self, "p", frozen("Bernoulli", "p", self.p, 1))
        check("Bernoulli", "smoothing", self.smoothing, Interval(0.0))
        if self.p.min() <= 0.0 or self.p.max() >= 1.0:
            raise ParameterError("Bernoulli.p must lie inside (0, 1): what is certain has no score.")

    @classmethod
    def fit(cls, X: Any, *, smoothing: float = 0.0, coordinates: Coordinates | None = None) -> Self:
        """The shares of ones in the columns."""
        inputs = Vectors.of(X)
        start = cls(np.full(inputs.dimension, 0.5), coordinates or Natural(), smoothing)
        return fitted(start, inputs)

    @property
    def dimension(self) -> int:
        """How many columns."""
        return len(self.p)

    @property
    def natural(self) -> Vector:
        """ln p/(1 − p)."""
        return np.log(self.p) - np.log1p(-self.p)

    @property
    def usual(self) -> Vector:
        """p."""
        return self.p

    @property
    def natural_slope(self) -> Matrix:
        """1 / (p (1 − p))."""
        return np.diag(1.0 / (self.p * (1.0 - self.p)))

    @property
    def parameter_names(self) -> tuple[str, ...]:
        """One for each column."""
        return tuple(f"p {j}" for j in range(self.dimension))

    def statistics(self, x: Matrix) -> Matrix:
        """x."""
        return x

    def log_base(self, x: Matrix) -> Vector:
        """0."""
        return np.zeros(len(x))

    @property
    def log_partition(self) -> float:
        """−Σ ln(1 − pⱼ)."""
        return -float(np.log1p(-self.p).sum())

    @property
    def mean_statistics(self) -> Vector:
        """p."""
        return self.p

    @property
    def statistics_covariance(self) -> Matrix:
        """p (1 − p)."""
        return np.diag(self.p * (1.0 - self.p))

    def refitted(self, x: Matrix, weights: Vector) -> Self:
        """The weighted shares of ones."""
        p = (weights @ x + 0.5 * self.smoothing) / (weights.sum() + self.smoothing)
        certain = np.flatnonzero((p <= 0.0) | (p >= 1.0))
        if len(certain):
            raise InputError(
                f"column {certain[0]} is the same in all examples, so that its probability is certain and has no "
                "score; leave it out, or say smoothing=1.0."
            )
        return replace(self, p=p, training=None)

    def _impossible(self, x: Matrix) -> Any:
        return (x != 0.0) & (x != 1.0)

    def _draw(self, size: int, rng: np.random.Generator) -> Vectors:
        return Vectors.of((rng.random((size, self.dimension)) < self.p).astype(np.float64))
