"""What may be asked about as a Gram matrix: square, real, finite, not empty."""

from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Matrix
from drupe.foundation.errors import InputError, InputTypeError


def gram_matrix(matrix: npt.ArrayLike) -> Matrix:
    """The matrix as an array of floats (float32 stays what it is), or an error that says why it cannot be one."""
    array = np.asarray(matrix)
    if array.dtype.kind not in "fiub":
        raise InputTypeError(f"a Gram matrix holds real numbers, got an array of type {array.dtype}.")
    if array.ndim != 2 or array.shape[0] != array.shape[1] or not array.size:
        raise InputError(f"a Gram matrix is square and not empty, got shape {array.shape}.")
    if not np.isfinite(array).all():
        i, j = np.argwhere(~np.isfinite(array))[0]
        raise InputError(f"a Gram matrix holds finite numbers, but entry ({i}, {j}) is {array[i, j]}.")
    return array if array.dtype in (np.float32, np.float64) else array.astype(np.float64)


def rounding(matrix: npt.NDArray[Any]) -> float:
    """What rounding can add up to in the eigenvalues of such a matrix, as a share of the largest of them."""
    return float(16 * len(matrix) * np.finfo(matrix.dtype).eps)
