"""The Nyström approximation: all examples seen from a few landmarks."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.linalg import eigh

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.budget import DEFAULT_BYTES, require
from drupe.foundation.errors import InputError, ParameterError
from drupe.foundation.parameters import Interval, check
from drupe.foundation.randomness import RandomState, generator
from drupe.grams.base import Gram
from drupe.grams.low_rank import Extension, LowRankGram
from drupe.inputs.base import Inputs
from drupe.inputs.index import positions


@dataclass(frozen=True, eq=False)
class Nystroem:
    """K ≈ C W⁺ Cᵀ, with C the columns of the landmarks and W the block where they meet.

    Parameters
    ----------
    landmarks
        Positions of the landmarks.
    gram
        The approximation, whose features are C U Λ^(−1/2) from W = U Λ Uᵀ.
    eigenvalues
        The eigenvalues of W that were kept, largest first, before regularization.
    cut
        How many eigenvalues of W were rounding and left out.
    """

    landmarks: Index
    gram: LowRankGram
    eigenvalues: Vector
    cut: int

    @property
    def rank(self) -> int:
        """Number of features."""
        return self.gram.rank

    def features(self, new: Inputs) -> Matrix:
        """The features of new examples: inner products with landmarks, made orthonormal."""
        return self.gram.features(new)

    def __repr__(self) -> str:
        return f"Nystroem(landmarks={len(self.landmarks)}, rank={self.rank}, cut={self.cut})"


def nystroem(
    gram: Gram,
    landmarks: Any,
    *,
    random_state: RandomState = None,
    regularization: float = 0.0,
    budget: int = DEFAULT_BYTES,
) -> Nystroem:
    """K ≈ C (W + regularization · I)⁻¹ Cᵀ from the rows of a few landmarks.

    Exact where the landmarks span all examples in feature space; more landmarks are never worse.

    Parameters
    ----------
    gram
        K, positive semi-definite.
    landmarks
        How many to draw, uniformly and without repeats; or their positions, for instance the pivots of
        `incomplete_cholesky`, which are spread better than random ones.
    random_state
        For the draw.
    regularization
        Added to the eigenvalues of W; damps the directions in which the landmarks hardly differ.
    budget
        Bytes that the rows of the landmarks may take.

    Notes
    -----
    Complexity: O(m³ + n m²) time and O(n m) memory for m landmarks. Eigenvalues of W below 10 m eps times the
    largest are rounding and cut, so landmarks may repeat or depend on each other.

    Examples
    --------
    >>> from drupe.grams.dense import DenseGram
    >>> line = DenseGram([[1, 2, 3], [2, 4, 6], [3, 6, 9]])
    >>> nystroem(line, landmarks=[0]).gram.dense().round(12).tolist()
    [[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [3.0, 6.0, 9.0]]

    References
    ----------
    [Rasmussen06]_, section 8.1; [Mika02]_, section 3.5.5.
    """
    check("nystroem", "regularization", regularization, Interval(0.0))
    chosen = _chosen(landmarks, len(gram), random_state)
    remedy = "take fewer landmarks or pass a larger budget (bytes)."
    require(len(chosen) * len(gram) * 8, budget, f"{len(chosen)} landmarks for {len(gram)} examples", remedy)
    rows = np.asarray(gram.rows(chosen), dtype=np.float64)
    values, vectors = _kept_eigenpairs(rows[:, chosen], float(np.finfo(gram.dtype).eps))
    weights = vectors / np.sqrt(values + regularization)
    approximation = LowRankGram(rows.T @ weights, Extension(gram.take(chosen), weights))
    return Nystroem(chosen, approximation, values, cut=len(chosen) - len(values))


def _chosen(landmarks: Any, size: int, random_state: RandomState) -> Index:
    if np.ndim(landmarks) == 0:
        check("nystroem", "landmarks", landmarks, Interval(1, size, closed_high=True, whole=True))
        return np.sort(generator(random_state).choice(size, int(landmarks), replace=False)).astype(np.int64)
    chosen = positions(landmarks, size)
    if not len(chosen):
        raise ParameterError("nystroem.landmarks is empty; it needs one landmark at least.")
    return chosen


def _kept_eigenpairs(block: Matrix, precision: float) -> tuple[Vector, Matrix]:
    """Eigenvalues of the landmarks' block that are more than rounding, largest first, and their vectors."""
    values, vectors = eigh((block + block.T) / 2.0)
    floor = 10.0 * len(values) * precision * float(np.abs(values).max())
    if values[0] < -10.0 * floor:
        raise InputError(
            f"K is not positive semi-definite: the landmarks' block has the eigenvalue {values[0]:.3g}; "
            "use a positive kernel, or shift the diagonal with ShiftedGram."
        )
    kept = np.flatnonzero(values > floor)[::-1]
    return values[kept], vectors[:, kept]
