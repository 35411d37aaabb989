"""The Kronecker product: a large matrix known by its small factors, as Gram matrices on grids are."""

from dataclasses import dataclass
from functools import cached_property, reduce

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError


@dataclass(frozen=True, eq=False)
class KroneckerProduct:
    """A ⊗ B ⊗ …, symmetric factors: its eigenvalues are products of theirs, its eigenvectors Kronecker products.

    A product kernel on a grid, the first coordinate the slowest, has such a Gram matrix; a Gaussian process there is
    solved with O(N Σ nⱼ) operations for N = Π nⱼ points instead of O(N³).

    Parameters
    ----------
    factors
        Symmetric matrices, from the slowest index to the quickest.

    Examples
    --------
    >>> grid = KroneckerProduct((np.diag([1.0, 2.0]), np.diag([3.0, 5.0])))
    >>> grid.eigenvalues.tolist(), (grid @ np.ones(4)).tolist()
    ([3.0, 5.0, 6.0, 10.0], [3.0, 5.0, 6.0, 10.0])

    References
    ----------
    [Herbrich02]_, theorems A.90 and A.91.
    """

    factors: tuple[Matrix, ...]

    def __post_init__(self) -> None:
        for factor in self.factors:
            if factor.ndim != 2 or factor.shape[0] != factor.shape[1] or not np.allclose(factor, factor.T):
                raise InputError(f"factors must be symmetric matrices, got one of shape {factor.shape}.")
        if not self.factors:
            raise InputError("a product needs one factor at least.")

    def __len__(self) -> int:
        return int(np.prod([len(factor) for factor in self.factors]))

    def __matmul__(self, vector: Vector) -> Vector:
        """The product with a vector, one factor after the other."""
        return _applied(self.factors, vector)

    def dense(self) -> Matrix:
        """The matrix itself, N × N."""
        return np.asarray(reduce(np.kron, self.factors))

    @property
    def eigenvalues(self) -> Vector:
        """All products of eigenvalues of the factors, in the order of `eigenvectors`."""
        return np.asarray(reduce(np.kron, [values for values, _ in self._spectra]))

    @property
    def eigenvectors(self) -> "KroneckerFactors":
        """Their Kronecker products, as factors."""
        return KroneckerFactors(tuple(vectors for _, vectors in self._spectra))

    @property
    def trace(self) -> float:
        """The product of the traces."""
        return float(np.prod([np.trace(factor) for factor in self.factors]))

    def solve(self, right: Vector, ridge: float = 0.0) -> Vector:
        """(A ⊗ B ⊗ … + ridge I)⁻¹ right, through the eigenvectors of the factors."""
        values = self.eigenvalues + ridge
        if np.abs(values).min() <= np.finfo(np.float64).eps * np.abs(values).max():
            raise InputError("the matrix is singular to working precision; add a ridge.")
        turned = self.eigenvectors
        return turned @ (turned.transposed() @ right / values)

    def log_determinant(self, ridge: float = 0.0) -> float:
        """ln |det(A ⊗ B ⊗ … + ridge I)|."""
        return float(np.log(np.abs(self.eigenvalues + ridge)).sum())

    @cached_property
    def _spectra(self) -> list[tuple[Vector, Matrix]]:
        return [np.linalg.eigh(factor) for factor in self.factors]


@dataclass(frozen=True, eq=False)
class KroneckerFactors:
    """A ⊗ B ⊗ … of matrices that need not be symmetric, only to be multiplied with.

    Parameters
    ----------
    factors
        From the slowest index to the quickest.

    Examples
    --------
    >>> shift = np.array([[0.0, 1.0], [0.0, 0.0]])
    >>> (KroneckerFactors((shift, np.eye(2))) @ np.arange(4.0)).tolist()
    [2.0, 3.0, 0.0, 0.0]

    References
    ----------
    [Herbrich02]_, theorem A.90.
    """

    factors: tuple[Matrix, ...]

    def __matmul__(self, vector: Vector) -> Vector:
        """The product with a vector, one factor after the other."""
        return _applied(self.factors, vector)

    def transposed(self) -> "KroneckerFactors":
        """Aᵀ ⊗ Bᵀ ⊗ …."""
        return KroneckerFactors(tuple(factor.T for factor in self.factors))


def _applied(factors: tuple[Matrix, ...], vector: Vector) -> Vector:
    sizes = tuple(factor.shape[1] for factor in factors)
    if np.shape(vector) != (np.prod(sizes),):
        raise InputError(f"the product has {np.prod(sizes)} columns, but the vector has shape {np.shape(vector)}.")
    block = np.asarray(vector, dtype=np.float64).reshape(sizes)
    for axis, factor in enumerate(factors):
        block = np.moveaxis(np.tensordot(factor, block, axes=(1, axis)), 0, axis)
    return block.reshape(-1)
