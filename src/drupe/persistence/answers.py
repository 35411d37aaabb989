"""Answers written batch by batch: a file of any length in little memory, whole or not there at all."""

import csv
import io
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import PurePath
from typing import Any, BinaryIO, Protocol

import numpy as np

from drupe.foundation.errors import InputError, ParameterError
from drupe.persistence.atomic import whole_file

Columns = Mapping[str, Any]
"""Some rows: an array for each column, by name."""


class Table(Protocol):
    """What takes rows."""

    def add(self, columns: Columns) -> None:
        """Further rows, with the columns of the first."""

    def end(self) -> None:
        """There are no more."""


class _CsvTable:
    def __init__(self, file: BinaryIO):
        self._file, self._names = file, tuple[str, ...]()

    def add(self, columns: Columns) -> None:
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        if not self._names:
            self._names = tuple(columns)
            writer.writerow(self._names)
        cells = [np.asarray(columns[name]).tolist() for name in self._names]
        writer.writerows(["" if cell is None else cell for cell in row] for row in zip(*cells, strict=True))
        self._file.write(text.getvalue().encode())

    def end(self) -> None:
        pass


class _ParquetTable:
    def __init__(self, file: BinaryIO):
        self._file: BinaryIO = file
        self._writer: Any = None

    def add(self, columns: Columns) -> None:
        import pyarrow as pa  # type: ignore[import-untyped]
        import pyarrow.parquet as pq  # type: ignore[import-untyped]

        arrays = {name: pa.array(np.asarray(column).tolist()) for name, column in columns.items()}
        empty = {name for name, array in arrays.items() if pa.types.is_null(array.type)}  # whose type nobody knows yet
        table = pa.table({name: array.cast(pa.string()) if name in empty else array for name, array in arrays.items()})
        if self._writer is None:
            self._writer = pq.ParquetWriter(self._file, table.schema)
        self._writer.write_table(table.cast(self._writer.schema))

    def end(self) -> None:
        if self._writer is not None:
            self._writer.close()


TABLES: dict[str, Callable[[BinaryIO], Table]] = {".csv": _CsvTable, ".parquet": _ParquetTable, ".pq": _ParquetTable}
"""What takes rows, by the end of a file's name."""


def write_answers(path: str | os.PathLike[str], batches: Iterable[Columns]) -> int:
    """Write rows to a CSV or Parquet file, by its name; how many there were.

    The file takes its place when all rows are written. If anything goes wrong before, in whoever gives them too, what
    was there stays as it was.

    Parameters
    ----------
    path
        Where to; the name ends in `.csv` or `.parquet`.
    batches
        Columns of neighboring rows, one batch after the other.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     batches = [{"row": [1, 2], "prediction": ["a", "b"]}, {"row": [3], "prediction": ["a"]}]
    ...     rows = write_answers(f"{folder}/answers.csv", batches)
    ...     with open(f"{folder}/answers.csv") as file:
    ...         rows, file.read()
    (3, 'row,prediction\\n1,a\\n2,b\\n3,a\\n')
    """
    if PurePath(path).suffix.lower() not in TABLES:
        raise ParameterError(f"{os.fspath(path)}: answers are written to .csv or .parquet; name such a file.")
    with whole_file(path) as file:
        return write_answers_into(file, batches, path)


def write_answers_into(file: BinaryIO, batches: Iterable[Columns], name: str | os.PathLike[str] = "") -> int:
    """Write rows to a file that is open: as Parquet if its name ends so, else as CSV; how many there were."""
    kind = TABLES.get(PurePath(name).suffix.lower(), _CsvTable)
    if kind is _ParquetTable:
        _check_pyarrow(name)
    rows, table = 0, kind(file)
    try:
        for columns in batches:
            table.add(columns)
            rows += len(next(iter(columns.values())))
    finally:
        table.end()  # also of a file that will not take its place: a writer left open complains later
    return rows


def _check_pyarrow(path: str | os.PathLike[str]) -> None:
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise InputError(
            f"{os.fspath(path)}: Parquet needs pyarrow, which is not installed; pip install pyarrow."
        ) from None
