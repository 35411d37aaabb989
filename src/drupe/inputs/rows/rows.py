"""The way in: wherever rows lie, they become vectors in parts that are read again and again, in little memory."""

import os
from collections.abc import Sequence
from typing import Any

from drupe.foundation.budget import in_bytes, require
from drupe.foundation.engine import Engine, Here
from drupe.foundation.errors import InputError, ParameterError
from drupe.foundation.progress import Progress
from drupe.inputs.base import Inputs
from drupe.inputs.readers.options import Options
from drupe.inputs.rows.base import Rows
from drupe.inputs.rows.choosing_encodings import Wanted, encoding_for
from drupe.inputs.rows.division import Division, Side
from drupe.inputs.rows.encoded_rows import EncodedRows, bytes_of_reading
from drupe.inputs.rows.in_memory import RowsInMemory
from drupe.inputs.rows.libsvm_spill import SpilledSparse
from drupe.inputs.rows.npy_rows import NpyRows
from drupe.inputs.rows.raw_table import RawTable
from drupe.inputs.rows.scan import Scan
from drupe.inputs.rows.sources import source_rows
from drupe.inputs.rows.table_encoding import TableEncoding, as_table
from drupe.inputs.rows.table_facts import TableFacts
from drupe.inputs.rows.table_rows import TableRows
from drupe.inputs.rows.targets import Targets, Untold
from drupe.inputs.vectors import Vectors

LESS = "use fewer columns, or allow more memory."
"""What would do where reading takes too much."""


def rows(
    source: Any,
    *,
    target: str | int | None = None,
    include: Sequence[str] | None = None,
    exclude: Sequence[str] = (),
    held_out: float | Division = 0.1,
    untold: Untold | str = Untold.REFUSE,
    scaled: bool | None = None,
    encoding: TableEncoding | None = None,
    options: Options | None = None,
    spill: str | os.PathLike[str] | None = None,
    memory: int | str | None = None,
    engine: Engine | None = None,
    progress: Progress | None = None,
) -> EncodedRows:
    """Rows that can be read again and again: vectors in float32 and targets, part by part, in little memory.

    One scan finds what columns hold, on the rows to learn from alone: means and deviations, categories, labels, also
    those that appear only in the last part. Text is decoded once, into a folder; only a few batches are in memory.

    Parameters
    ----------
    source
        A path, a pattern such as "flights/*.parquet", a folder or a list of paths (Parquet, Arrow, CSV, LIBSVM, .npy);
        a pair (X, y) of arrays or of .npy files; a data frame or a table of Arrow; or a function that gives an iterator
        over batches each time it is called.
    target
        The column with the targets, by name or by number from 0; None if they come otherwise, or not at all.
    include
        The only columns that are used; None for all that are of use.
    exclude
        Columns that are not used.
    held_out
        The share of the rows that nothing is learned from, chosen by a hash of their position, or a `Division` with its
        seed.
    untold
        Whether a row without a target is refused ("refuse") or left out ("drop").
    scaled
        Whether numbers are centered and scaled; None for those of tables alone.
    encoding
        That of the rows a model was fitted on: new rows are read alike, without a scan, and none is held out.
    options
        What cannot be found out by looking at files: separators, decimal commas, columns of categories.
    spill
        The folder for decoded text; it stays, and is used again for the same files. None for a temporary one, which is
        removed with the rows.
    memory
        What reading may take, such as "2GB"; checked before the scan. None for no limit.
    engine
        Where the scan is done; None for this process.
    progress
        Told the share of the parts that were scanned.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with open(f"{folder}/fruits.csv", "w") as file:
    ...         _ = file.write("weight,color,fruit\\n120,red,apple\\n8,red,cherry\\n15,green,apple\\n9,green,cherry\\n")
    ...     fruits = rows(f"{folder}/fruits.csv", target="fruit", held_out=0.0)
    >>> fruits.names, dict(fruits.labels), len(fruits)
    (('weight', 'color=green', 'color=red'), {'apple': 2, 'cherry': 2}, 4)
    """
    said = options or Options()
    left_out = (*exclude, *said.dropped)
    named = (*(include or ()), *left_out, *said.categorical, *(() if encoding is None else encoding.names))
    folder = None if spill is None else os.fspath(spill)
    found = source_rows(source, target if isinstance(target, str) else None, said, folder, named)
    division = held_out if isinstance(held_out, Division) else Division(held_out)
    wanted = Wanted(None if include is None else tuple(include), left_out, said.categorical, scaled is None or scaled)
    if encoding is not None:
        return _alike(found, encoding, target, _untold(untold), memory, engine or Here())
    there = _columns(found, bool(scaled))
    column = _target_column(found, there, target)
    names = wanted.names(tuple(name for name in there if name != column)) if there else ()
    read = _selecting(found, (*names, *([column] if column is not None else [])))
    if memory is not None:
        needed = read.reader_bytes + bytes_of_reading(len(names) or _width(found), 0)
        require(needed, in_bytes(memory), "reading these rows", LESS)
    scan = Scan(read, names, column, division, said.categorical, _untold(untold))
    facts: TableFacts = (engine or Here()).sum(scan, range(len(read.counts)), progress=progress)
    chosen = encoding_for(facts.columns, wanted) if there else None
    return _checked(_encoded(read, chosen, scan, facts, Side.LEARNED), memory)


