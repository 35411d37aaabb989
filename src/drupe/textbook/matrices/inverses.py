"""Inverses and determinants of matrices that grow: by a product of low rank, or by further rows and columns."""

import numpy as np

from drupe.foundation.arrays import Matrix


def updated_inverse(inverse: Matrix, a: Matrix, b: Matrix) -> Matrix:
    """(C + AB)⁻¹ = C⁻¹ − C⁻¹A (I + BC⁻¹A)⁻¹ BC⁻¹, from C⁻¹: the formula of Woodbury.

    For A of r columns it costs O(n²r) instead of O(n³). C must be far from singular: where C + AB is well
    conditioned and C is not, the difference cancels.

    Examples
    --------
    >>> updated_inverse(np.array([[0.5]]), np.array([[1.0]]), np.array([[2.0]])).tolist()  # of 2 + 1 · 2
    [[0.25]]

    References
    ----------
    [Herbrich02]_, theorem A.79.
    """
    left, right = inverse @ a, b @ inverse
    return np.asarray(inverse - left @ np.linalg.solve(np.eye(a.shape[1]) + b @ left, right))


def updated_log_determinant(inverse: Matrix, log_determinant: float, a: Matrix, b: Matrix) -> float:
    """ln |det(C + AB)| = ln |det C| + ln |det(I + BC⁻¹A)|, from C⁻¹ and ln |det C|.

    Examples
    --------
    >>> round(updated_log_determinant(np.array([[0.5]]), np.log(2.0), np.array([[1.0]]), np.array([[2.0]])), 9)
    1.386294361

    References
    ----------
    [Herbrich02]_, theorem A.72, both ways for the matrix (C, −A; B, I).
    """
    inner = np.linalg.slogdet(np.eye(a.shape[1]) + b @ inverse @ a)
    return float(log_determinant + inner.logabsdet)


def grown_inverse(inverse: Matrix, upper: Matrix, lower: Matrix, corner: Matrix) -> Matrix:
    """(A, B; C, D)⁻¹ = (A⁻¹ + A⁻¹B S CA⁻¹, −A⁻¹B S; −S CA⁻¹, S) with S = (D − CA⁻¹B)⁻¹, from A⁻¹.

    Examples
    --------
    >>> half, one = np.array([[0.5]]), np.array([[1.0]])
    >>> grown_inverse(half, one, one, one).tolist()  # of (2, 1; 1, 1)
    [[1.0, -1.0], [-1.0, 2.0]]

    References
    ----------
    [Herbrich02]_, theorem A.80.
    """
    left, right = inverse @ upper, lower @ inverse
    rest = np.linalg.inv(corner - lower @ left)
    side = -left @ rest
    return np.block([[inverse - side @ right, side], [-rest @ right, rest]])


def grown_log_determinant(
    inverse: Matrix, log_determinant: float, upper: Matrix, lower: Matrix, corner: Matrix
) -> float:
    """ln |det(A, B; C, D)| = ln |det A| + ln |det(D − CA⁻¹B)|, from A⁻¹ and ln |det A|.

    Examples
    --------
    >>> half, one = np.array([[0.5]]), np.array([[1.0]])
    >>> grown_log_determinant(half, np.log(2.0), one, one, one)  # 2 · 1 − 1 · 1 = 1
    0.0

    References
    ----------
    [Herbrich02]_, theorem A.72.
    """
    return float(log_determinant + np.linalg.slogdet(corner - lower @ inverse @ upper).logabsdet)


def schur_complement(matrix: Matrix, size: int) -> Matrix:
    """D − CA⁻¹B for the first `size` rows and columns A: what is left of D when the others are solved away.

    Examples
    --------
    >>> schur_complement(np.array([[2.0, 1.0], [1.0, 1.0]]), 1).tolist()
    [[0.5]]

    References
    ----------
    [Herbrich02]_, theorems A.72 and A.80.
    """
    a, b = matrix[:size, :size], matrix[:size, size:]
    return np.asarray(matrix[size:, size:] - matrix[size:, :size] @ np.linalg.solve(a, b))
