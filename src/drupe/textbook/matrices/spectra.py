"""Trace and determinant by eigenvalues, and the trace of a product that need not be formed."""

import numpy as np

from drupe.foundation.arrays import Matrix


def product_trace(a: Matrix, b: Matrix) -> float:
    """tr(AB) = tr(BA) = Σᵢⱼ Aᵢⱼ Bⱼᵢ, in O(n²) instead of O(n³).

    Examples
    --------
    >>> product_trace(np.array([[1.0, 2.0]]), np.array([[3.0], [4.0]]))
    11.0

    References
    ----------
    [Herbrich02]_, theorem A.74.
    """
    return float(np.einsum("ij,ji->", a, b))


def trace_and_log_determinant(matrix: Matrix) -> tuple[float, float]:
    """tr A = Σ λᵢ and ln |det A| = Σ ln |λᵢ|, of a symmetric matrix.

    Examples
    --------
    >>> trace, volume = trace_and_log_determinant(np.array([[2.0, 1.0], [1.0, 2.0]]))
    >>> round(trace, 9), round(np.exp(volume).item(), 9)
    (4.0, 3.0)

    References
    ----------
    [Herbrich02]_, theorem A.84.
    """
    values = np.linalg.eigvalsh(matrix)
    with np.errstate(divide="ignore"):
        return float(values.sum()), float(np.log(np.abs(values)).sum())
