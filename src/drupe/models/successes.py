"""Columns that count successes in independent trials: what the Bernoulli and the binomial family share."""

from abc import abstractmethod
from dataclasses import replace
from typing import Any, Self, cast

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError, ParameterError
from drupe.foundation.parameters import Interval, check
from drupe.models.exponential_family import ExponentialFamily
from drupe.models.frozen import frozen


class Successes(ExponentialFamily):
    """P(x) = Πⱼ C(tⱼ, xⱼ) pⱼ^xⱼ (1 − pⱼ)^(tⱼ − xⱼ) for tⱼ trials of column j, with θⱼ = ln pⱼ/(1 − pⱼ) and τ(x) = x.

    Fields of an author are `p`, and `smoothing`: how many further trials, half of them successes, a fit adds.
    """

    p: Vector
    smoothing: float

    def __post_init__(self) -> None:
        owner = type(self).__name__
        object.__setattr__(self, "p", frozen(owner, "p", self.p, 1))
        check(owner, "smoothing", self.smoothing, Interval(0.0))
        if self.p.min() <= 0.0 or self.p.max() >= 1.0:
            raise ParameterError(f"{owner}.p must lie inside (0, 1): what is certain has no score.")

    @property
    @abstractmethod
    def _tries(self) -> Vector:
        """How many trials each column counts the successes of."""

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

    @property
    def log_partition(self) -> float:
        """−Σ tⱼ ln(1 − pⱼ)."""
        return -float(self._tries @ np.log1p(-self.p))

    @property
    def mean_statistics(self) -> Vector:
        """t p."""
        return self._tries * self.p

    @property
    def statistics_covariance(self) -> Matrix:
        """t p (1 − p)."""
        return np.diag(self._tries * self.p * (1.0 - self.p))

    def refitted(self, x: Matrix, weights: Vector) -> Self:
        """The weighted shares of successes."""
        p = (weights @ x + 0.5 * self.smoothing) / (weights.sum() * self._tries + self.smoothing)
        certain = np.flatnonzero((p <= 0.0) | (p >= 1.0))
        if len(certain):
            raise InputError(
                f"column {certain[0]} is the same in all examples, so that its probability is certain and has no "
                "score; leave it out, or say smoothing=1.0."
            )
        return cast(Self, replace(cast(Any, self), p=p, training=None))
