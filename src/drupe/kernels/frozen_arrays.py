"""Arrays as values: tuples that hash and compare, so that a kernel holding one stays a frozen value."""

from typing import Any

import numpy as np

from drupe.foundation.errors import ParameterError


def frozen_vector(owner: str, name: str, entries: Any) -> tuple[float, ...]:
    """The numbers as a tuple of floats; at least one is needed.

    >>> frozen_vector("ARD", "widths", np.array([1, 2]))
    (1.0, 2.0)
    """
    array = _floats(owner, name, entries, "a sequence of numbers")
    if array.ndim != 1 or not array.size:
        raise ParameterError(
            f"{owner}.{name} must hold one number or more in a row, got an array of shape {array.shape}."
        )
    return tuple(array.tolist())


def frozen_matrix(owner: str, name: str, entries: Any) -> tuple[tuple[float, ...], ...]:
    """The matrix as a tuple of rows; all entries must be finite.

    >>> frozen_matrix("LinearTransform", "transform", np.eye(2))
    ((1.0, 0.0), (0.0, 1.0))
    """
    array = _floats(owner, name, entries, "a matrix of numbers")
    if array.ndim != 2 or not array.size:
        raise ParameterError(
            f"{owner}.{name} must be a matrix with rows and columns, got an array of shape {array.shape}."
        )
    if not np.isfinite(array).all():
        raise ParameterError(f"{owner}.{name} must be finite, but it holds NaN or infinity.")
    return tuple(tuple(row) for row in array.tolist())


def _floats(owner: str, name: str, entries: Any, wanted: str) -> Any:
    try:
        return np.asarray(entries, dtype=np.float64)
    except (TypeError, ValueError):
        raise ParameterError(f"{owner}.{name} must be {wanted}, got {entries!r}.") from None
