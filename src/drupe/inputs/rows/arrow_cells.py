"""Columns of Arrow as raw cells: numbers, words by their dictionary, days of dates; without an object for each cell."""

from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.errors import InputError
from drupe.inputs.base import Origin
from drupe.inputs.rows.raw_table import EMPTY, Cells, NumberCells, RawTable, WordCells, days_or_words

DAY = 86_400_000_000_000
"""Nanoseconds of a day."""


def arrow() -> Any:
    """The module pyarrow, or an InputError that says how to get it."""
    try:
        import pyarrow  # type: ignore[import-untyped]
    except ImportError:
        raise InputError("Parquet and Arrow need pyarrow, which is not installed; pip install pyarrow.") from None
    return pyarrow


def arrow_table(batch: Any) -> RawTable:
    """A record batch as a raw table."""
    columns = (arrow_cells(str(name), column) for name, column in zip(batch.schema.names, batch.columns, strict=True))
    return RawTable(tuple(columns), Origin.new(batch.num_rows), tuple(map(str, batch.schema.names)))


def arrow_cells(name: str, column: Any) -> Cells:
    """A column, which may come in chunks; one that holds neither numbers nor words nor dates is refused."""
    pa = arrow()
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
        column = column if isinstance(column, pa.Array) else pa.concat_arrays(column.chunks)
    types, kind = pa.types, column.type
    if types.is_dictionary(kind) and not _holds_words(kind.value_type):
        return arrow_cells(name, column.dictionary_decode())
    if types.is_dictionary(kind) or _holds_words(kind):
        coded = column if types.is_dictionary(kind) else column.dictionary_encode()
        written = ["" if word is None else word for word in coded.dictionary.to_pylist()]
        codes = _entries(coded.indices.cast(pa.int64()).fill_null(EMPTY), np.int64)
        return days_or_words(WordCells.of(codes, written))
    if types.is_date(kind) or types.is_timestamp(kind):
        return NumberCells(_days(column))
    if types.is_time(kind):
        return NumberCells(_floats(column.cast(pa.time64("ns")).cast(pa.int64())) / DAY)
    plain = types.is_integer(kind) or types.is_boolean(kind) or types.is_floating(kind) or types.is_decimal(kind)
    if not plain and not types.is_null(kind):
        raise InputError(
            f"column {name!r} holds {kind}, but columns hold numbers, words or dates; cast it, or pass "
            f"exclude=[{name!r}]."
        )
    try:
        return NumberCells(_floats(column))
    except pa.ArrowInvalid as cause:
        raise InputError(
            f"column {name!r} does not fit into float64 ({cause}); round it, or pass exclude=[{name!r}]."
        ) from cause


def _holds_words(kind: Any) -> bool:
    types = arrow().types
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


def _floats(column: Any) -> npt.NDArray[np.float64]:
    """Numbers, NaN where there is none."""
    pa = arrow()
    wide = column if pa.types.is_float64(column.type) else column.cast(pa.float64())
    return _entries(wide.fill_null(np.nan) if wide.null_count else wide, np.float64)


def _entries(column: Any, kind: type[np.generic]) -> npt.NDArray[Any]:
    """The entries of a column without gaps, not copied; Arrow's own way to numpy would import all of pandas."""
    if not len(column):
        return np.empty(0, dtype=kind)
    return np.frombuffer(column.buffers()[1], kind, len(column), column.offset * np.dtype(kind).itemsize)


def _days(column: Any) -> npt.NDArray[np.float64]:
    """Days since 1970 began, with fractions."""
    pa = arrow()
    if pa.types.is_date32(column.type):
        return _floats(column.cast(pa.int32()))
    unit = "ms" if pa.types.is_date64(column.type) else column.type.unit
    per_day = {"s": 86_400, "ms": 86_400_000, "us": 86_400_000_000, "ns": DAY}[unit]
    return _floats(column.cast(pa.int64())) / per_day