def _encoded(read: Rows, encoding: TableEncoding | None, scan: Scan, facts: TableFacts, side: Side) -> EncodedRows:
    targets = Targets.seen(facts.targets) if facts.targets.seen else None
    if encoding is not None:
        read = _selecting(read, (*encoding.names, *([scan.target] if scan.target is not None else [])))
    width = _width(read) if encoding is None else len(encoding.features)
    return EncodedRows(read, encoding, scan.division, side, facts.counts, scan.target, targets, scan.untold, width)


def _alike(
    found: Rows,
    encoding: TableEncoding,
    target: str | int | None,
    untold: Untold,
    memory: int | str | None,
    engine: Engine,
) -> EncodedRows:
    """New rows by a known encoding; a scan is needed for targets alone."""
    there = _columns_alike(found, encoding)
    missing = [name for name in encoding.names if name not in there]
    if missing:
        raise InputError(
            f"{found.place(0)}: the column {missing[0]!r} of training is not there; there are {list(there)}."
        )
    column = _target_column(found, there, target)
    read = _selecting(found, (*encoding.names, *([column] if column is not None else [])))
    scan = Scan(read, (), column, Division(0.0), (), untold)
    facts = TableFacts(tuple((count, 0) for count in read.counts))
    if column is not None:
        facts = engine.sum(scan, range(len(read.counts)))
    return _checked(_encoded(read, encoding, scan, facts, Side.ALL), memory)


def _checked(found: EncodedRows, memory: int | str | None) -> EncodedRows:
    """The rows, if reading them takes no more than it may; a BudgetError else, before any pass."""
    if memory is not None:
        require(found.bytes_needed, in_bytes(memory), "reading these rows", LESS)
    return found


def _untold(said: Untold | str) -> Untold:
    if isinstance(said, Untold):
        return said
    try:
        return Untold[str(said).upper()]
    except KeyError:
        raise ParameterError(f"untold must be 'refuse' or 'drop', got {said!r}.") from None


def _columns(found: Rows, scaled: bool) -> tuple[str, ...]:
    """The columns of a table, or of vectors that are to be scaled; none where vectors stay as they are."""
    if isinstance(found, TableRows):
        return found.columns
    first = _first(found)
    if isinstance(first, RawTable) or (scaled and isinstance(first, Vectors) and not first.sparse):
        return as_table(first).names
    if scaled:
        raise ParameterError("scaled=True asks for dense numbers, but these rows are sparse and stay as they are.")
    return ()


def _columns_alike(found: Rows, encoding: TableEncoding) -> tuple[str, ...]:
    """The columns of new rows; an InputError if they are sparse where training had a table."""
    first = None if isinstance(found, TableRows) else _first(found)
    if isinstance(first, Vectors) and first.sparse:
        raise InputError(
            f"{found.place(0)}: these rows are sparse vectors, but training had a table with the columns "
            f"{', '.join(map(repr, encoding.names))}; pass such a table."
        )
    return _columns(found, True)


def _first(found: Rows) -> Inputs:
    """Some rows."""
    if isinstance(found, RowsInMemory):
        return found.inputs
    return next(iter(found.batches(0))).inputs


def _width(found: Rows) -> int:
    first = found if isinstance(found, NpyRows | SpilledSparse) else _first(found)
    return int(first.dimension or 0)


def _target_column(found: Rows, there: tuple[str, ...], target: str | int | None) -> str | None:
    if target is None:
        return None
    if not there or not (isinstance(found, TableRows) or isinstance(_first(found), RawTable)):
        raise InputError(
            f"the target {target!r} names nothing here: these rows are no table, and bring their targets along."
        )
    if isinstance(target, int) and -len(there) <= target < len(there):
        return there[target]
    if target not in there:
        raise InputError(f"there is no target column {target!r}; there are {', '.join(map(repr, there))}.")
    return str(target)


def _selecting(found: Rows, names: tuple[str, ...]) -> Rows:
    return found.selecting(names) if isinstance(found, TableRows) else found
