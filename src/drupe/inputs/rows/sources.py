"""Whatever rows are given as, as rows: files by their format, arrays, frames, tables of Arrow, functions."""

import glob
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import narwhals as nw
import numpy as np

from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs.frames import opened
from drupe.inputs.readers.formats import HEAD, Format, recognized
from drupe.inputs.readers.options import Options
from drupe.inputs.readers.source import opened_source
from drupe.inputs.rows.arrow_cells import arrow_table
from drupe.inputs.rows.arrow_rows import ArrowRows
from drupe.inputs.rows.base import Rows
from drupe.inputs.rows.csv_spill import csv_rows
from drupe.inputs.rows.in_memory import RowsInMemory
from drupe.inputs.rows.iterated_rows import IteratedRows
from drupe.inputs.rows.libsvm_spill import libsvm_rows
from drupe.inputs.rows.npy_rows import NpyRows
from drupe.inputs.rows.parquet_rows import ParquetRows
from drupe.inputs.rows.raw_table import RawTable
from drupe.inputs.vectors import Vectors

ARROW, NPY = b"ARROW1", b"\x93NUMPY"
"""How files of Arrow and of numpy begin."""


def source_rows(
    source: Any, target: str | None, options: Options, folder: str | None, named: tuple[str, ...] = ()
) -> Rows:
    """The rows of a source as they come; text is decoded only if target and all columns that are named are there."""
    if isinstance(source, Rows):
        return source
    if _is_path(source):
        return _files(_paths(os.fspath(source)), target, named, options, folder)
    if isinstance(source, tuple) and len(source) == 2:
        return _pair(*source)
    if isinstance(source, list) and source and all(map(_is_path, source)):
        return _files([path for one in source for path in _paths(os.fspath(one))], target, named, options, folder)
    if isinstance(source, list) and source and all(isinstance(one, tuple) and len(one) == 2 for one in source):
        return NpyRows.of([(os.fspath(x), os.fspath(y)) for x, y in source])
    return _in_memory(source)


def _in_memory(source: Any) -> Rows:
    module = type(source).__module__
    if module.startswith("pyarrow") and hasattr(source, "num_rows"):
        return RowsInMemory(arrow_table(source))
    if isinstance(source, np.ndarray):
        return RowsInMemory(Vectors.of(source))
    if isinstance(source, dict) or isinstance(opened(source), nw.DataFrame | nw.LazyFrame):
        return RowsInMemory(RawTable.of(source))
    if isinstance(source, Iterator) or hasattr(source, "read_next_batch"):
        raise InputTypeError(
            f"a {type(source).__name__} can be read once, but rows are read again and again; pass a function that "
            "gives a new one each time it is called: rows(lambda: ...)."
        )
    if callable(source):
        return IteratedRows.of(source)
    raise InputTypeError(
        f"rows are a path, a pattern or a list of paths, a pair (X, y), a data frame, a table of Arrow, or a function "
        f"that gives batches, got {type(source).__name__}."
    )


def _pair(X: Any, y: Any) -> Rows:
    if _is_path(X) and (y is None or _is_path(y)):
        return NpyRows.of([(os.fspath(X), None if y is None else os.fspath(y))])
    frame = isinstance(opened(X), nw.DataFrame)
    inputs, targets = RawTable.of(X) if frame else Vectors.of(X), np.asarray(y)
    if targets.shape != (len(inputs),):
        raise InputError(f"X holds {len(inputs)} examples but y has shape {targets.shape}; they must match one to one.")
    return RowsInMemory(inputs, targets)


def _is_path(source: Any) -> bool:
    return isinstance(source, str | os.PathLike)


def _paths(place: str) -> list[str]:
    """A file itself; the files of a folder or a pattern in the order of their names, hidden ones left out."""
    if os.path.isdir(place):
        found = sorted(str(path) for path in Path(place).iterdir() if path.is_file() and path.name[0] not in "._")
    elif glob.has_magic(place) and not os.path.exists(place):
        found = sorted(glob.glob(place, recursive=True))
    else:
        return [place]
    if not found:
        raise InputError(f"{place}: there are no such files; check the spelling and the folder.")
    return found


def _files(
    paths: Sequence[str], target: str | None, named: tuple[str, ...], options: Options, folder: str | None
) -> Rows:
    if len(set(map(os.path.realpath, paths))) < len(paths):
        raise InputError(f"{paths[0]}: one of the {len(paths)} files is given twice; name each once.")
    heads = [_head(path, options) for path in paths]
    if heads[0].startswith(ARROW):
        return ArrowRows.of(paths)
    if heads[0].startswith(NPY):
        return NpyRows.of([(path, None) for path in paths])
    kinds = {options.format or recognized(path, head) for path, head in zip(paths, heads, strict=True)}
    if len(kinds) > 1:
        names = " and ".join(sorted(kind.value for kind in kinds))
        raise InputError(f"{paths[0]} and other files are {names}; pass files of one format.")
    match kinds.pop():
        case Format.PARQUET:
            return ParquetRows.of(paths)
        case Format.DELIMITED:
            return csv_rows(paths, target, named, options, folder)
        case Format.LIBSVM:
            return libsvm_rows(paths, options, folder)
        case other:
            raise InputTypeError(
                f"{paths[0]}: is {other.value}, which is not read in parts; pass Parquet, Arrow, CSV, LIBSVM or .npy, "
                "or read it whole: drupe.read."
            )


def _head(path: str, options: Options) -> bytes:
    with opened_source(path, budget=options.budget) as source:
        if not source.head:
            raise source.location.error("the file is empty", "pass one with at least one row")
        return source.head[:HEAD]
