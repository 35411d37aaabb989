"""The kernel between rows and landmarks, K_nM, which is never held: a pass gives Kᵀ φ(K A) for many columns at once."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Matrix, Vector, aligned
from drupe.foundation.blocks import blocks
from drupe.foundation.progress import Progress
from drupe.foundation.threads import thread_count
from drupe.grams.native_losses import native_loss
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.kernels.compiled import CompiledKernel, NativeGroups
from drupe.kernels.prepared import Prepared
from drupe.losses.output_rows import EachTarget, RowLoss
from drupe.native import KnownRows

HELD_OUT = -1
"""The tag of rows that no column learns from."""

ALL_FOLDS = -2
"""The fold that a group leaves out that leaves out none."""

ROWS_AT_ONCE = 256
"""Rows whose kernel values numpy holds at a time."""

LEARNED, LEFT_OUT, HELD = range(3)
"""Places of `Swept.tallies`: rows that a group learns from, those of the fold that it leaves out, those held out."""


@dataclass(frozen=True, eq=False)
class Columns:
    """Functions f = Σⱼ aⱼ k(·, zⱼ) + offset, side by side in groups: the outputs of one machine are one group.

    Parameters
    ----------
    coefficients
        A: one row for each landmark, one column for each output, group after group.
    offsets
        What is added to each output.
    leaves_out
        For each group the fold that it does not learn from, or ALL_FOLDS if it learns from all.
    """

    coefficients: Matrix
    offsets: Vector
    leaves_out: Index

    @property
    def width(self) -> int:
        """Outputs of each group."""
        return int(self.coefficients.shape[1] // len(self.leaves_out))


@dataclass(frozen=True, eq=False)
class Known:
    """What is known of rows: targets, how often each counts, and its fold.

    Parameters
    ----------
    targets
        Codes of classes, one for each row; or numbers, one row for each with one entry for each output of a group.
    weights
        How often each row counts.
    tags
        The fold 0, 1, ... of each row, or HELD_OUT.
    """

    targets: npt.NDArray[Any]
    weights: Vector
    tags: Index

    def take(self, index: Index) -> "Known":
        """Of these rows."""
        return replace(self, targets=self.targets[index], weights=self.weights[index], tags=self.tags[index])


@dataclass(frozen=True, eq=False)
class Swept:
    """What rows add to a pass; sums over parts are made by +.

    Parameters
    ----------
    slopes
        Kᵀ (weights ∘ φ(K A + offsets)): one row for each landmark, one column for each output.
    pulls
        Column sums of weights ∘ φ: the slope in the offsets.
    tallies
        For each group, for rows LEARNED, LEFT_OUT and HELD: their weight, their loss, their errors.
    """

    slopes: Matrix
    pulls: Vector
    tallies: npt.NDArray[np.float64]

    def __add__(self, other: "Swept") -> "Swept":
        return Swept(self.slopes + other.slopes, self.pulls + other.pulls, self.tallies + other.tallies)


@dataclass(frozen=True, eq=False)
class CrossGram:
    """k(xᵢ, zⱼ) of any rows with M landmarks.

    Parameters
    ----------
    kernel
        Any kernel for this kind of inputs.
    landmarks
        The zⱼ.
    n_jobs
        Threads, as in scikit-learn; None leaves it to OpenMP.
    rough
        Take kernel values in single precision in passes, where kernel and data allow it, whatever the inputs are.

    Notes
    -----
    Kernel values have the precision of the data. In single precision they are wrong by about 10⁻⁷, and outputs by
    10⁻⁷ ‖a‖: coefficients of 10⁴, as landmarks ask for that nearly depend on each other, leave three digits. Minimizers
    bear that, as they bear noise in targets. What they would not bear is rounding in the slopes, which points in
    directions that no kernel value has: a preconditioner makes it large. So slopes are summed in float64 throughout,
    and conjugate gradients in single precision come as far as in double, also where K_MM has condition number 10¹³ and
    more. Final outputs come from `Prepared.product`, in float64 always.

    Complexity of a pass over n rows: O(n M (d + columns)) time, O(M · columns) memory beyond a block of kernel values.

    References
    ----------
    [Rudi17]_, section 3 (place not checked).
    """

    kernel: Kernel[Any]
    landmarks: Inputs
    n_jobs: int | None = None
    rough: bool = False

    def __getstate__(self) -> dict[str, object]:
        """What was prepared is made again where it is needed."""
        return {"kernel": self.kernel, "landmarks": self.landmarks, "n_jobs": self.n_jobs, "rough": self.rough}

    @cached_property
    def prepared(self) -> Prepared[Any]:
        """The landmarks made ready for the kernel."""
        return self.kernel.prepare(self.landmarks, threads=thread_count(self.n_jobs))

    def sweep(
        self, inputs: Inputs, known: Known, columns: Columns, loss: RowLoss, progress: Progress | None = None
    ) -> Swept:
        """What these rows add to the slopes and tallies of all columns.

        In the core if it has the kernel and the loss, with the same bits for any number of threads; else block by block
        in numpy.
        """
        in_core = native_loss(loss)
        if in_core is None or not isinstance(self.prepared, CompiledKernel):
            return self._sweep_blocks(inputs, known, columns, loss, progress)
        numbers = np.float64 if isinstance(loss, EachTarget) else np.int64
        rows = KnownRows(
            _for_core(known.targets, numbers), _for_core(known.weights, np.float64), _for_core(known.tags, np.int64)
        )
        groups = NativeGroups(
            columns.coefficients, _for_core(columns.offsets, np.float64), _for_core(columns.leaves_out, np.int64)
        )
        sums = self.prepared.two_sided(inputs, rows, groups, in_core, rough=self.rough, progress=progress)
        return Swept(sums.slopes, sums.pulls[0], sums.tallies.reshape(-1, 3, 3))

    def _sweep_blocks(
        self, inputs: Inputs, known: Known, columns: Columns, loss: RowLoss, progress: Progress | None
    ) -> Swept:
        width, groups = columns.width, len(columns.leaves_out)
        slopes = np.zeros_like(columns.coefficients, dtype=np.float64)
        pulls, tallies = np.zeros(slopes.shape[1]), np.zeros((groups, 3, 3))
        for index in blocks(len(inputs), ROWS_AT_ONCE):
            values = self.prepared.block(inputs.take(index))
            outputs, here = values @ columns.coefficients + columns.offsets, known.take(index)
            pushed = np.zeros_like(outputs)
            for group in range(groups):
                mine = slice(group * width, (group + 1) * width)
                response = loss.response(outputs[:, mine], here.targets)
                kind = _kinds(here.tags, int(columns.leaves_out[group]))
                pushed[:, mine] = response.slopes * (here.weights * (kind == LEARNED))[:, None]
                for one in (LEARNED, LEFT_OUT, HELD):
                    weights = here.weights * (kind == one)
                    tallies[group, one] += weights.sum(), weights @ response.losses, weights @ response.errors
            slopes += values.T @ pushed
            pulls += pushed.sum(axis=0)
            if progress is not None:
                progress((int(index[-1]) + 1) / len(inputs))
        return Swept(slopes, pulls, tallies)


def _kinds(tags: Index, left_out: int) -> Index:
    return np.where(tags == HELD_OUT, HELD, np.where(tags == left_out, LEFT_OUT, LEARNED))


def _for_core(array: npt.NDArray[Any], dtype: type[np.generic]) -> npt.NDArray[Any]:
    return aligned(np.ascontiguousarray(array, dtype=dtype))
