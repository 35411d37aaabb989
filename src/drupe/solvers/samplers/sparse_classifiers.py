"""Classifiers that rest on few examples each, drawn for one problem of many over the same examples."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import ConvergenceError
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
    converged
        Which of them are as good as was asked for.
    complete
        Whether all classifiers that were asked for are there; not so after an interruption.
    """

    coefficients: sp.csr_array
    outputs: Matrix
    training_errors: Vector
    mistakes: Index
    passes: Index
    converged: npt.NDArray[np.bool_]
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

    def require_converged(self) -> "SparseClassifiers":
        """These classifiers, or a ConvergenceError that says what would help if some are not what was asked for."""
        if self.converged.all():
            return self
        i = int(np.argmin(self.converged))
        wrong = 100.0 * self.training_errors[i]
        raise ConvergenceError(
            f"after {self.passes[i]} passes a perceptron still gets {wrong:.3g} % of the examples wrong: the classes "
            "cannot be separated, or only just. Add something to the diagonal of the kernel (diagonal=1.0), take a "
            "richer kernel or a narrower width, bear some errors (errors=0.01), or allow more passes (max_passes)."
        )
