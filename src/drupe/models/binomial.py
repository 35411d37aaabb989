"""The binomial family: independent columns that count the successes of so many trials."""

from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
from scipy.special import gammaln

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import ParameterError
from drupe.inputs.vectors import Vectors
from drupe.models.exponential_family import Coordinates, Natural, fitted
from drupe.models.frozen import positive_numbers
from drupe.models.successes import Successes
from drupe.models.training import Training


@dataclass(frozen=True, eq=False)
class Binomial(Successes):
    """P(x) = Πⱼ C(tⱼ, xⱼ) pⱼ^xⱼ (1 − pⱼ)^(tⱼ − xⱼ), with θⱼ = ln pⱼ/(1 − pⱼ) and τ(x) = x.

    Parameters
    ----------
    trials
        t: how many trials each column counts the successes of; no parameters.
    p
        The probability of a success in each column, inside (0, 1).
    coordinates
        In which parameters scores are derivatives: `Natural()`, or `Usual()` for p.
    smoothing
        How many further trials, half of them successes, a fit adds to each column, so that none is certain.
    training
        What it was fitted on.

    Examples
    --------
    >>> tosses = Binomial([2], [0.5])
    >>> np.exp(tosses.log_likelihood([[0.0], [1.0], [2.0]])).round(9).tolist(), tosses.scores([[2.0]]).item()
    ([0.25, 0.5, 0.25], 1.0)

    References
    ----------
    [Herbrich02]_, table A.1 and table A.2.
    """

    trials: Vector
    p: Vector
    coordinates: Coordinates = field(default_factory=Natural)
    smoothing: float = 0.0
    training: Training | None = field(default=None, compare=False, repr=False)

    support = "whole numbers from 0 to the trials of their column"

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "trials", positive_numbers("Binomial", "trials", self.trials))
        if (self.trials != np.floor(self.trials)).any():
            raise ParameterError(f"Binomial.trials must be whole numbers, got {self.trials.tolist()}.")
        if len(self.trials) != len(self.p):
            raise ParameterError(f"Binomial has trials of {len(self.trials)} columns, but p of {len(self.p)}.")

    @classmethod
    def fit(cls, X: Any, trials: Any, *, smoothing: float = 0.0, coordinates: Coordinates | None = None) -> Self:
        """The shares of successes; `trials` is a number for each column, or one for all."""
        inputs = Vectors.of(X)
        tries = np.broadcast_to(trials, inputs.dimension)
        return fitted(cls(tries, np.full(inputs.dimension, 0.5), coordinates or Natural(), smoothing), inputs)

    @property
    def _tries(self) -> Vector:
        return self.trials

    def log_base(self, x: Matrix) -> Vector:
        """Σ ln C(tⱼ, xⱼ)."""
        ways = gammaln(self.trials + 1.0) - gammaln(x + 1.0) - gammaln(self.trials - x + 1.0)
        return np.asarray(ways.sum(axis=1))

    def _impossible(self, x: Matrix) -> Any:
        return (x < 0.0) | (x > self.trials) | (x != np.floor(x))

    def _draw(self, size: int, rng: np.random.Generator) -> Vectors:
        drawn = rng.binomial(self.trials.astype(np.int64), self.p, (size, self.dimension))
        return Vectors.of(drawn.astype(np.float64))
