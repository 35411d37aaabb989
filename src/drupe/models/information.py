"""Fisher information: how scores vary under the model itself, and its pseudo-inverse as a metric for them."""

from dataclasses import dataclass, field

import numpy as np

from drupe.foundation.arrays import Matrix, Vector

NOTHING = 1e-10
"""Eigenvalues below this share of the largest are zero up to rounding: directions in which no parameter can move."""


@dataclass(frozen=True, eq=False)
class Information:
    """I = E[f fᵀ] of the scores f = ∂ ln P(x) / ∂θ, x drawn from P, by its eigenvalues that are not zero.

    It is singular wherever parameters are redundant, as probabilities that sum to one are; what counts is the
    pseudo-inverse, which is zero in these directions.

    Parameters
    ----------
    eigenvalues
        Those above zero, largest first.
    eigenvectors
        One column each.

    Examples
    --------
    >>> half = Information.of(np.array([[0.25, -0.25], [-0.25, 0.25]]))  # of soft-max parameters of a fair coin
    >>> half.rank, bool(np.isclose(half.whitened(np.array([[0.5, -0.5]])) ** 2, 1.0).all())
    (1, True)

    References
    ----------
    [JaakkolaHaussler99]_, section 2; [Herbrich02]_, definition 2.26.
    """

    eigenvalues: Vector = field(repr=False)
    eigenvectors: Matrix = field(repr=False)

    @classmethod
    def of(cls, matrix: Matrix) -> "Information":
        """From the symmetric matrix itself."""
        values, vectors = np.linalg.eigh(0.5 * (matrix + matrix.T))
        return cls(*_kept(values[::-1], vectors[:, ::-1]))

    @classmethod
    def from_scores(cls, scores: Matrix) -> "Information":
        """From scores of examples that were drawn from the model: their mean of f fᵀ.

        It has at most as many dimensions as there are draws, so that there should be several for each parameter.
        """
        count, width = scores.shape
        if width <= count:
            return cls.of(scores.T @ scores / count)
        values, left = np.linalg.eigh(scores @ scores.T / count)
        values, left = _kept(values[::-1], left[:, ::-1])
        return cls(values, scores.T @ left / np.sqrt(count * values))

    @property
    def rank(self) -> int:
        """How many directions parameters can move in and change the distribution."""
        return len(self.eigenvalues)

    @property
    def matrix(self) -> Matrix:
        """I itself."""
        return np.asarray((self.eigenvectors * self.eigenvalues) @ self.eigenvectors.T)

    def whitened(self, scores: Matrix) -> Matrix:
        """Rows g with ⟨g, g'⟩ = fᵀ I⁺ f': scores in units in which each has variance one under the model."""
        return np.asarray(scores @ (self.eigenvectors / np.sqrt(self.eigenvalues)))


def _kept(values: Vector, vectors: Matrix) -> tuple[Vector, Matrix]:
    there = values > NOTHING * max(float(values[0]), 0.0)
    there[0] = values[0] > 0.0
    return values[there], np.ascontiguousarray(vectors[:, there])
