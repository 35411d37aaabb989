"""The Gram that holds nothing but kernel and inputs, and computes what it is asked for."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import InputTypeError
from drupe.foundation.progress import Progress
from drupe.foundation.threads import thread_count
from drupe.grams.base import Gram
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.kernels.prepared import Prepared


@dataclass(frozen=True, eq=False, repr=False)
class LazyGram(Gram):
    """Kᵢⱼ = k(xᵢ, xⱼ), computed anew at every request.

    A product takes O(n²) kernel values but only O(n) memory. Solvers that ask for the same rows again and again
    want a `CachedGram` around it.

    Parameters
    ----------
    kernel
        Any kernel for this kind of inputs.
    inputs
        The examples.
    n_jobs
        Threads, as in scikit-learn; None leaves it to OpenMP.

    Examples
    --------
    >>> from drupe.inputs import Vectors
    >>> from drupe.kernels import Gaussian
    >>> gram = LazyGram(Gaussian(1.0), Vectors.of([[0.0], [2.0]]))
    >>> (gram @ [1, 1]).round(4).tolist()
    [1.1353, 1.1353]

    References
    ----------
    [Herbrich02]_, definition 2.15.
    """

    kernel: Kernel[Any]
    inputs: Inputs
    n_jobs: int | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.kernel, Kernel):
            raise InputTypeError(f"LazyGram needs a Kernel such as Gaussian(), got {type(self.kernel).__name__}.")
        _require_inputs(self.inputs)
        thread_count(self.n_jobs)

    def __len__(self) -> int:
        return len(self.inputs)

    def __getstate__(self) -> dict[str, object]:
        """What was prepared is made again where it is needed: it may hold native memory."""
        return {"kernel": self.kernel, "inputs": self.inputs, "n_jobs": self.n_jobs}

    @cached_property
    def prepared(self) -> Prepared[Any]:
        """The examples made ready for the kernel, at the first request."""
        return self._prepare(self.inputs)

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        if not len(self):
            return np.dtype(np.float64)
        if self.prepared.dtype is not None:
            return self.prepared.dtype
        # Only the kernel knows; one pair tells.
        first = self.inputs.take(np.array([0]))
        return self.kernel.matrix(first, first).dtype

    def diagonal(self) -> Vector:
        return self._diagonal.copy()

    @cached_property
    def _diagonal(self) -> Vector:
        return np.asarray(self.kernel.diagonal(self.inputs), dtype=np.float64)

    def against(self, new: Inputs) -> Matrix:
        self._require_kind(new)
        return self.prepared.block(new)

    def diagonal_of(self, new: Inputs) -> Vector:
        self._require_kind(new)
        return np.asarray(self.kernel.diagonal(new), dtype=np.float64)

    def _require_kind(self, new: Inputs) -> None:
        _require_inputs(new)
        if not isinstance(new, type(self.inputs)) and not isinstance(self.inputs, type(new)):
            raise InputTypeError(f"this Gram is one of {type(self.inputs).__name__}, got new {type(new).__name__}.")

    def _prepare(self, right: Inputs) -> Prepared[Any]:
        return self.kernel.prepare(right, threads=thread_count(self.n_jobs))

    def in_double(self) -> Gram:
        if not self.inputs.single:
            return self
        return LazyGram(self.kernel, self.inputs.in_double(), self.n_jobs)

    def _rows(self, index: Index) -> Matrix:
        return self.prepared.rows(index)

    def _block(self, rows: Index, columns: Index) -> Matrix:
        return self._prepare(self.inputs.take(columns)).block(self.inputs.take(rows))

    def _product(self, vectors: Matrix, progress: Progress | None) -> Matrix:
        return self.prepared.gram_product(vectors, progress)

    def _dense(self, progress: Progress | None) -> Matrix:
        return self.prepared.gram(progress)

    def _evaluate(self, new: Inputs, weights: Matrix) -> Matrix:
        self._require_kind(new)
        return self.prepared.product(new, weights)

    def _take(self, index: Index) -> Gram:
        return LazyGram(self.kernel, self.inputs.take(index), self.n_jobs)


def _require_inputs(inputs: object) -> None:
    if not isinstance(inputs, Inputs):
        raise InputTypeError(
            f"a kernel compares Inputs, got {type(inputs).__name__}; wrap a table of numbers in Vectors.of(X)."
        )
