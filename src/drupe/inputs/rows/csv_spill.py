"""Delimited text, decoded once: it takes as long to take apart as a pass over the rows, so that no pass does."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from drupe.foundation.errors import InputError
from drupe.inputs.readers.options import Options
from drupe.inputs.rows.base import BATCH
from drupe.inputs.rows.csv_decoding import CsvDecoder
from drupe.inputs.rows.file_marks import FileMark, marked
from drupe.inputs.rows.raw_table import Cells, NumberCells, WordCells
from drupe.inputs.rows.spill import Writer, spilled
from drupe.inputs.rows.spilled_table import SpilledTable, table_arrays


def csv_rows(
    paths: Sequence[str], target: str | None, named: tuple[str, ...], options: Options, folder: str | None
) -> SpilledTable:
    """The rows of text files with the same columns, by a folder of what was decoded."""
    marks = tuple(map(FileMark.of, paths))
    identity = {**marked(marks), "target": str(target), "options": repr(sorted(asdict(options).items(), key=str))}

    def decode(writer: Writer) -> Mapping[str, Any]:
        decoder, files = CsvDecoder(target, named, options), list[tuple[str, int]]()
        for batch in _batches(marks, decoder, files):
            writer.add(len(batch[0]), table_arrays(batch))
        if not sum(writer.counts):
            raise InputError(f"{paths[0]}: there are no rows; pass a file with at least one.")
        words = {name: dictionary.words for name, dictionary in decoder.words.items()}
        return {"names": list(decoder.names), "words": words, "files": files}

    spill = spilled(folder, identity, decode)
    return SpilledTable(spill, tuple(spill.contents["names"]))


def _batches(marks: Sequence[FileMark], decoder: CsvDecoder, files: list[tuple[str, int]]) -> Iterator[list[Cells]]:
    """Columns of at most BATCH rows, fewer only where a column becomes words, or at the end of a file."""
    for mark in marks:
        waiting, rows = list[list[Cells]](), 0
        with mark.unchanged():
            for piece in decoder.pieces(mark.path):
                if waiting and _kinds(piece) != _kinds(waiting[0]):
                    yield from _cut(_joined(waiting))
                    waiting = []
                waiting.append(piece)
                rows += len(piece[0])
                if sum(len(one[0]) for one in waiting) >= BATCH:
                    *whole, rest = _cut(_joined(waiting))
                    yield from whole
                    waiting = [rest]  # perhaps a whole batch too, which is given when more comes
        if waiting:
            yield from _cut(_joined(waiting))
        files.append((mark.path, rows))


def _kinds(piece: list[Cells]) -> list[type]:
    return [type(cells) for cells in piece]


def _joined(pieces: list[list[Cells]]) -> list[Cells]:
    """Pieces one below the other; the words are with the decoder."""
    return [
        WordCells(np.concatenate([cells.codes for cells in column]), ())
        if isinstance(column[0], WordCells)
        else NumberCells(np.concatenate([cells.values for cells in column]))
        for column in zip(*pieces, strict=True)
    ]


def _cut(columns: list[Cells]) -> Iterator[list[Cells]]:
    """Columns in pieces of at most BATCH rows; at least one, which may be empty."""
    n = len(columns[0])
    for begin in range(0, max(n, 1), BATCH):
        index = np.arange(begin, min(begin + BATCH, n))
        yield [cells.take(index) for cells in columns]
