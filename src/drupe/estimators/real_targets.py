"""Targets that are real numbers, one or several for each example."""

from typing import Any

import numpy as np
import scipy.sparse as sp

from drupe.estimators.base import one_column
from drupe.estimators.sizes import require_targets
from drupe.foundation.arrays import Matrix
from drupe.foundation.errors import InputError


def real_targets(y: Any, n: int) -> Matrix:
    """y in float64 and of n rows, one column or as many as there are outputs; one that is flat stays flat.

    >>> real_targets([1, 2], 2).tolist(), real_targets([[1, 2], [3, 4]], 2).shape
    ([1.0, 2.0], (2, 2))
    """
    if sp.issparse(y):
        raise InputError("y must be a dense array of numbers, got a sparse one; use .toarray().")
    table = None if y is None else np.asarray(y)
    if table is not None and table.ndim > 2:
        raise InputError(f"y must be a column or a table of targets, got an array of shape {table.shape}.")
    if table is None or table.ndim != 2:
        found = _numbers(one_column(y, n))
    elif not table.shape[1]:
        raise InputError(f"y has shape {table.shape}: no target to learn.")
    else:
        found = np.column_stack([_numbers(one_column(column, n)) for column in table.T])
    require_targets(found)
    return found


def _numbers(column: Any) -> Matrix:
    if np.iscomplexobj(column):
        raise InputError("Complex data not supported: y must hold real numbers.")
    try:
        return np.asarray(column.astype(np.float64))
    except (TypeError, ValueError) as cause:
        raise InputError(f"y must hold numbers: {cause}") from cause


def as_columns(targets: Matrix) -> Matrix:
    """One column for each output."""
    return targets[:, None] if targets.ndim == 1 else targets
