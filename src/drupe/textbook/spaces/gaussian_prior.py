"""Kernels as covariances: a Gaussian distribution over functions before any data are seen."""

from dataclasses import dataclass
from typing import Any, Generic, cast

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.foundation.parameters import Interval, check
from drupe.foundation.randomness import RandomState, generator
from drupe.inputs.coerce import coerce
from drupe.kernels.base import I, Kernel
from drupe.textbook.spaces.finite_domain import FiniteDomain
from drupe.textbook.spaces.mercer import MercerExpansion


@dataclass(frozen=True)
class GaussianPrior(Generic[I]):
    """(f(x₁), ..., f(xₙ)) ~ N(0, K) for any finitely many examples.

    Parameters
    ----------
    kernel
        The covariance of f(x) and f(z).

    Examples
    --------
    >>> from drupe.kernels import Gaussian
    >>> GaussianPrior(Gaussian()).sample([[0.0], [1.0], [2.0]], count=5, random_state=0).shape
    (5, 3)

    References
    ----------
    [Cristianini00]_, section 3.5.
    """

    kernel: Kernel[I]

    def covariance(self, data: Any) -> Matrix:
        """Cov(f(xᵢ), f(xⱼ))."""
        inputs = cast(I, coerce(data))
        return self.kernel.matrix(inputs, inputs)

    def sample(self, data: Any, count: int = 1, random_state: RandomState = None) -> Matrix:
        """Functions drawn from the prior, one row each, one column for each example.

        Drawn through the eigenvectors of K, so that examples that lie close together, or twice, need no jitter.
        """
        features = FiniteDomain.of(self.covariance(data)).features()
        return _normal(random_state, count, features.shape[1]) @ features.T


@dataclass(frozen=True, eq=False)
class MercerPrior(Generic[I]):
    """f = Σⱼ ψⱼ φⱼ with independent ψⱼ ~ N(0, λⱼ): the same prior, seen from the weights.

    Parameters
    ----------
    expansion
        Eigenvalues and eigenfunctions of the kernel.

    Notes
    -----
    The source gives ψⱼ the variance √λⱼ; only λⱼ makes the covariance of f the kernel.

    Examples
    --------
    >>> from drupe.kernels import Periodic
    >>> from drupe.textbook.spaces.measures import Measure
    >>> expansion = MercerExpansion.of(Periodic((1.0, 0.5)), Measure.circle(8))
    >>> MercerPrior(expansion).sample([[0.0], [1.0]], count=4, random_state=0).shape
    (4, 2)

    References
    ----------
    [Cristianini00]_, section 3.5, repaired.
    """

    expansion: MercerExpansion[I]

    def weights(self, count: int = 1, random_state: RandomState = None) -> Matrix:
        """ψ for so many functions, one row each."""
        return _normal(random_state, count, self.expansion.rank) * np.sqrt(self.expansion.eigenvalues)

    def sample(self, data: Any, count: int = 1, random_state: RandomState = None) -> Matrix:
        """Functions drawn from the prior, one row each, one column for each example."""
        return np.asarray(self.weights(count, random_state) @ self.expansion.eigenfunctions(cast(I, coerce(data))).T)


def _normal(random_state: RandomState, count: int, width: int) -> Matrix:
    check("sample", "count", count, Interval(0, whole=True))
    return generator(random_state).standard_normal((count, width))
