"""Checks a table of numbers at the border: what comes out is float32 or float64, finite, two-dimensional."""

from typing import Any

import numpy as np
import scipy.sparse as sp

from drupe.foundation.errors import InputError, InputTypeError


def table(data: Any) -> tuple[Any, tuple[str, ...] | None]:
    """The checked matrix (dense or CSR) and the column names, if there are any."""
    if sp.issparse(data):
        return data.tocsr(), None
    array = np.asarray(data)
    if array.dtype not in (np.float32, np.float64):
        array = array.astype(np.float64)
    if array.ndim != 2:
        raise InputError(f"expected a table with two dimensions, got {array.ndim}.")
    if not np.isfinite(array).all():
        raise InputError("NaN or infinity.")
    return array, None
