"""Parameters that are probabilities: what a score means where they must sum to one."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Matrix, Vector


class Simplex(ABC):
    """How the probabilities p₁, ..., pₖ of one choice depend on parameters θ."""

    @abstractmethod
    def scores(self, counts: Matrix, p: Vector) -> Matrix:
        """∂ ln P / ∂θ where ln P changes with ln pⱼ at the rate of counts[:, j]; all pⱼ > 0."""

    @abstractmethod
    def parameters(self, p: Vector) -> Vector:
        """The θ that gives these probabilities."""


@dataclass(frozen=True)
class SoftMax(Simplex):
    """pⱼ = exp θⱼ / Σ exp θ: the score is count − p · (sum of counts), bounded by it, and sums to zero.

    Examples
    --------
    >>> SoftMax().scores(np.array([[3.0, 1.0]]), np.array([0.5, 0.5])).tolist()
    [[1.0, -1.0]]
    """

    def scores(self, counts: Matrix, p: Vector) -> Matrix:
        """∂ ln P / ∂θ of every row of counts."""
        return np.asarray(counts - counts.sum(axis=1, keepdims=True) * p)

    def parameters(self, p: Vector) -> Vector:
        """ln p, the one of all such θ that needs no normalization."""
        return np.log(p)


@dataclass(frozen=True)
class Unconstrained(Simplex):
    """pⱼ = θⱼ, as if they need not sum to one: the score is count / p, which explodes where p is small.

    Examples
    --------
    >>> Unconstrained().scores(np.array([[3.0, 1.0]]), np.array([0.5, 0.5])).tolist()
    [[6.0, 2.0]]

    References
    ----------
    [Jaakkola00]_, section 2, place not checked; [Herbrich02]_, example 2.28.
    """

    def scores(self, counts: Matrix, p: Vector) -> Matrix:
        """∂ ln P / ∂p of every row of counts."""
        return np.asarray(counts / p)

    def parameters(self, p: Vector) -> Vector:
        """The probabilities themselves."""
        return p
