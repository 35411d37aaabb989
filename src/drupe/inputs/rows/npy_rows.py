"""Rows of .npy files: examples in one, targets in another; read piece by piece, never mapped into memory."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from drupe.foundation.errors import InputError
from drupe.inputs.base import Origin
from drupe.inputs.rows.base import BATCH, Batch, Rows
from drupe.inputs.rows.file_marks import FileMark
from drupe.inputs.rows.in_memory import PART
from drupe.inputs.vectors import Vectors


@dataclass(frozen=True)
class NpyFile:
    """An array in a file.

    Parameters
    ----------
    mark
        The file as it was.
    shape
        Of the array.
    kind
        The type of its entries, as numpy writes it.
    begin
        Bytes before its entries.
    """

    mark: FileMark
    shape: tuple[int, ...]
    kind: str
    begin: int

    @classmethod
    def of(cls, path: str) -> Self:
        """Look at the head of a file."""
        mark = FileMark.of(path)
        with mark.unchanged(), open(path, "rb") as file:
            try:
                version = np.lib.format.read_magic(file)
                read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
                shape, fortran, kind = read(file)
            except ValueError as cause:
                raise InputError(f"{path}: is no .npy file ({cause}); write it with numpy.save.") from cause
            begin = file.tell()
        if kind.hasobject:
            raise InputError(f"{path}: holds Python objects; save numbers, or words as text: array.astype(str).")
        if fortran and len(shape) > 1:
            raise InputError(f"{path}: is stored column by column; save np.ascontiguousarray(X) instead.")
        if mark.size != begin + kind.itemsize * math.prod(shape):
            raise InputError(f"{path}: has {mark.size} bytes, which is not what shape {shape} needs; is it complete?")
        return cls(mark, shape, kind.str, begin)

    def entries(self, first: int, last: int) -> npt.NDArray[Any]:
        """The rows from `first` to before `last`."""
        width, kind = math.prod(self.shape[1:]), np.dtype(self.kind)
        with open(self.mark.path, "rb") as file:
            file.seek(self.begin + first * width * kind.itemsize)
            entries = np.fromfile(file, kind, (last - first) * width)
        if len(entries) < (last - first) * width:
            raise InputError(f"{self.mark.path}: the file ends before row {last}; is it complete?")
        return entries.reshape(last - first, *self.shape[1:])


@dataclass(frozen=True, eq=False)
class NpyRows(Rows):
    """Examples and targets in pairs of .npy files, one after the other.

    Parameters
    ----------
    examples
        Tables of numbers.
    targets
        For each of them its targets; empty if there are none.
    """

    examples: tuple[NpyFile, ...]
    targets: tuple[NpyFile, ...]

    @classmethod
    def of(cls, pairs: Sequence[tuple[str, str | None]]) -> Self:
        """Look at files: a table each, with its targets or without."""
        examples = tuple(NpyFile.of(path) for path, _ in pairs)
        targets = tuple(NpyFile.of(path) for _, path in pairs if path is not None)
        for x in examples:
            if len(x.shape) != 2 or np.dtype(x.kind).kind not in "biuf":
                raise InputError(f"{x.mark.path}: has shape {x.shape} of {x.kind}; rows are a table of numbers.")
            if x.shape[1] != examples[0].shape[1]:
                raise InputError(f"{x.mark.path}: has {x.shape[1]} columns, but others have {examples[0].shape[1]}.")
        for x, y in zip(examples, targets, strict=False):
            if y.shape != x.shape[:1]:
                raise InputError(f"{y.mark.path}: has shape {y.shape}, but {x.mark.path} has {x.shape[0]} rows.")
        if not sum(x.shape[0] for x in examples):
            raise InputError(f"{examples[0].mark.path}: there are no rows; pass a file with at least one.")
        return cls(examples, targets)

    @cached_property
    def _parts(self) -> tuple[tuple[int, int, int], ...]:
        """For each part its file, its first row there and the row after its last."""
        sizes = [x.shape[0] for x in self.examples]
        return tuple((file, first, min(first + PART, n)) for file, n in enumerate(sizes) for first in range(0, n, PART))

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """The number of rows of each part."""
        return tuple(last - first for _, first, last in self._parts)

    @property
    def dimension(self) -> int:
        """How many columns there are."""
        return self.examples[0].shape[1]

    def batches(self, part: int) -> Iterator[Batch]:
        """The rows of a part, from files that are as they were before and after."""
        file, first, last = self._parts[part]
        x, y = self.examples[file], self.targets[file] if self.targets else None
        position = int(self.starts[part])
        with x.mark.unchanged():
            for begin in range(first, last, BATCH):
                end = min(begin + BATCH, last)
                targets = None
                if y is not None:
                    with y.mark.unchanged():
                        targets = y.entries(begin, end)
                yield Batch(position, _vectors(x.entries(begin, end)), targets)
                position += end - begin

    def place(self, position: int) -> str:
        """File and row, counted from 0 as numpy does."""
        part = int(np.searchsorted(self.starts, position, side="right")) - 1
        file, first, _ = self._parts[part]
        return f"{self.examples[file].mark.path}, row {first + position - int(self.starts[part])}"

    @cached_property
    def fingerprint(self) -> Mapping[str, str]:
        """The files by name, size and digest."""
        files = (*self.examples, *self.targets)
        return {f"file {number}": file.mark.identity for number, file in enumerate(files)}


def _vectors(rows: npt.NDArray[Any]) -> Vectors:
    kept = rows if rows.dtype in (np.float32, np.float64) and rows.dtype.isnative else rows.astype(np.float64)
    return Vectors(kept, Origin.new(len(kept)))
