"""Derivatives in matrices: of an inverse, a log-determinant, a quadratic form; what the evidence is climbed by."""

import numpy as np

from drupe.foundation.arrays import Matrix, Vector


def inverse_slope(inverse: Matrix, slope: Matrix) -> Matrix:
    """∂A⁻¹/∂t = −A⁻¹ (∂A/∂t) A⁻¹, from A⁻¹ and ∂A/∂t.

    Examples
    --------
    >>> inverse_slope(np.array([[0.5]]), np.array([[1.0]])).tolist()
    [[-0.25]]

    References
    ----------
    [Herbrich02]_, theorem A.96.
    """
    return np.asarray(-inverse @ slope @ inverse)


def log_determinant_slope(inverse: Matrix, slope: Matrix) -> float:
    """∂ ln |det A| / ∂t = tr(A⁻¹ ∂A/∂t).

    Examples
    --------
    >>> log_determinant_slope(np.array([[0.5]]), np.array([[3.0]]))
    1.5

    References
    ----------
    [Herbrich02]_, theorem A.97 and the chain rule.
    """
    return float(np.einsum("ij,ji->", inverse, slope))


def log_determinant_gradient(inverse: Matrix) -> Matrix:
    """∂ ln |det A| / ∂A = A⁻ᵀ, every entry on its own.

    Where entries (i, j) and (j, i) are one number, the derivative in it is the sum of both.

    Examples
    --------
    >>> log_determinant_gradient(np.array([[1.0, -1.0], [0.0, 1.0]])).tolist()
    [[1.0, 0.0], [-1.0, 1.0]]

    References
    ----------
    [Herbrich02]_, theorem A.97, there of symmetric A.
    """
    return inverse.T


def quadratic_form_gradient(a: Matrix, x: Vector) -> Vector:
    """∂ xᵀAx / ∂x = (A + Aᵀ) x.

    Examples
    --------
    >>> quadratic_form_gradient(np.array([[1.0, 2.0], [0.0, 1.0]]), np.array([1.0, 0.0])).tolist()
    [2.0, 2.0]

    References
    ----------
    [Herbrich02]_, theorem A.95.
    """
    return np.asarray((a + a.T) @ x)


def inverse_form_gradient(inverse: Matrix, left: Vector, right: Vector) -> Matrix:
    """∂ aᵀA⁻¹b / ∂A = −A⁻ᵀ a bᵀ A⁻ᵀ, from A⁻¹.

    Examples
    --------
    >>> inverse_form_gradient(np.array([[0.5]]), np.array([2.0]), np.array([3.0])).tolist()
    [[-1.5]]

    References
    ----------
    [Herbrich02]_, theorem A.98.
    """
    return -np.outer(inverse.T @ left, right @ inverse.T)
