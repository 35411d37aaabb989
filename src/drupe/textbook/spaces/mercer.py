"""Mercer's expansion of a kernel, numerically: eigenvalues and eigenfunctions of its integral operator."""

from dataclasses import dataclass
from typing import Generic

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.kernels.base import I, Kernel
from drupe.textbook.spaces.finite_domain import FiniteDomain
from drupe.textbook.spaces.measures import Measure


@dataclass(frozen=True, eq=False)
class MercerExpansion(Generic[I]):
    """k(x, z) = Σⱼ λⱼ φⱼ(x) φⱼ(z), with ∫ k(x, z) φⱼ(z) dμ(z) = λⱼ φⱼ(x) and the φⱼ orthonormal in L²(μ).

    Parameters
    ----------
    kernel
        A positive semi-definite kernel.
    measure
        μ, as a sample or a quadrature rule; use `MercerExpansion.of` to get the rest from these two.
    eigenvalues
        λⱼ, largest first.
    node_values
        φⱼ at the nodes, one column each.

    Notes
    -----
    Eigenvalues far below the largest carry the rounding of the largest, and their eigenfunctions are lost first.
    How well a quadrature rule serves depends on the kernel's smoothness: exponentially fast for the Gaussian kernel,
    with the square of the number of nodes for a kernel with a kink.

    Examples
    --------
    >>> from drupe.kernels import Periodic
    >>> expansion = MercerExpansion.of(Periodic((1.0, 0.5)), Measure.circle(8))
    >>> (expansion.eigenvalues / np.pi).round(6).tolist()  # 2a₀ once and a₁ twice
    [2.0, 0.5, 0.5]

    References
    ----------
    [Cristianini00]_, theorem 3.6 and remark 3.8; [Herbrich02]_, theorem 2.17; [Mukherjee04]_, section 3.2.2;
    [Rasmussen06]_, section 4.3.2.
    """

    kernel: Kernel[I]
    measure: Measure[I]
    eigenvalues: Vector
    node_values: Matrix

    @classmethod
    def of(cls, kernel: Kernel[I], measure: Measure[I], rank: int | None = None) -> "MercerExpansion[I]":
        """The expansion of a kernel under a measure, with the largest `rank` eigenvalues if given."""
        root = np.sqrt(measure.weights)
        gram = np.asarray(kernel.matrix(measure.nodes, measure.nodes), dtype=np.float64)
        domain = FiniteDomain.of(root[:, None] * gram * root)
        if rank is not None:
            domain = domain.truncated(rank)
        return cls(kernel, measure, domain.eigenvalues, domain.eigenvectors / root[:, None])

    @property
    def rank(self) -> int:
        """How many eigenfunctions there are."""
        return len(self.eigenvalues)

    def eigenfunctions(self, inputs: I) -> Matrix:
        """φⱼ(x) = (1/λⱼ) ∫ k(x, z) φⱼ(z) dμ(z) for each example, one column each: Nyström's extension."""
        return np.asarray(self.operator(self.node_values, inputs) / self.eigenvalues)

    def operator(self, node_values: Matrix, inputs: I) -> Matrix:
        """∫ k(x, z) f(z) dμ(z) at each example, for functions given by their values at the nodes, one column each."""
        return self.kernel.prepare(self.measure.nodes).product(inputs, self.measure.weights[:, None] * node_values)

    def features(self, inputs: I) -> Matrix:
        """√λⱼ φⱼ(x): dot products of these features are the kernel."""
        return np.asarray(np.sqrt(self.eigenvalues) * self.eigenfunctions(inputs))

    def rescaled_features(self, inputs: I, scales: Vector) -> Matrix:
        """bⱼ φⱼ(x): the kernel is their inner product with weights λⱼ / bⱼ²."""
        if np.shape(scales) != (self.rank,) or not np.all(np.asarray(scales) != 0.0):
            raise InputError(f"{self.rank} eigenfunctions need as many scales, none of them zero.")
        return np.asarray(scales * self.eigenfunctions(inputs))

    def matrix(self, left: I, right: I) -> Matrix:
        """Σⱼ λⱼ φⱼ(x) φⱼ(z): the kernel as far as the expansion goes."""
        return np.asarray(self.features(left) @ self.features(right).T)

    def coefficients(self, node_values: Vector) -> Vector:
        """cⱼ = ∫ f φⱼ dμ of a function given by its values at the nodes."""
        return np.asarray((self.measure.weights * node_values) @ self.node_values)

    def inner_product(self, left: Vector, right: Vector) -> float:
        """⟨f, g⟩ = Σⱼ cⱼ dⱼ / λⱼ in the kernel's own space, from the coefficients of both."""
        return float(np.sum(left * right / self.eigenvalues))

    def squared_norm(self, coefficients: Vector) -> float:
        """‖f‖² = Σⱼ cⱼ² / λⱼ."""
        return self.inner_product(coefficients, coefficients)
