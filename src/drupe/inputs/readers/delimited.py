"""Tables in text: cells between commas, semicolons, tabs or blanks, quoted or not, with or without names."""

from itertools import dropwhile

import numpy as np

from drupe.inputs.readers.csv_rows import CsvRows, Row
from drupe.inputs.readers.header import names_columns
from drupe.inputs.readers.location import Location, quoted
from drupe.inputs.readers.options import Options
from drupe.inputs.readers.plain_part import PlainPart, plain_part
from drupe.inputs.readers.recipe import TableRecipe
from drupe.inputs.readers.source import Source
from drupe.inputs.readers.table import Table
from drupe.inputs.readers.tabular import Chosen, TableBuilder, rows_at

FEW, MANY = 64, 4096
"""How many rows are read one by one before the rest is tried at once again: ever more, while that does not work."""


def read_delimited(source: Source, wanted: Chosen, recipe: TableRecipe | None, options: Options) -> Table:
    """The table in a text file."""
    rows = CsvRows(source, options, empty=recipe is not None)
    part = rows.some(FEW)
    named = bool(part) and has_header(part, wanted, recipe, options)
    part = list(dropwhile(is_empty_row, part)) if named else part
    if not part:
        raise source.location.error("the file has no lines with text", "pass one with at least one example")
    first = part[0]
    names = column_names_of(first, named, source.location)
    if recipe is not None:
        names = _as_in_training(names, named, recipe, source.location)
    builder = TableBuilder(names, recipe, wanted, options, source.location)
    part = part[1:] if named else part
    count = FEW
    while part:
        _add(builder, part, names, source.location)
        count = FEW if _add_plain(builder, rows, names, source.location) else min(2 * count, MANY)
        part = rows.some(count)
    return builder.table(named)


def has_header(part: list[Row], wanted: Chosen, recipe: TableRecipe | None, options: Options) -> bool:
    """Whether the first of these rows names the columns."""
    if options.header is not None:
        return options.header
    return recipe.named if recipe is not None else names_columns([cells for _, cells in part], wanted)


def is_empty_row(row: Row) -> bool:
    """Whether no cell of a row has anything in it."""
    return not any(cell.strip() for cell in row[1])


def column_names_of(first: Row, named: bool, location: Location) -> list[str]:
    """The names of the columns: what the first row says, or their numbers from 1."""
    line, cells = first
    if not named:
        return [str(j + 1) for j in range(len(cells))]
    names = [cell.strip() or f"column {j + 1}" for j, cell in enumerate(cells)]
    first_place: dict[str, int] = {}
    for j, name in enumerate(names):
        if first_place.setdefault(name, j) != j:
            raise location.at(line, j + 1).error(
                f"the name {quoted(name)} stands at column {first_place[name] + 1} too",
                "give every column its own name",
            )
    return names


def _as_in_training(names: list[str], named: bool, recipe: TableRecipe, location: Location) -> list[str]:
    """The names of columns that have none in the file, by their order in training."""
    if named and recipe.named:
        if not set(names) & {column.name for column in recipe.columns}:
            expected = ", ".join(quoted(column.name) for column in recipe.columns[:5])
            raise location.at(1).error(
                "the first line does not name the columns of training", f"those begin with {expected}"
            )
        return names
    used = [column.name for column in recipe.columns]
    if len(names) == len(used):
        return used
    every = sorted([*used, *recipe.dropped, *([recipe.target] if recipe.target else [])], key=_place)
    if len(names) == len(every):
        return every
    raise location.at(1).error(
        f"there are {len(names)} columns", f"training had {len(used)} besides the target, and so must this file"
    )


def _place(name: str) -> tuple[int, str]:
    return (int(name), "") if name.isdecimal() else (0, name)


def _add(builder: TableBuilder, part: list[Row], names: list[str], location: Location) -> None:
    """Rows that were read one by one."""
    for line, cells in part:
        if len(cells) != len(names):
            raise location.at(line).error(
                f"the row has {len(cells)} cells, but there are {len(names)} columns",
                "every row needs one cell for each column; a cell that contains the delimiter must be quoted",
            )
    lines = [line for line, _ in part]
    columns = dict(zip(names, map(list, zip(*(cells for _, cells in part), strict=True)), strict=True))
    for name, column in builder.columns.items():
        column.add(columns[name], rows_at(location, lines, name))
    if builder.target is not None:
        builder.target_cells.extend(columns[builder.target])
    builder.count(np.array(lines, dtype=np.int64))


def _add_plain(builder: TableBuilder, rows: CsvRows, names: list[str], location: Location) -> bool:
    """Rows that can be read at once, as long as there are such; whether there were any."""
    found = False
    while (part := _next_plain(builder, rows, names)) is not None:
        columns = dict(zip(names, part.columns, strict=True))
        for name, column in builder.columns.items():
            column.add_read(columns[name], rows_at(location, part.lines, name))
        if builder.target is not None:
            builder.target_cells.extend(columns[builder.target])
        builder.count(np.arange(part.line, part.line + part.rows))
        found = True
    return found


def _next_plain(builder: TableBuilder, rows: CsvRows, names: list[str]) -> PlainPart | None:
    numeric = [name in builder.columns and builder.columns[name].numeric for name in names]
    return plain_part(rows.lines, rows.delimiter, numeric, builder.options)
