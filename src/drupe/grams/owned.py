"""A Gram matrix in memory of its own, for callers that overwrite it."""

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.foundation.budget import DEFAULT_BYTES
from drupe.grams.base import Gram
from drupe.grams.lazy import LazyGram


def owned(gram: Gram, budget: int = DEFAULT_BYTES) -> Matrix:
    """K in float64, row by row, to be written to; refused if it takes more bytes than the budget.

    The core and other Grams make a new matrix each time; a kernel of Python's may hand out one that it keeps, of which
    a copy is made.

    >>> from drupe.grams.dense import DenseGram
    >>> gram = DenseGram(np.eye(2))
    >>> K = owned(gram)
    >>> K[0, 1] = 5.0
    >>> gram.dense().tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    matrix = gram.dense(budget)
    kept = isinstance(gram, LazyGram) and gram.kernel.form() is None
    return np.require(matrix.copy() if kept else matrix, np.float64, ["C", "W"])
