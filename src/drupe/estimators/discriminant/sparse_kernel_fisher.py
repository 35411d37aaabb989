"""The sparse kernel Fisher discriminant: least squares of labels with few centers."""

from typing import Any

from drupe.estimators.declaration import declared
from drupe.estimators.discriminant.fisher_machine import FisherMachine
from drupe.estimators.discriminant.sparse_program import SparseProgram
from drupe.estimators.largest_output import class_signs
from drupe.estimators.sample import Sample
from drupe.estimators.size_limits import require_kernel_values
from drupe.grams.lazy import LazyGram
from drupe.kernels.base import Kernel
from drupe.solvers.expansions.program import ExpansionProgram


@declared
class SparseKernelFisher(SparseProgram, FisherMachine):
    """min ½ Σᵢ wᵢ (f(xᵢ) + b − yᵢ)² + alpha ‖a‖₁, yᵢ = ±1, f = Σⱼ aⱼ k(xⱼ, ·): a discriminant of few centers.

    Solved exactly, by a homotopy that passes through the machines of all larger alphas; `path` gives them. From
    alpha = max |K(y − mean)| on all coefficients are zero. The kernel need not be positive semi-definite.

    Notes
    -----
    Examples with identical inputs have one column of K among them. Of all minima this is the one in which the first of
    them has the coefficient and the others none.

    Examples
    --------
    >>> X, y = [[0.0], [1.0], [2.0], [3.0], [4.0], [5.0]], ["a", "a", "a", "b", "b", "b"]
    >>> machine = SparseKernelFisher("rbf", gamma=0.2, alpha=0.1).fit(X, y)
    >>> machine.predict([[0.5], [4.5]]).tolist(), machine.sparsity_ >= 0.5
    (['a', 'b'], True)

    References
    ----------
    [Mika02]_, section 3.4.8, eqs. 3.53 and 3.54; [Osborne00]_, section 4.
    """

    def _program(self, sample: Sample, kernel: Kernel[Any]) -> ExpansionProgram:
        """The program of examples in float64, for `path`."""
        gram = LazyGram(kernel, sample.inputs, self.n_jobs)
        require_kernel_values(gram, kernel)
        signs = class_signs(sample.targets, len(self.classes_))
        return ExpansionProgram(gram, signs, sample.weights, float(self.alpha), self._loss(), self._penalty())
