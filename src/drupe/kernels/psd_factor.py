"""The factor of a positive semi-definite matrix: A with AᵀA = B."""

from typing import Any

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.foundation.errors import ParameterError
from drupe.kernels.frozen_arrays import frozen_matrix

_ROUNDING = 1e-12
"""Asymmetry and negative eigenvalues below this share of the largest entry count as rounding."""


def psd_factor(owner: str, name: str, product: Any) -> Matrix:
    """A matrix A with AᵀA = B: Cholesky's triangle if B is definite, else the scaled eigenvectors of its range.

    >>> psd_factor("LinearTransform", "product", [[4.0, 2.0], [2.0, 5.0]]).tolist()
    [[2.0, 1.0], [0.0, 2.0]]
    """
    b = np.asarray(frozen_matrix(owner, name, product))
    _require_symmetric(owner, name, b)
    try:
        return np.ascontiguousarray(np.linalg.cholesky(b).T)
    except np.linalg.LinAlgError:
        return _eigenvector_factor(owner, name, b)


def _require_symmetric(owner: str, name: str, b: Matrix) -> None:
    if b.shape[0] != b.shape[1]:
        raise ParameterError(f"{owner}.{name} must be square, got shape {b.shape}.")
    gap = np.abs(b - b.T)
    if gap.max() > _ROUNDING * np.abs(b).max():
        i, j = np.unravel_index(int(gap.argmax()), gap.shape)
        raise ParameterError(
            f"{owner}.{name} must be symmetric, "
            f"but entry ({i}, {j}) is {b[i, j]:g} and entry ({j}, {i}) is {b[j, i]:g}."
        )


def _eigenvector_factor(owner: str, name: str, b: Matrix) -> Matrix:
    values, vectors = np.linalg.eigh(b)
    largest = np.abs(values).max()
    if values[0] < -_ROUNDING * len(b) * largest:
        raise ParameterError(
            f"{owner}.{name} must be positive semi-definite, but its smallest eigenvalue is {values[0]:g}."
        )
    # At least one row, so that the zero matrix has a factor too.
    kept = values > _ROUNDING * len(b) * largest
    kept[-1] = True
    return np.asarray(np.sqrt(np.maximum(values[kept], 0.0))[:, None] * vectors[:, kept].T)
