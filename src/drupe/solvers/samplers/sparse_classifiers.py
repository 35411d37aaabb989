"""Classifiers that rest on few examples each, drawn for one problem of many over the same examples."""

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.solvers.samplers.base import Classifiers


@dataclass(frozen=True, eq=False)
class SparseClassifiers:
    """Linear classifiers in feature space, each f(x) = Σᵢ αᵢ k(xᵢ, x) with αᵀKα = 1 and most αᵢ zero.

    Parameters
    ----------
    coefficients
        α, one row for each classifier, in compressed rows.
    outputs
        f at the n examples, one row for each classifier: α K.
    training_errors
        Share of the examples that each classifier gets wrong.
    mistakes
        Updates that each of them took.
    passes
        Times that each of them went through the examples.
    complete
        Whether all classifiers that were asked for are there; not so after an interruption.
    """

    coefficients: sp.csr_array
    outputs: Matrix
    training_errors: Vector
    mistakes: Index
    passes: Index
    complete: bool = True

    def __len__(self) -> int:
        return int(self.coefficients.shape[0])

    def support(self) -> Index:
        """The examples that any of the classifiers rests on."""
        return np.unique(self.coefficients.indices).astype(np.int64)

    def mean(self) -> Vector:
        """Coefficients of the mean classifier, the Bayes point: one number for each example."""
        return np.asarray(self.coefficients.mean(axis=0)).ravel()

    def dense(self) -> Classifiers:
        """The same with a number for every example in every classifier."""
        return Classifiers(self.coefficients.toarray(), self.outputs, self.complete)
