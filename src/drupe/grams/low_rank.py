"""A Gram of low rank: features of few dimensions whose inner products stand for the kernel."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.progress import Progress
from drupe.grams.base import Gram
from drupe.grams.reals import doubles
from drupe.inputs.base import Inputs


@dataclass(frozen=True, eq=False)
class Extension:
    """How features go on to new examples: Σⱼ k(x, zⱼ) weights[j, :] over landmarks z.

    Parameters
    ----------
    landmarks
        The Gram of the landmarks, made from kernel and inputs.
    weights
        One row per landmark, one column per feature.
    """

    landmarks: Gram
    weights: Matrix

    def __call__(self, new: Inputs) -> Matrix:
        return self.landmarks.evaluate(new, self.weights)


@dataclass(frozen=True, eq=False, repr=False)
class LowRankGram(Gram):
    """K = L Lᵀ with a factor L of n rows and r columns: products in O(n r).

    Row i of L is the feature vector of example i. Such Grams come from `incomplete_cholesky(...).gram`,
    `nystroem(...).gram` and `eigenpairs(...).gram`, or from any features of one's own.

    Parameters
    ----------
    factor
        L, one row per example; held without a copy if it is float64.
    extension
        The features of new examples, if there is a way to have them.

    Examples
    --------
    >>> LowRankGram([[1, 0], [1, 1]]).dense().tolist()
    [[1.0, 1.0], [1.0, 2.0]]

    References
    ----------
    [Rasmussen06]_, section 8.1.
    """

    factor: Any
    extension: Extension | None = None

    def __post_init__(self) -> None:
        factor = doubles(self.factor, "the factor of a low-rank Gram").view()
        if factor.ndim != 2:
            raise InputError(f"the factor of a low-rank Gram has a row per example, got shape {factor.shape}.")
        factor.flags.writeable = False
        object.__setattr__(self, "factor", factor)

    def __len__(self) -> int:
        return len(self.factor)

    @property
    def dtype(self) -> np.dtype[Any]:
        return np.dtype(np.float64)

    @property
    def rank(self) -> int:
        """Number of features; the rank of K is no larger."""
        return int(self.factor.shape[1])

    def features(self, new: Inputs) -> Matrix:
        """The feature vectors of new examples, whose inner products stand for the kernel."""
        if self.extension is None:
            raise self._knows_no_others()
        return self.extension(new)

    def diagonal(self) -> Vector:
        return np.asarray(np.einsum("ij,ij->i", self.factor, self.factor))

    def against(self, new: Inputs) -> Matrix:
        return self.features(new) @ self.factor.T  # type: ignore[no-any-return]

    def diagonal_of(self, new: Inputs) -> Vector:
        return np.asarray((self.features(new) ** 2).sum(axis=1))

    def _rows(self, index: Index) -> Matrix:
        return self.factor[index] @ self.factor.T  # type: ignore[no-any-return]

    def _block(self, rows: Index, columns: Index) -> Matrix:
        return self.factor[rows] @ self.factor[columns].T  # type: ignore[no-any-return]

    def _product(self, vectors: Matrix, progress: Progress | None) -> Matrix:
        return self.factor @ (self.factor.T @ vectors)  # type: ignore[no-any-return]

    def _evaluate(self, new: Inputs, weights: Matrix) -> Matrix:
        return self.features(new) @ (self.factor.T @ weights)  # type: ignore[no-any-return]

    def _take(self, index: Index) -> Gram:
        return LowRankGram(self.factor[index], self.extension)
