"""What linear machines share: no kernel but the linear one, and weights that may be stored sparsely."""

from typing import Any, Self

import scipy.sparse as sp
from sklearn.utils.validation import check_is_fitted

from drupe.estimators.base import Machine
from drupe.estimators.kernel_choice import KernelChoice
from drupe.estimators.sample import Sample


class LinearMachine(Machine):
    """A machine in the columns of vectors."""

    coef_: Any

    def sparsify(self) -> Self:
        """Hold `coef_` as a CSR matrix: less memory where most weights are zero, as with the penalty l1."""
        check_is_fitted(self)
        self.coef_ = sp.csr_matrix(self.coef_)
        return self

    def densify(self) -> Self:
        """Hold `coef_` as an array, as fits do."""
        check_is_fitted(self)
        if sp.issparse(self.coef_):
            self.coef_ = self.coef_.toarray()
        return self

    def _kernel_choice(self) -> KernelChoice:
        return KernelChoice("linear")

    def _vectors_only(self, sample: Sample) -> None:
        """Raise the error that says so where the examples are no vectors."""
        self._kernel_choice().on(sample.inputs, sample.weights)
