"""LIBSVM's sparse text, decoded once: labels and CSR rows in float32, part by part."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np
import scipy.sparse as sp

from drupe.foundation.errors import InputError
from drupe.inputs.base import Origin
from drupe.inputs.readers.libsvm import DIMENSION, WIDEST, checked_block, libsvm_blocks
from drupe.inputs.readers.libsvm_block import Block
from drupe.inputs.readers.options import Options
from drupe.inputs.readers.source import opened_source
from drupe.inputs.rows.base import BATCH, Batch, Rows
from drupe.inputs.rows.file_marks import FileMark, marked
from drupe.inputs.rows.spill import Spill, Writer, spilled
from drupe.inputs.rows.spilled_table import located
from drupe.inputs.vectors import Vectors

ARRAYS = 4
"""Of each batch: labels, values, columns, starts."""


@dataclass(frozen=True, eq=False)
class SpilledSparse(Rows):
    """Sparse rows in a spill.

    Parameters
    ----------
    spill
        The folder.
    """

    spill: Spill

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """The number of rows of each part."""
        return tuple(self.spill.contents["counts"])

    @property
    def dimension(self) -> int:
        """How many columns there are."""
        return int(self.spill.contents["dimension"])

    def batches(self, part: int) -> Iterator[Batch]:
        """The rows of a part."""
        first = int(self.starts[part])
        for labels, values, columns, starts in self.spill.batches(part, ARRAYS):
            rows = sp.csr_array((values, columns, starts), shape=(len(labels), self.dimension))
            yield Batch(first, Vectors(rows, Origin.new(len(labels))), labels)
            first += len(labels)

    def place(self, position: int) -> str:
        """File and row."""
        return located(self.spill, position)

    @cached_property
    def fingerprint(self) -> Mapping[str, str]:
        """The files by name, size and digest, and how they were read."""
        return self.spill.fingerprint


def libsvm_rows(paths: Sequence[str], options: Options, folder: str | None) -> SpilledSparse:
    """The sparse rows of text files, by a folder of what was decoded."""
    marks = tuple(map(FileMark.of, paths))
    identity = {**marked(marks), "options": repr(sorted(asdict(options).items(), key=str))}

    def decode(writer: Writer) -> Mapping[str, Any]:
        widest, files = 0, list[tuple[str, int]]()
        for mark in marks:
            rows = 0
            with mark.unchanged():
                for block in _blocks(mark.path, options):
                    rows += len(block.labels)
                    widest = max(widest, int(block.indices.max(initial=-1)) + 1)
                    _add(writer, block)
            files.append((mark.path, rows))
        if not sum(rows for _, rows in files):
            raise InputError(f"{paths[0]}: there are no rows; pass a file with at least one.")
        if options.dimension is None and widest > WIDEST:
            raise InputError(
                f"{paths[0]}: the largest index is {widest - 1 + options.first_index}, and machines need memory for as "
                f"many columns; number the columns without gaps, or pass {DIMENSION} if this is meant.",
                remedies=(DIMENSION,),
            )
        return {"dimension": options.dimension or max(widest, 1), "files": files}

    return SpilledSparse(spilled(folder, identity, decode))


def _blocks(path: str, options: Options) -> Iterator[Block]:
    with opened_source(path, budget=options.budget) as source:
        for block in libsvm_blocks(source, options.first_index):
            yield checked_block(block, options.dimension, options.first_index, source.location)


def _add(writer: Writer, block: Block) -> None:
    """A block of text holds few or many rows: it is kept in batches."""
    with np.errstate(over="ignore"):  # what float32 cannot hold is found when it is read, with its place
        values = block.values.astype(np.float32)
    for begin in range(0, len(block.labels), BATCH):
        starts = block.starts[begin : begin + BATCH + 1]
        rows = len(starts) - 1
        entries = slice(int(starts[0]), int(starts[-1]))
        labels = block.labels[begin : begin + rows]
        writer.add(rows, (labels, values[entries], block.indices[entries], (starts - starts[0]).astype(np.int32)))
