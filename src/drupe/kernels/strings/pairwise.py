"""Kernels that compare sequences pair by pair in the core: the right-hand ones are packed once."""

from abc import abstractmethod
from typing import Any

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.progress import Progress
from drupe.foundation.threads import OPENMP_DEFAULT
from drupe.inputs.alphabets import Alphabet
from drupe.inputs.sequences import Sequences
from drupe.kernels.forms.views import of_kind
from drupe.kernels.prepared import ByBlocks, Prepared
from drupe.kernels.strings.sequence_kernel import SequenceKernel
from drupe.native import StringPairs

SINGLE: np.dtype[Any] = np.dtype(np.float32)
DOUBLE: np.dtype[Any] = np.dtype(np.float64)


class PairwiseKernel(SequenceKernel):
    """A kernel whose values the core computes pair by pair; an author writes `pairs`."""

    @abstractmethod
    def pairs(self, right: Sequences, single: bool) -> StringPairs:
        """The core's kernel with these examples on the right, in single precision if that was asked for."""

    def fits_single(self, longest: int, longest_right: int) -> bool:
        """Whether there is such a routine, and its numbers hold what sequences of these lengths lead to."""
        return False

    def letters(self, right: Sequences) -> Alphabet:
        """The alphabet in which both sides are compared begins with these letters."""
        return right.alphabet

    def require(self, inputs: Sequences) -> None:
        """Raise an InputError if some letter of these sequences cannot be compared."""

    @property
    def remedy(self) -> str:
        """What to do if values are too large for all floating-point numbers."""
        return "take shorter sequences."

    def prepare(self, right: Sequences, *, threads: int = OPENMP_DEFAULT) -> Prepared[Any]:
        return PairwisePrepared(self, right, threads)

    def _diagonal(self, inputs: Sequences) -> Vector:
        return PairwisePrepared(self, inputs).diagonal()


class PairwisePrepared(ByBlocks[Sequences]):
    """A pairwise kernel with its right-hand sequences packed in the core.

    Complexity: packing takes time and memory of the order of all letters; nothing is packed again for rows or blocks.
    """

    def __init__(self, kernel: PairwiseKernel, right: Sequences, threads: int = OPENMP_DEFAULT):
        of_kind(right, Sequences)
        kernel.require(right)
        super().__init__(right)
        self._kernel, self._threads = kernel, threads
        self._letters = kernel.letters(right)
        self._longest = _longest(right)
        self._packed: dict[bool, StringPairs] = {}

    @property
    def dtype(self) -> np.dtype[Any]:
        return DOUBLE

    def _pairs(self, single: bool) -> StringPairs:
        if single not in self._packed:
            self._packed[single] = self._kernel.pairs(self._right.recoded(self._letters), single)
        return self._packed[single]

    def _fits_single(self, longest: int) -> bool:
        return self._kernel.fits_single(longest, self._longest)

    def block(self, left: Sequences, progress: Progress | None = None) -> Matrix:
        return self._block(left, False, progress)

    def rows(self, index: Index) -> Matrix:
        return self._rows(index, False)

    def gram(self, progress: Progress | None = None) -> Matrix:
        return self._gram(False, progress)

    def rough_product(self, left: Sequences, weights: Matrix) -> Matrix:
        single = self._fits_single(_longest(left))
        return self._in_blocks(len(left), lambda index: self._block(left.take(index), single), weights, None)

    def rough_rows(self, index: Index) -> Matrix:
        return self._rows(index, self._fits_single(self._longest))

    def rough_gram(self, progress: Progress | None = None) -> Matrix:
        return self._gram(self._fits_single(self._longest), progress)

    def diagonal(self) -> Vector:
        """k(zᵢ, zᵢ), to the last bit what stands on the diagonal of the Gram matrix in double precision."""
        values = np.asarray(self._pairs(False).diagonal(self._threads, None))
        self._require_finite(values[:, None], "example {row} with itself")
        return values

    def _block(self, left: Sequences, single: bool, progress: Progress | None = None) -> Matrix:
        of_kind(left, Sequences)
        self._kernel.require(left)
        there = left.recoded(self._letters)
        out = self._empty(len(left), single)
        self._pairs(single).block(there.codes, there.offsets, out, self._threads, progress)
        return self._require_finite(out, "left example {row} with right example {column}")

    def _rows(self, index: Index, single: bool) -> Matrix:
        out = self._empty(len(index), single)
        self._pairs(single).rows(np.ascontiguousarray(index, dtype=np.int64), out, self._threads, None)
        return self._require_finite(out, "the example of row {row} with example {column}")

    def _gram(self, single: bool, progress: Progress | None) -> Matrix:
        out = self._empty(len(self._right), single)
        self._pairs(single).gram(out, self._threads, progress)
        return self._require_finite(out, "example {row} with example {column}")

    def _empty(self, rows: int, single: bool) -> Matrix:
        return np.empty((rows, len(self._right)), dtype=SINGLE if single else DOUBLE)

    def _require_finite(self, values: Matrix, pair: str) -> Matrix:
        # No value is negative, so that a sum is finite only if all are.
        if not np.isfinite(values.sum(dtype=np.float64)) and not np.isfinite(values).all():
            row, column = (int(i) for i in np.argwhere(~np.isfinite(values))[0])
            raise InputError(
                f"{type(self._kernel).__name__} is beyond float64 for {pair.format(row=row, column=column)}; "
                f"{self._kernel.remedy}"
            )
        return values


def _longest(inputs: Sequences) -> int:
    return int(inputs.lengths.max(initial=0))
