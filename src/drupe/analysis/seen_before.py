"""Whether rows that should be fresh took part in the fit: a model carries some of its training rows along."""

from itertools import pairwise
from typing import Any

import numpy as np
import scipy.sparse as sp

from drupe.displays.fitted_kernel import last_step, seen_by
from drupe.inputs.vectors import Vectors


def support_vectors_among(model: Any, X: Any) -> tuple[int, int]:
    """How many support vectors of the model stand among these rows, and how many it has; 0 of 0 if it has none.

    >>> from drupe import SVC
    >>> machine = SVC(kernel="linear").fit([[0.0], [1.0], [3.0], [4.0]], [0, 0, 1, 1])
    >>> support_vectors_among(machine, [[1.0], [2.0]])
    (1, 2)
    """
    vectors, inputs = getattr(last_step(model), "support_vectors_", None), seen_by(model, X)
    if vectors is None or not isinstance(inputs, Vectors):
        return 0, 0
    kept, rows = _rows(vectors), set(_rows(inputs.array))
    return sum(row in rows for row in kept), len(kept)


def _rows(array: Any) -> list[bytes]:
    """What tells rows apart; sparse ones are never made dense, and zeros that are stored do not count."""
    if not sp.issparse(array):
        array = sp.csr_array(np.asarray(array, dtype=np.float64))
    rows = sp.csr_array(array, dtype=np.float64, copy=True)
    rows.sum_duplicates()
    rows.eliminate_zeros()
    columns, values, starts = rows.indices.astype(np.int64), rows.data, rows.indptr.tolist()
    return [columns[a:b].tobytes() + values[a:b].tobytes() for a, b in pairwise(starts)]
