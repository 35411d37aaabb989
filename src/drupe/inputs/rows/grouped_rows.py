"""Rows of files that hold them in groups to be read one by one: row groups of Parquet, record batches of Arrow."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

import numpy as np

from drupe.foundation.errors import DrupeError, InputError
from drupe.inputs.rows.arrow_cells import arrow, arrow_table
from drupe.inputs.rows.base import BATCH, Batch
from drupe.inputs.rows.file_marks import FileMark
from drupe.inputs.rows.table_rows import TableRows

READER, COLUMN = 2**24, 6 * 2**20
"""Bytes that reading takes by itself, and for every column: measured, with pages of a megabyte as most files have."""

CELL = 8
"""Bytes of a cell, unpacked."""


@dataclass(frozen=True)
class Run:
    """Neighboring groups of one file that are one part.

    Parameters
    ----------
    file
        The number of the file.
    groups
        The numbers of the groups.
    rows
        Rows in all of them.
    before
        Rows of the file before them.
    """

    file: int
    groups: tuple[int, ...]
    rows: int
    before: int


@dataclass(frozen=True, eq=False)
class GroupedRows(TableRows):
    """Tables in such files; a part is one group, or several small ones of one file.

    A group is not divided: what lies in its middle cannot be read without what lies before.

    Parameters
    ----------
    files
        The files as they were when they were first looked at.
    runs
        The groups of each part.
    names
        The columns that are read.
    """

    files: tuple[FileMark, ...]
    runs: tuple[Run, ...]
    names: tuple[str, ...]

    @classmethod
    def of(cls, paths: Sequence[str]) -> Self:
        """Look at files, which must have the same columns, in whatever order."""
        marks, runs, names = tuple(map(FileMark.of, paths)), list[Run](), tuple[str, ...]()
        for number, mark in enumerate(marks):
            with mark.unchanged(), _understood(mark.path):
                there, sizes = cls._looked_at(mark.path)
            names = names or there
            _check_columns(mark.path, there, paths[0], names)
            runs += _runs(number, sizes)
        if not sum(run.rows for run in runs):
            raise InputError(f"{paths[0]}: there are no rows; pass a file with at least one.")
        return cls(marks, tuple(runs), names)

    @classmethod
    @abstractmethod
    def _looked_at(cls, path: str) -> tuple[tuple[str, ...], list[int]]:
        """The names of a file's columns and the rows of each of its groups."""

    @abstractmethod
    def _pieces(self, path: str, groups: tuple[int, ...]) -> Iterator[Any]:
        """The record batches of some groups, with only the columns that are read."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns that are read."""
        return self.names

    def selecting(self, names: tuple[str, ...]) -> Self:
        """The same rows with only these columns, and others are not decoded."""
        return replace(self, names=names)

    @property
    def reader_bytes(self) -> int:
        """Pages of every column, packed and unpacked, and what allocators keep; less for small groups."""
        return READER + len(self.names) * min(COLUMN, 4 * CELL * max(self.counts))

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """The number of rows of each part."""
        return tuple(run.rows for run in self.runs)

    def batches(self, part: int) -> Iterator[Batch]:
        """The rows of a part, from a file that is as it was before and after."""
        run, first = self.runs[part], int(self.starts[part])
        mark, last = self.files[run.file], int(self.starts[part + 1])
        with mark.unchanged(), _understood(mark.path):
            for piece in self._pieces(mark.path, run.groups):
                for begin in range(0, piece.num_rows, BATCH):
                    table = arrow_table(piece.slice(begin, BATCH))
                    yield Batch(first, table, None)
                    first += len(table)
            if first != last:
                raise InputError(f"{mark.path}: {last - first} rows are missing; the file is damaged: write it again.")

    def place(self, position: int) -> str:
        """File and row, counted from 1."""
        part = int(np.searchsorted(self.starts, position, side="right")) - 1
        run = self.runs[part]
        return f"{self.files[run.file].path}, row {run.before + position - int(self.starts[part]) + 1}"

    @cached_property
    def fingerprint(self) -> Mapping[str, str]:
        """The files by name, size and digest, and their groups."""
        sizes = " ".join(f"{run.file}:{len(run.groups)}:{run.rows}" for run in self.runs)
        files = {f"file {number}": mark.identity for number, mark in enumerate(self.files)}
        return {**files, "parts": sizes}


def _runs(file: int, sizes: list[int]) -> Iterator[Run]:
    """Groups of a file, small ones together until they are a batch."""
    groups, rows, before = list[int](), 0, 0
    for group, size in enumerate(sizes):
        groups.append(group)
        rows += size
        if rows >= BATCH or (group == len(sizes) - 1 and rows):
            yield Run(file, tuple(groups), rows, before)
            before += rows
            groups, rows = [], 0


def _check_columns(path: str, there: tuple[str, ...], first_path: str, names: tuple[str, ...]) -> None:
    if len(set(there)) < len(there):
        twice = next(name for name in there if there.count(name) > 1)
        raise InputError(f"{path}: the column {twice!r} comes twice; give every column its own name.")
    for name in set(names) ^ set(there):
        lacking, other = (path, first_path) if name in names else (first_path, path)
        raise InputError(
            f"{lacking}: there is no column {name!r}, but {other} has one; files must have the same columns."
        )


@contextmanager
def _understood(path: str) -> Iterator[None]:
    """What pyarrow says of a file that is damaged or cut short becomes an InputError that names it."""
    pa = arrow()
    try:
        yield
    except DrupeError as error:
        if str(error).startswith(path):
            raise
        raise type(error)(f"{path}: {error}") from error
    except (pa.ArrowException, OSError, ValueError) as cause:
        words = str(cause).splitlines()[0] if str(cause) else type(cause).__name__
        raise InputError(f"{path}: the table cannot be read ({words}); is it complete? Write it again.") from cause
