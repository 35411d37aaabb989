"""A Gram matrix in float32, to be written to, for callers that mend its rounding by products in float64."""

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.grams.base import Gram
from drupe.grams.dense import DenseGram
from drupe.grams.lazy import LazyGram
from drupe.inputs.vectors import Vectors


def computes_cheaply(gram: Gram) -> bool:
    """Whether entries come from the native core, so that to compute them twice costs less than to hold them twice."""
    return isinstance(gram, LazyGram) and isinstance(gram.inputs, Vectors) and gram.kernel.form() is not None


def in_single(gram: Gram) -> Matrix:
    """K in float32: computed so where the core can, else rounded.

    >>> in_single(DenseGram(np.eye(2))).dtype.name
    'float32'
    """
    if computes_cheaply(gram):
        assert isinstance(gram, LazyGram)  # what computes_cheaply says
        gram = LazyGram(gram.kernel, gram.inputs.in_single(), gram.n_jobs)
    budget = gram.dtype.itemsize * len(gram) ** 2
    matrix = gram.matrix if isinstance(gram, DenseGram) else gram.dense(budget)
    return matrix.astype(np.float32, copy=isinstance(gram, DenseGram))
