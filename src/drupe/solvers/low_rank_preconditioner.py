"""An approximate inverse of K + D from a low-rank factor of K, which iterative methods need fewer steps with."""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import cho_solve

from drupe.foundation.arrays import Matrix, Vector
from drupe.grams.base import Gram
from drupe.grams.pivoted_cholesky import incomplete_cholesky


@dataclass(frozen=True, eq=False)
class LowRankPreconditioner:
    """(LLᵀ + D)⁻¹ r = D⁻¹r − D⁻¹L (I + LᵀD⁻¹L)⁻¹ LᵀD⁻¹r, in O(n rank).

    Parameters
    ----------
    factor
        L, one row for each example.
    shift
        The diagonal of D, above zero.
    inner
        The Cholesky factor of I + LᵀD⁻¹L.

    Examples
    --------
    >>> from drupe.grams import DenseGram
    >>> exact = LowRankPreconditioner.of(DenseGram([[2.0, 1.0], [1.0, 2.0]]), rank=2).shifted(np.ones(2))
    >>> exact(np.array([4.0, 4.0])).round(12).tolist()  # (K + I)⁻¹ (4, 4)
    [1.0, 1.0]

    References
    ----------
    [Rasmussen06]_, eq. A.9.
    """

    factor: Matrix
    shift: Vector
    inner: Matrix

    @classmethod
    def of(cls, gram: Gram, rank: int) -> "LowRankPreconditioner":
        """From so many columns of K; D = I at first."""
        factor = incomplete_cholesky(gram, rank).factor
        return cls(factor, np.ones(len(gram)), np.eye(0)).shifted(np.ones(len(gram)))

    def shifted(self, shift: Vector) -> "LowRankPreconditioner":
        """The preconditioner for another D."""
        inner = np.eye(self.factor.shape[1]) + self.factor.T @ (self.factor / shift[:, None])
        return LowRankPreconditioner(self.factor, shift, np.linalg.cholesky(inner))

    def __call__(self, residual: Vector) -> Vector:
        scaled = residual / self.shift
        return np.asarray(
            scaled - self.factor @ cho_solve((self.inner, True), self.factor.T @ scaled) / self.shift,
        )
