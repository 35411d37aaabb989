"""A Gram computed once and held, in the precision that is asked for."""

from typing import Any

import numpy as np

from drupe.grams.base import Gram
from drupe.grams.dense import DenseGram
from drupe.grams.lazy import LazyGram
from drupe.inputs.vectors import Vectors


def held_bytes(gram: Gram, dtype: np.dtype[Any]) -> int:
    """What `held` would take."""
    return len(gram) ** 2 * _held_dtype(gram, dtype).itemsize


def held(gram: Gram, dtype: np.dtype[Any]) -> DenseGram:
    """The Gram as a matrix; in float32 only where the core computes the kernel, else in the Gram's own precision.

    >>> from drupe.kernels import Linear
    >>> gram = LazyGram(Linear(), Vectors.of([[1.0], [2.0]]))
    >>> held(gram, np.dtype(np.float32)).matrix.tolist(), held_bytes(gram, np.dtype(np.float32))
    ([[1.0, 2.0], [2.0, 4.0]], 16)
    """
    if isinstance(gram, DenseGram):
        return gram
    if _held_dtype(gram, dtype) != gram.dtype:
        assert isinstance(gram, LazyGram)  # what _held_dtype says
        gram = LazyGram(gram.kernel, gram.inputs.in_single(), gram.n_jobs)
    n = len(gram)
    return DenseGram._of_symmetric(gram.dense(budget=n * n * gram.dtype.itemsize))


def _held_dtype(gram: Gram, dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Narrower than the Gram's own precision only for native forms of vectors."""
    native = isinstance(gram, LazyGram) and isinstance(gram.inputs, Vectors) and gram.kernel.form() is not None
    return dtype if native and dtype == np.float32 else gram.dtype
