"""The leading eigenvalues and eigenvectors of a Gram, and the best Gram of low rank that they make."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.linalg import eigh

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import ConvergenceError
from drupe.foundation.parameters import Interval, check
from drupe.foundation.randomness import RandomState
from drupe.grams.base import Gram
from drupe.grams.block_krylov import BlockKrylov
from drupe.grams.low_rank import Extension, LowRankGram

RESIDUAL = 1e-11
"""Of an eigenvector, relative to the largest eigenvalue."""

DENSE_BELOW = 400
"""Up to this many examples a full decomposition is faster than iterations."""


@dataclass(frozen=True, eq=False)
class Eigenpairs:
    """K vᵢ = λᵢ vᵢ, largest λ first, the v orthonormal.

    Parameters
    ----------
    source
        K.
    values
        λ. A negative one proves that K is not positive semi-definite.
    vectors
        One column per eigenvalue; the entry of largest size is positive.
    """

    source: Gram
    values: Vector
    vectors: Matrix

    def residuals(self) -> Vector:
        """‖K vᵢ − λᵢ vᵢ‖: some eigenvalue of K lies as near to λᵢ as this."""
        return np.asarray(np.linalg.norm(self.source @ self.vectors - self.vectors * self.values, axis=0))

    @cached_property
    def gram(self) -> LowRankGram:
        """V Λ Vᵀ over the positive eigenvalues: no positive semi-definite K of this rank is nearer."""
        floor = len(self.source) * float(np.finfo(self.source.dtype).eps) * float(np.abs(self.values).max(initial=0.0))
        kept = self.values > floor
        values, vectors = self.values[kept], self.vectors[:, kept]
        return LowRankGram(vectors * np.sqrt(values), Extension(self.source, vectors / np.sqrt(values)))

    def __repr__(self) -> str:
        return f"Eigenpairs({len(self.values)} of {len(self.source)})"


def eigenpairs(gram: Gram, count: int, random_state: RandomState = 0) -> Eigenpairs:
    """The `count` largest eigenvalues of K and their eigenvectors, by block Krylov iterations on products with K.

    Parameters
    ----------
    gram
        K; need not be positive.
    count
        How many; n gives the whole spectrum.
    random_state
        For the vectors that iterations start from; fixed unless said otherwise, so results repeat.

    Notes
    -----
    Complexity: tens of products with K and a block of vectors, O(n count) memory. Small problems, and more than half of
    the spectrum, are decomposed densely instead.

    Examples
    --------
    >>> from drupe.grams.dense import DenseGram
    >>> eigenpairs(DenseGram([[2, 1], [1, 2]]), 1).values.round(12).tolist()
    [3.0]

    References
    ----------
    [Graepel02]_, section 2.3.3; [Golub13]_, section 10.3.6.
    """
    check("eigenpairs", "count", count, Interval(1, len(gram), closed_high=True, whole=True))
    n, count = len(gram), int(count)
    if n <= DENSE_BELOW or 2 * count > n:
        return dense_eigenpairs(gram, count)
    return _in_order(gram, *_iterated(gram, count, random_state))


def dense_eigenpairs(gram: Gram, count: int) -> Eigenpairs:
    """The same by a dense decomposition, whose O(n³) time does not depend on how near eigenvalues are to each other.

    >>> from drupe.grams.dense import DenseGram
    >>> dense_eigenpairs(DenseGram([[2, 1], [1, 2]]), 1).values.round(12).tolist()
    [3.0]
    """
    n = len(gram)
    matrix = np.asarray(gram.dense(), dtype=np.float64)
    return _in_order(gram, *eigh(matrix, subset_by_index=[n - count, n - 1]))


def _in_order(gram: Gram, values: Vector, vectors: Matrix) -> Eigenpairs:
    order = np.argsort(values)[::-1]
    return Eigenpairs(gram, values[order], signed(vectors[:, order]))


def _iterated(gram: Gram, count: int, random_state: RandomState) -> tuple[Vector, Matrix]:
    found = BlockKrylov(residual=RESIDUAL).solve(
        lambda vectors: gram._product(vectors, None), len(gram), count, random_state
    )
    if not found.complete:
        raise ConvergenceError(
            f"the {count} leading eigenpairs of {len(gram)} examples were not found ({found.products} products with a "
            "vector); ask for fewer, or decompose densely: eigenpairs(DenseGram(gram.dense()), len(gram))."
        )
    return found.values, found.vectors


def signed(vectors: Matrix) -> Matrix:
    """Each column with its entry of largest size positive: signs that do not hang on the method."""
    largest = vectors[np.abs(vectors).argmax(axis=0), np.arange(vectors.shape[1])]
    return np.asarray(vectors * np.where(largest < 0, -1.0, 1.0))
