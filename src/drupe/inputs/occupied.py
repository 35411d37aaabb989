"""Sparse rows without the columns in which none of them has an entry, of which there may be billions."""

from typing import Any

import numpy as np
import scipy.sparse as sp

from drupe.foundation.arrays import Index
from drupe.foundation.budget import DEFAULT_BYTES, require
from drupe.inputs.vectors import Vectors

WIDE = 2**24
"""Columns from which on memory for each of them is too much, and a look at the entries is worth its time."""


def occupied(*tables: Any) -> tuple[Index, list[Any]]:
    """The columns with entries in any of these CSR matrices, and all of them with these columns alone.

    >>> columns, (rows,) = occupied(sp.csr_array(([5.0, 7.0], [3, 10**9], [0, 2]), shape=(1, 2 * 10**9)))
    >>> columns.tolist(), rows.toarray().tolist()
    ([3, 1000000000], [[5.0, 7.0]])
    """
    columns = np.unique(np.concatenate([table.indices for table in tables]))
    return columns, [
        sp.csr_array(
            (table.data, np.searchsorted(columns, table.indices), table.indptr), shape=(table.shape[0], len(columns))
        )
        for table in tables
    ]


def too_wide(vectors: Vectors) -> bool:
    """Whether a number for every column would take much memory, most of it for columns without entries."""
    return vectors.sparse and vectors.dimension > WIDE


def require_weights(vectors: Vectors, outputs: int) -> None:
    """Raise a BudgetError if a weight for every column and output takes more memory than anything may."""
    require(
        8 * vectors.dimension * outputs,
        DEFAULT_BYTES,
        f"a weight for each of {vectors.dimension} columns",
        "use a machine with kernels, such as SVC(kernel='linear'), or hash the columns to fewer, for example with "
        "sklearn.feature_extraction.FeatureHasher.",
    )
