"""The Bernoulli family: independent columns of zeros and ones."""

from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.inputs.vectors import Vectors
from drupe.models.exponential_family import Coordinates, Natural, fitted
from drupe.models.successes import Successes
from drupe.models.training import Training


@dataclass(frozen=True, eq=False)
class Bernoulli(Successes):
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
    [Herbrich02]_, example 2.28 and table A.1.
    """

    p: Vector
    coordinates: Coordinates = field(default_factory=Natural)
    smoothing: float = 0.0
    training: Training | None = field(default=None, compare=False, repr=False)

    support = "zeros and ones"

    @classmethod
    def fit(cls, X: Any, *, smoothing: float = 0.0, coordinates: Coordinates | None = None) -> Self:
        """The shares of ones in the columns."""
        inputs = Vectors.of(X)
        start = cls(np.full(inputs.dimension, 0.5), coordinates or Natural(), smoothing)
        return fitted(start, inputs)

    @property
    def _tries(self) -> Vector:
        return np.ones(self.dimension)

    def log_base(self, x: Matrix) -> Vector:
        """0."""
        return np.zeros(len(x))

    def _impossible(self, x: Matrix) -> Any:
        return (x != 0.0) & (x != 1.0)

    def _draw(self, size: int, rng: np.random.Generator) -> Vectors:
        return Vectors.of((rng.random((size, self.dimension)) < self.p).astype(np.float64))
