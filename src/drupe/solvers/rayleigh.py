"""The Rayleigh coefficient: directions along which wanted variation is largest against unwanted."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from scipy.linalg import eigh

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Interval, check

SMALLEST = 10.0
"""Roundings, times the size, that an eigenvalue must exceed, relative to the largest, to count as more than zero."""


@dataclass(frozen=True, eq=False)
class Directions:
    """Stationary points of vᵀIv / vᵀNv, largest first.

    Parameters
    ----------
    values
        The coefficient along each direction.
    vectors
        One column each, with vᵀNv = 1 and no N between two of them; the entry of largest size is positive.
    """

    values: Vector
    vectors: Matrix

    def __len__(self) -> int:
        return len(self.values)


def rayleigh(information: Matrix, noise: Matrix, count: int) -> Directions:
    """The `count` leading solutions of I v = λ N v, I symmetric, N symmetric and positive definite.

    Parameters
    ----------
    information
        I, what is sought: a covariance, or the scatter between classes.
    noise
        N, what is avoided, with whatever regularizes it added by the caller.
    count
        How many directions.

    Notes
    -----
    Complexity: O(n³) time for n by n matrices.

    Examples
    --------
    >>> found = rayleigh(np.diag([8.0, 3.0]), np.diag([4.0, 1.0]), 2)
    >>> found.values.tolist(), found.vectors.tolist()
    ([3.0, 2.0], [[0.0, 0.5], [1.0, 0.0]])

    References
    ----------
    [Mika02]_, eq. 3.20 and section 3.4.2; [Herbrich02]_, theorems A.91 and A.92.
    """
    sought, avoided = _symmetric("information", information), _symmetric("noise", noise)
    n = len(avoided)
    if sought.shape != avoided.shape:
        raise InputError(f"information and noise must be of one size, got {sought.shape} and {avoided.shape}.")
    check("rayleigh", "count", count, Interval(1, n, closed_high=True, whole=True))
    require_positive(avoided)
    values, vectors = eigh(sought, avoided, subset_by_index=[n - int(count), n - 1])
    return Directions(values[::-1], upright(vectors[:, ::-1]))


def quotient(vector: Vector, information: Matrix, noise: Matrix | None = None) -> float:
    """vᵀIv / vᵀNv, with vᵀv below where no noise is given: between the least and the largest eigenvalue.

    >>> quotient(np.array([1.0, 1.0]), np.diag([8.0, 3.0]))
    5.5

    References
    ----------
    [Herbrich02]_, theorems A.90 and A.91.
    """
    below = float(vector @ vector) if noise is None else float(vector @ noise @ vector)
    if not below > 0.0:
        raise InputError(f"the Rayleigh quotient divides by {below:g} here: the vector is zero, or free of noise.")
    return float(vector @ information @ vector) / below


def weighted_sum(parts: Iterable[tuple[float, Matrix]]) -> Matrix:
    """Σ weight · matrix: several kinds of information, or of noise, in one; weights may not be negative.

    >>> weighted_sum([(2.0, np.eye(1)), (1.0, np.eye(1))]).tolist()
    [[3.0]]

    References
    ----------
    [Mika02]_, eq. 3.24.
    """
    pairs = list(parts)
    if not pairs or min(weight for weight, _ in pairs) < 0.0:
        raise InputError("a weighted sum needs a matrix at least, and weights of zero or more.")
    return np.asarray(sum(weight * np.asarray(matrix, dtype=np.float64) for weight, matrix in pairs))


def by_pseudo_inverse(difference: Vector, noise: Matrix) -> Vector:
    """N⁺d: the direction of a discriminant where N is singular, shortest of those that the range of N allows.

    >>> by_pseudo_inverse(np.array([1.0, 1.0]), np.diag([2.0, 0.0])).tolist()
    [0.5, 0.0]

    References
    ----------
    [Mika02]_, section 3.4.4.
    """
    values, vectors, noisy = _spectrum(noise)
    return np.asarray(vectors[:, noisy] @ ((vectors[:, noisy].T @ difference) / values[noisy]))


def of_least_noise(difference: Vector, noise: Matrix) -> Vector:
    """The shortest v of least vᵀNv with dᵀv = 1: 1/J at its minimum, which is zero where d leaves the range of N.

    >>> of_least_noise(np.array([1.0, 2.0]), np.diag([2.0, 0.0])).tolist()
    [0.0, 0.5]

    References
    ----------
    [Mika02]_, section 3.4.4.
    """
    values, vectors, noisy = _spectrum(noise)
    free = vectors[:, ~noisy] @ (vectors[:, ~noisy].T @ difference)
    if float(np.abs(free).max(initial=0.0)) > 1e-8 * float(np.abs(difference).max()):
        return np.asarray(free / (free @ free))
    found = vectors[:, noisy] @ ((vectors[:, noisy].T @ difference) / values[noisy])
    return np.asarray(found / (difference @ found))


def is_positive(matrix: Matrix, tolerance: float | None = None) -> bool:
    """Whether a symmetric matrix is positive semi-definite: no eigenvalue is below −tolerance times the largest.

    >>> is_positive(np.array([[1.0, 1.0], [1.0, 1.0]])), is_positive(np.array([[0.0, 1.0], [1.0, 0.0]]))
    (True, False)

    References
    ----------
    [Herbrich02]_, theorem A.83 and corollary A.84.
    """
    values = np.linalg.eigvalsh(_symmetric("the matrix", matrix))
    allowed = _floor(len(values)) if tolerance is None else tolerance
    return bool(values[0] >= -allowed * np.abs(values).max())


def require_positive(noise: Matrix) -> None:
    """Refuse a noise matrix that is not positive definite in float64."""
    values = np.linalg.eigvalsh(noise)
    if not values[0] > _floor(len(values)) * values[-1]:
        raise InputError(
            f"the noise matrix is not positive definite: its eigenvalues lie between {values[0]:.1e} and "
            f"{values[-1]:.1e}, so that some direction has no noise and the coefficient no largest value; add a "
            "multiple of the identity or of the kernel matrix to it."
        )


def upright(vectors: Matrix) -> Matrix:
    """Each column with its entry of largest size positive: signs that do not hang on the method.

    >>> upright(np.array([[1.0], [-2.0]])).ravel().tolist()
    [-1.0, 2.0]
    """
    return np.asarray(vectors * orientation(vectors) + 0.0)


def orientation(vectors: Matrix) -> Vector:
    """The sign of the entry of largest size in each column, +1 for columns of zeros."""
    largest = vectors[np.abs(vectors).argmax(axis=0), np.arange(vectors.shape[1])]
    return np.where(largest < 0.0, -1.0, 1.0)


def _spectrum(noise: Matrix) -> tuple[Vector, Matrix, np.ndarray]:
    """Eigenvalues, eigenvectors, and which of the values are more than rounding."""
    values, vectors = np.linalg.eigh(_symmetric("noise", noise))
    return values, vectors, values > _floor(len(values)) * max(float(values[-1]), 0.0)


def _floor(n: int) -> float:
    return SMALLEST * n * float(np.finfo(np.float64).eps)


def _symmetric(name: str, matrix: Matrix) -> Matrix:
    square = np.asarray(matrix, dtype=np.float64)
    if square.ndim != 2 or square.shape[0] != square.shape[1] or not len(square):
        raise InputError(f"{name} must be a square matrix, got shape {square.shape}.")
    if not np.isfinite(square).all():
        raise InputError(f"{name} must hold finite numbers.")
    apart = float(np.abs(square - square.T).max())
    if apart > 1e-8 * float(np.abs(square).max()):
        raise InputError(f"{name} must be symmetric, but entries differ by {apart:.1e} from those across the diagonal.")
    return np.asarray((square + square.T) / 2.0)
