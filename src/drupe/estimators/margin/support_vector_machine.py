"""What the support vector machines share: how the solver runs, the Gram, and the attributes of scikit-learn."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from drupe.estimators.base import Machine
from drupe.estimators.kernel_parameters import KernelParameters
from drupe.estimators.sample import Sample
from drupe.estimators.sample_weights import positive_weights
from drupe.estimators.size_limits import require_kernel_values
from drupe.estimators.solver_info import SolverInfo
from drupe.estimators.watch import Watch
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.budget import MEGABYTE
from drupe.foundation.parameters import Interval
from drupe.foundation.shapes import Reals, Rows, Wholes
from drupe.foundation.threads import thread_count
from drupe.grams.base import Gram
from drupe.grams.dense import DenseGram
from drupe.grams.lent import lent
from drupe.inputs.base import Inputs
from drupe.inputs.precomputed import Precomputed
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.function_kernel import FunctionKernel
from drupe.solvers.native import SINGLE_LARGEST
from drupe.solvers.options import OnInterrupt, Options, Precision
from drupe.solvers.solution import Solution, Stop

COST = Interval(0.0, closed_low=False, closed_high=True)
SHARE = Interval(0.0, 1.0, closed_low=False, closed_high=True)


class SupportVectorMachine(KernelParameters, Machine):
    """A machine whose coefficients solve a box problem.

    Attributes
    ----------
    support_, support_vectors_, n_support_, dual_coef_, coef_
        As in scikit-learn.
    """

    tol: float
    cache_size: float
    max_iter: int
    n_jobs: int | None
    max_time: float | None
    on_interrupt: str
    precision: str
    support_: Annotated[npt.NDArray[np.int32], Wholes("support", below="examples")]
    support_vectors_: Annotated[Any, Rows("support", "columns")]
    dual_coef_: Annotated[Any, Reals(1, "support")]
    n_support_: npt.NDArray[np.int32]

    def _weights(self, sample_weight: Any, n: int) -> Vector:
        return positive_weights(sample_weight, n)

    def _options(self, watch: Watch | None = None) -> Options:
        """scikit-learn's words and ours as the solver's options."""
        return Options(
            tolerance=float(self.tol),
            refine=True,
            max_iterations=None if self.max_iter == -1 else int(self.max_iter),
            max_seconds=None if self.max_time is None else float(self.max_time),
            cache_bytes=int(self.cache_size * MEGABYTE),
            threads=thread_count(self.n_jobs),
            precision=Precision(self.precision),
            on_interrupt=OnInterrupt(self.on_interrupt) if watch is None else watch.on_interrupt,
            progress=None if watch is None else watch.progress,
        )

    def _info(self, watch: Watch, solutions: Sequence[Solution]) -> SolverInfo:
        """How the run went; Ctrl-C is raised here if the solver was kept from raising it."""
        info = SolverInfo.of(solutions, watch.seconds)
        watch.end(info.stop is not Stop.INTERRUPTED)
        return info

    def _seen(self, sample: Sample) -> tuple[Kernel[Any], Sample]:
        """The kernel, and the examples as it will see them; what makes the fit hopeless is said here.

        Data in single precision are widened if their squares or the kernel's values would not fit into it.
        """
        kernel = self._kernel(sample)
        inputs = sample.inputs
        if inputs.single:
            with np.errstate(over="ignore", invalid="ignore"):
                values = np.abs(kernel.diagonal(inputs)).max(initial=0.0)
            if not max(inputs.largest(), float(values)) <= SINGLE_LARGEST:
                sample = replace(sample, inputs=inputs.in_double())
        return kernel, sample

    def _gram(self, kernel: Kernel[Any], inputs: Inputs) -> Gram:
        """The Gram of the examples; that of a function is computed at one call if it fits into the cache."""
        whole = 8 * len(inputs) ** 2 <= self.cache_size * MEGABYTE
        if isinstance(kernel, FunctionKernel) and whole:
            gram: Gram = DenseGram(kernel.matrix(inputs, inputs))
        else:
            gram = lent(kernel, inputs, self.n_jobs)
        require_kernel_values(gram, kernel)
        return gram

    def _support(self, positions: Index, vectors: Inputs, coefficients: Matrix) -> dict[str, Any]:
        """scikit-learn's account of the support vectors: where they are, what, and one row of coefficients for each."""
        return {
            "support_": positions.astype(np.int32),
            "support_vectors_": _as_sklearn(vectors),
            "dual_coef_": sp.csr_matrix(coefficients.T) if vectors.sparse else np.ascontiguousarray(coefficients.T),
        }

    @property
    def coef_(self) -> Any:
        """Weights of the columns, for a linear kernel only; read-only, one row for each function."""
        if not self._kernel_choice().linear:
            raise AttributeError("coef_ is only available when using a linear kernel")
        if not hasattr(self, "dual_coef_"):
            raise AttributeError("coef_ is only available after fit")
        weights = self._primal()
        (weights.data if sp.issparse(weights) else weights).flags.writeable = False
        return weights

    def _primal(self) -> Any:
        """Σᵢ coefficientsᵢ xᵢ."""
        return self.dual_coef_ @ self.support_vectors_


def _as_sklearn(vectors: Inputs) -> Any:
    """Support vectors in the container that scikit-learn's users expect; read-only, as predictions use them."""
    if not isinstance(vectors, Vectors):
        return np.empty((0, 0)) if isinstance(vectors, Precomputed) else vectors
    if vectors.sparse:
        return _read_only(vectors.array)
    shown = np.ascontiguousarray(vectors.array).view()
    shown.flags.writeable = False
    return shown


def _read_only(rows: Any) -> Any:
    """A read-only view of the same sparse matrix."""
    parts = [part.view() for part in (rows.data, rows.indices, rows.indptr)]
    for part in parts:
        part.flags.writeable = False
    return sp.csr_matrix(tuple(parts), shape=rows.shape)


def whole_numbers(counts: Any) -> npt.NDArray[np.int32]:
    """Counts as scikit-learn types them."""
    return np.asarray(counts, dtype=np.int32)
