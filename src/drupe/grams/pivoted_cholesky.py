"""Incomplete Cholesky: a factor of K column by column, always for the example that is explained worst so far."""

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

import numpy as np
from scipy.linalg import solve_triangular

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.budget import DEFAULT_BYTES, require
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Interval, check
from drupe.grams.base import Gram
from drupe.grams.low_rank import Extension, LowRankGram
from drupe.inputs.base import Inputs


class Stop(Enum):
    """Why an incomplete Cholesky factorization ended."""

    RANK = "as many columns as allowed"
    TOLERANCE = "the residual trace is small enough"
    EXHAUSTED = "what is left of the diagonal is rounding: K has this rank"


@dataclass(frozen=True, eq=False)
class IncompleteCholesky:
    """K ≈ L Lᵀ, exact in the rows and columns of the pivots.

    Parameters
    ----------
    source
        The Gram that was factored.
    pivots
        The chosen examples, in order of choice: each explains the one that was worst explained before.
    factor
        L, n rows and a column per pivot; lower triangular in the rows of the pivots.
    errors
        trace(K − L Lᵀ) before the first column, after the first, and so on.
    stop
        Why there are no more columns.
    """

    source: Gram
    pivots: Index
    factor: Matrix
    errors: Vector
    stop: Stop

    @property
    def rank(self) -> int:
        """Number of columns."""
        return len(self.pivots)

    @property
    def residual_trace(self) -> float:
        """trace(K − L Lᵀ): bounds the largest eigenvalue of what is missing."""
        return float(self.errors[-1])

    @cached_property
    def gram(self) -> LowRankGram:
        """L Lᵀ, with features for new examples if the source can compare them."""
        inverse = solve_triangular(self.factor[self.pivots], np.eye(self.rank), lower=True) if self.rank else np.eye(0)
        return LowRankGram(self.factor, Extension(self.source.take(self.pivots), inverse.T))

    def features(self, new: Inputs) -> Matrix:
        """The coordinates of new examples in the orthonormal system that the pivots span in feature space."""
        return self.gram.features(new)

    def __repr__(self) -> str:
        return f"IncompleteCholesky(rank={self.rank}, residual_trace={self.residual_trace:.3g}, stop={self.stop.name})"


def incomplete_cholesky(
    gram: Gram, rank: int, tolerance: float = 1e-10, budget: int = DEFAULT_BYTES
) -> IncompleteCholesky:
    """L with K ≈ L Lᵀ from the diagonal and one row per column of L.

    Each step takes the example with the largest residual diagonal and removes its direction in feature space from
    all others: Gram-Schmidt with greedy choice.

    Parameters
    ----------
    gram
        K, positive semi-definite.
    rank
        Columns at most.
    tolerance
        Stop when trace(K − L Lᵀ) ≤ tolerance · trace(K).
    budget
        Bytes that L may take.

    Notes
    -----
    Complexity: O(n rank²) time, O(n rank) memory, n · rank kernel values. A K that is not positive semi-definite is
    refused as soon as its diagonal and the chosen rows show it; others may go unnoticed.

    Examples
    --------
    >>> from drupe.grams.dense import DenseGram
    >>> incomplete_cholesky(DenseGram([[4, 2], [2, 5]]), rank=1)
    IncompleteCholesky(rank=1, residual_trace=3.2, stop=RANK)

    References
    ----------
    [Mika02]_, section 3.5.5; [Scholkopf02]_, section 10.2.
    """
    check("incomplete_cholesky", "rank", rank, Interval(1, whole=True))
    check("incomplete_cholesky", "tolerance", tolerance, Interval(0.0))
    columns = min(int(rank), len(gram))
    remedy = "lower the rank or pass a larger budget (bytes)."
    require(columns * len(gram) * 8, budget, f"a factor of {columns} columns for {len(gram)} examples", remedy)
    elimination = _Elimination(gram, columns)
    while (stop := elimination.stop(tolerance)) is None:
        elimination.step()
    return elimination.result(stop)


class _Elimination:
    """The residual K − L Lᵀ of a factor that grows, known by its diagonal."""

    def __init__(self, gram: Gram, rank: int):
        self.gram = gram
        self.columns = np.empty((rank, len(gram)))
        self.pivots: list[int] = []
        self.residual = np.array(gram.diagonal(), dtype=np.float64)
        self.rounding = 32.0 * float(np.finfo(gram.dtype).eps) * float(np.abs(self.residual).max(initial=0.0))
        self._refuse_negative()
        self.errors = [float(self.residual.sum())]

    @property
    def noise(self) -> float:
        """What rounding may have left on the diagonal: each column adds its share."""
        return self.rounding * (len(self.pivots) + 1)

    def stop(self, tolerance: float) -> Stop | None:
        if self.residual.max(initial=0.0) <= self.noise:
            self._refuse_hidden()
            return Stop.EXHAUSTED
        if self.errors[-1] <= tolerance * self.errors[0]:
            return Stop.TOLERANCE
        return Stop.RANK if len(self.pivots) == len(self.columns) else None

    def step(self) -> None:
        k, pivot = len(self.pivots), int(self.residual.argmax())
        root = np.sqrt(self.residual[pivot])
        column = self._row(pivot) / root
        column[self.pivots] = 0.0
        column[pivot] = root
        self.columns[k] = column
        self.pivots.append(pivot)
        self.residual -= column**2
        self.residual[self.pivots] = 0.0
        self._refuse_negative()
        self.errors.append(float(self.residual.sum()))

    def result(self, stop: Stop) -> IncompleteCholesky:
        factor = np.ascontiguousarray(self.columns[: len(self.pivots)].T)
        pivots = np.array(self.pivots, dtype=np.int64)
        return IncompleteCholesky(self.gram, pivots, factor, np.array(self.errors), stop)

    def _row(self, i: int) -> Vector:
        known = self.columns[: len(self.pivots)]
        return np.asarray(self.gram.rows([i])[0] - known[:, i] @ known, dtype=np.float64)

    def _refuse_negative(self) -> None:
        if self.residual.min(initial=0.0) < -10.0 * self.noise:
            worst = int(self.residual.argmin())
            raise _indefinite(f"example {worst} is left with the squared length {self.residual[worst]:.3g}")
        np.maximum(self.residual, 0.0, out=self.residual)

    def _refuse_hidden(self) -> None:
        """Where nothing is left on the diagonal, nothing may be left beside it; one row shows the coarse cases."""
        rest = np.delete(np.arange(len(self.residual)), self.pivots)
        if not len(rest):
            return
        row = self._row(int(rest[0]))[rest]
        other = int(np.abs(row).argmax())
        if np.abs(row[other]) > 10.0 * self.noise:
            raise _indefinite(
                f"examples {rest[0]} and {rest[other]}, of length zero, have the product {row[other]:.3g}"
            )


def _indefinite(evidence: str) -> InputError:
    return InputError(
        f"K is not positive semi-definite: after elimination of the pivots {evidence}; "
        "use a positive kernel, or shift the diagonal with ShiftedGram."
    )
