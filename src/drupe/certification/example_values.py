"""Examples as values that can be compared and hashed, in whatever container they come."""

from collections.abc import Hashable
from itertools import pairwise
from typing import Any

import numpy as np
import scipy.sparse as sp

from drupe.foundation.errors import DrupeError
from drupe.inputs.coerce import coerce


def example_values(X: Any) -> list[Hashable] | None:
    """One value for each example, equal where their contents are; None where they cannot be compared.

    >>> first, second, third = example_values([[1.0, 2.0], [1, 2], [2, 1]])
    >>> first == second, first == third
    (True, False)
    """
    try:
        return list(coerce(X).values())
    except (DrupeError, TypeError, ValueError):
        return _rows_of_anything(X)


def stored_values(X: Any) -> list[Hashable] | None:
    """The same for tables of mostly zeros: what is stored of each row."""
    try:
        table = sp.csr_array(X, dtype=np.float64, copy=True)
    except (TypeError, ValueError):
        return None
    table.sum_duplicates()
    table.eliminate_zeros()
    # scipy counts columns in 32 or 64 bits, as the size of a table asks for.
    columns, values = table.indices.astype(np.int64), table.data
    return [(columns[start:end].tobytes(), values[start:end].tobytes()) for start, end in pairwise(table.indptr)]


def _rows_of_anything(X: Any) -> list[Hashable] | None:
    """Rows with words, dates and gaps, which only a pipeline can make numbers of."""
    try:
        table = X.itertuples(index=False, name=None) if hasattr(X, "itertuples") else np.asarray(X).tolist()
        found: list[Hashable] = [repr(tuple(row)) for row in table]
    except (TypeError, ValueError):
        return None
    return found
