"""Parquet tables, if pyarrow is installed."""

import io
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.errors import BudgetError, InputError
from drupe.foundation.remedies import Setting
from drupe.inputs.readers.limits import check_unpacked
from drupe.inputs.readers.location import Location
from drupe.inputs.readers.number_column import Numbers
from drupe.inputs.readers.options import Options
from drupe.inputs.readers.raw_column import RawCells
from drupe.inputs.readers.recipe import ColumnRecipe, NumberColumn, TableRecipe
from drupe.inputs.readers.source import Source
from drupe.inputs.readers.table import Table
from drupe.inputs.readers.tabular import Chosen, TableBuilder, rows_at


def read_parquet(source: Source, wanted: Chosen, recipe: TableRecipe | None, options: Options) -> Table:
    """The table of a Parquet file; rows are counted from 1."""
    columns = _columns(source, options.budget)
    names = list(columns)
    n = len(next(iter(columns.values()))) if columns else 0
    builder = TableBuilder(names, recipe, wanted, options, source.location)
    rows = np.arange(1, n + 1)
    said = {} if recipe is None else {part.name: part for part in recipe.columns}
    for name, column in list(builder.columns.items()):
        at = rows_at(source.location, rows.tolist(), name)
        values = _numbers(columns[name], source.location.at(1, name), dates=isinstance(column, RawCells))
        numeric = column.numeric if isinstance(column, RawCells) else _held_numbers(said.get(name))
        if values is None or name in options.categorical or not numeric:
            column.add(_words(columns[name]), at)
            continue
        if isinstance(column, RawCells):
            column.extend(values, at)
            continue
        builder.columns[name] = numbers = Numbers(name, column.missing)
        numbers.extend(values, at)
    builder.count(rows)
    if builder.target is None:
        return builder.table(named=True)
    targets = _numbers(columns[builder.target], source.location.at(1, builder.target))
    if targets is None:
        builder.target_cells.extend(_words(columns[builder.target]))
        return builder.table(named=True)
    return builder.table(True, targets)


def _held_numbers(recipe: ColumnRecipe | None) -> bool:
    return recipe is None or isinstance(recipe, NumberColumn)


def _columns(source: Source, budget: int | None) -> dict[str, Any]:
    try:
        import pyarrow as pa  # type: ignore[import-untyped]
        import pyarrow.parquet as pq  # type: ignore[import-untyped]
    except ImportError:
        raise InputError(
            f"{source.name}: Parquet files are read by pyarrow, which is not installed; pip install pyarrow."
        ) from None
    try:
        packed = source.stream.read()
        file = pq.ParquetFile(io.BytesIO(packed))
        cells = file.metadata.num_rows * file.metadata.num_columns
        check_unpacked(8 * cells, len(packed), budget, source.location)
        table = file.read()
        return {name: table.column(place) for place, name in enumerate(table.column_names)}
    except BudgetError:
        raise
    except (pa.ArrowException, OSError, ValueError, MemoryError) as cause:
        first = str(cause).splitlines()[0] if str(cause) else type(cause).__name__
        raise source.location.error(f"the table cannot be read ({first})", "write it again") from cause


def _numbers(column: Any, place: Location, *, dates: bool = False) -> npt.NDArray[np.float64] | None:
    """Numbers with NaN where they are missing; None for words, and for dates if they may be; the rest is refused."""
    import pyarrow as pa

    kind = column.type
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    if pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind):
        return None
    if dates and (pa.types.is_date(kind) or pa.types.is_timestamp(kind) or pa.types.is_time(kind)):
        return None
    if not (pa.types.is_integer(kind) or pa.types.is_boolean(kind) or pa.types.is_floating(kind)):
        without = Setting("dropped", (place.column,))
        raise place.error(
            f"the column holds {kind}, and machines learn from numbers", f"convert it, or pass {without}", without
        )
    try:
        return np.asarray(column.cast(pa.float64()).to_numpy(), dtype=np.float64)
    except pa.ArrowInvalid as cause:
        raise place.error(f"the column does not fit into float64 ({cause})", "round it, or drop identifiers") from cause


def _words(column: Any) -> list[str]:
    return ["" if value is None else str(value) for value in column.to_pylist()]
