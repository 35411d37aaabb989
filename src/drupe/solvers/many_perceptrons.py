"""Kernel perceptrons, many at once: labellings times orders over one Gram, on columns that all of them share."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from drupe import native
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Checked, whole
from drupe.foundation.progress import Progress
from drupe.foundation.threads import OPENMP_DEFAULT, thread_count
from drupe.grams.base import Gram
from drupe.grams.lazy import LazyGram
from drupe.grams.scaled import ScaledGram
from drupe.grams.shifted import ShiftedGram
from drupe.solvers.native import source
from drupe.solvers.options import OnInterrupt, Precision

_Labels: TypeAlias = npt.NDArray[np.int8]
_Orders: TypeAlias = npt.NDArray[np.int32]

SINGLE_RANGE = (1e-30, 1e38)
"""Diagonals between which kernel values in single precision neither vanish nor overflow on the way."""


@dataclass(frozen=True)
class PerceptronOptions(Checked):
    """Limits of a run.

    Parameters
    ----------
    max_passes
        Times that the examples are gone through before a perceptron is given up.
    tolerated
        Mistakes within one pass after which a perceptron is good enough.
    cache_bytes
        Memory for kernel columns.
    precision
        Precision of kernel columns; by itself single, unless all of them fit into the memory in double.
    on_interrupt
        Whether Ctrl-C raises or leaves the perceptrons as they are.
    progress
        Told how far the run is.
    """

    max_passes: int = whole(1, 1000)
    tolerated: int = whole(0, 0)
    cache_bytes: int = whole(0, 512 * 2**20)
    precision: Precision = Precision.AUTO
    on_interrupt: OnInterrupt = OnInterrupt.RAISE
    progress: Progress | None = None


@dataclass(frozen=True, eq=False)
class PerceptronRuns:
    """Perceptrons f(x) = Σᵢ αᵢ k(xᵢ, x), αᵢ the label of example i times its mistakes; one row for each.

    Parameters
    ----------
    alpha
        α, sparse: order after order within labelling after labelling.
    outputs
        f at the n examples: α K.
    mistakes
        Updates that were made.
    passes
        Times that the examples were gone through.
    stops
        Why each of them ended.
    labellings
        How many labellings there were.
    columns
        Columns of K that were computed for all of them.
    """

    alpha: sp.csr_array
    outputs: Matrix
    mistakes: Index
    passes: Index
    stops: tuple[native.Stop, ...]
    labellings: int
    columns: int

    @property
    def converged(self) -> npt.NDArray[np.bool_]:
        """Which of them went through all examples without a mistake, or with no more than are tolerated."""
        return np.array([stop is native.Stop.CONVERGED for stop in self.stops])

    @property
    def interrupted(self) -> npt.NDArray[np.bool_]:
        """Which perceptrons were still learning when the run was interrupted."""
        return np.array([stop is native.Stop.INTERRUPTED for stop in self.stops])

    @cached_property
    def norms(self) -> Vector:
        """‖f‖ = √(αᵀKα) of each, from the outputs that are there anyway."""
        alpha = self.alpha
        run = np.repeat(np.arange(alpha.shape[0]), np.diff(alpha.indptr))
        squared = np.bincount(run, alpha.data * self.outputs[run, alpha.indices], minlength=alpha.shape[0])
        return np.asarray(np.sqrt(np.maximum(squared, 0.0)))


def train_perceptrons(
    gram: Gram, signs: Matrix, orders: Matrix, options: PerceptronOptions | None = None
) -> PerceptronRuns:
    """Learn every labelling (a row of ±1) in every order (a row of positions).

    Wherever yᵢ f(xᵢ) ≤ 0, in that order and over and over again, αᵢ grows by yᵢ. Each perceptron goes on by itself
    until it needs a column of K that is not there; when all of them wait, these columns are computed together. K is
    never held: columns under the byte budget are, and make room when they have not been used for long. The result
    depends on neither the budget nor the threads.

    Complexity: O(n) time for each mistake, and the columns of K; O(n) memory for each perceptron, and the budget.

    References
    ----------
    [Herbrich02]_, algorithm 1 (dual form), and appendix C.5 of [Graepel02]_.
    """
    how = options or PerceptronOptions()
    labels = _rows_of(signs, len(gram), np.int8, "signs")
    ranks = _rows_of(orders, len(gram), np.int32, "orders")
    seen = _opened(gram)
    dtype = _precision(seen.gram, how)
    runs = _train(seen, labels, ranks, how, dtype)
    if dtype == np.float32 and not np.isfinite(runs.outputs).all() and how.precision is Precision.AUTO:
        runs = _train(seen, labels, ranks, how, np.dtype(np.float64))
    if not np.isfinite(runs.outputs).all():
        raise InputError("kernel values overflow; scale the inputs down, or normalize the kernel: k.normalized().")
    return runs


class _Opened(NamedTuple):
    """fᵢ Kᵢⱼ fⱼ + shiftᵢ [i = j]: what a perceptron on it needs of K are the same columns for all f and shifts."""

    gram: Gram
    factors: npt.NDArray[np.float64]
    shift: npt.NDArray[np.float64]


def _opened(gram: Gram) -> _Opened:
    if isinstance(gram, ShiftedGram) and gram.distinct:
        inner = _opened(gram.gram)
        return inner._replace(shift=inner.shift + gram.shift)
    if isinstance(gram, ScaledGram) and gram.factors.min(initial=1.0) > 0:
        inner = _opened(gram.gram)
        return _Opened(inner.gram, inner.factors * gram.factors, inner.shift * gram.factors**2)
    return _Opened(gram, np.ones(len(gram)), np.zeros(len(gram)))


def _precision(gram: Gram, options: PerceptronOptions) -> np.dtype[Any]:
    match options.precision:
        case Precision.SINGLE:
            return np.dtype(np.float32)
        case Precision.DOUBLE:
            return np.dtype(np.float64)
    if not isinstance(gram, LazyGram):
        return gram.dtype
    if 8 * len(gram) ** 2 <= options.cache_bytes:
        return np.dtype(np.float64)
    lowest, highest = SINGLE_RANGE
    greatest = np.abs(gram.diagonal()).max(initial=0.0)
    return np.dtype(np.float32 if lowest < greatest < highest else np.float64)


def _train(
    seen: _Opened, labels: _Labels, ranks: _Orders, options: PerceptronOptions, dtype: np.dtype[Any]
) -> PerceptronRuns:
    gram = seen.gram
    threads = thread_count(gram.n_jobs) if isinstance(gram, LazyGram) else OPENMP_DEFAULT
    # o = f / factor: the sign is the same, and no column has to be scaled.
    task = native.PerceptronTask(labels, ranks, seen.factors, seen.shift / seen.factors)
    limits = native.PerceptronOptions(options.max_passes, options.tolerated, options.cache_bytes, threads)
    outputs = np.empty((len(labels) * len(ranks), len(gram)))
    keep = options.on_interrupt is OnInterrupt.KEEP
    found = native.train_perceptrons(task, limits, source(gram, dtype), outputs, keep, options.progress)
    outputs *= seen.factors
    sizes = np.concatenate([[0], np.cumsum(found.sizes)])
    own = np.repeat(np.arange(len(outputs)) // len(ranks), found.sizes)
    alpha = (labels[own, found.support] * found.counts).astype(np.float64)
    return PerceptronRuns(
        sp.csr_array((alpha, found.support, sizes), shape=outputs.shape),
        outputs,
        found.mistakes,
        found.passes,
        tuple(found.stops),
        len(labels),
        found.columns,
    )


def _rows_of(rows: Matrix, n: int, dtype: Any, name: str) -> npt.NDArray[Any]:
    array = np.ascontiguousarray(rows, dtype=dtype)
    if array.ndim != 2 or array.shape[1] != n or not array.size:
        raise InputError(f"{name} must have rows of {n} entries, one for each example, got shape {np.shape(rows)}.")
    return array
