"""Tables in text: cells between commas, semicolons, tabs or blanks, quoted or not, with or without names."""

import csv
from collections.abc import Iterator

import numpy as np

from drupe.inputs.readers.cells import is_missing, number
from drupe.inputs.readers.formats import delimiter_of
from drupe.inputs.readers.location import Location, quoted
from drupe.inputs.readers.options import Options
from drupe.inputs.readers.recipe import TableRecipe
from drupe.inputs.readers.source import Source
from drupe.inputs.readers.table import Table
from drupe.inputs.readers.tabular import USUAL_NAMES, Chosen, TableBuilder, rows_at
from drupe.inputs.readers.text import lines_of

ROWS_AT_A_TIME = 4096
"""How many rows are held as text."""

Row = tuple[int, list[str]]
"""The line on which a row ends, and its cells."""


def read_delimited(source: Source, wanted: Chosen, recipe: TableRecipe | None, options: Options) -> Table:
    """The table in a text file."""
    rows = _rows(source, options)
    first = next(rows, None)
    if first is None:
        raise source.location.error("the file has no lines with text", "pass one with at least one example")
    named = _has_header(first[1], wanted, recipe, options)
    names = _names(first, source.location) if named else [str(j + 1) for j in range(len(first[1]))]
    if recipe is not None:
        names = _as_in_training(names, named, recipe, source.location)
    builder = TableBuilder(names, recipe, wanted, options, source.location)
    for part in _parts(first, rows, named):
        _add(builder, part, names, source.location)
    return builder.table(named)


def _rows(source: Source, options: Options) -> Iterator[Row]:
    """The rows that hold something."""
    delimiter = options.delimiter or _sniffed(source)
    lines = lines_of(source, options.encoding)
    if delimiter == " ":
        lines = (" ".join(line.split()) + "\n" for line in lines)
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=True)
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as cause:
            raise source.location.at(reader.line_num).error(
                f"the row cannot be taken apart ({cause})", 'check the quotes: a cell with quotes reads "a ""b"" c"'
            ) from None
        if any(cell.strip() for cell in cells):
            yield reader.line_num, cells


def _sniffed(source: Source) -> str:
    lines = [line for line in source.head.splitlines()[:20] if line.strip()]
    return delimiter_of(lines[:-1] if len(lines) > 2 else lines) or ","


def _has_header(cells: list[str], wanted: Chosen, recipe: TableRecipe | None, options: Options) -> bool:
    """Whether the first row holds names: no numbers, nothing empty, and nothing twice unless a target has its name."""
    if options.header is not None:
        return options.header
    words = [cell.strip() for cell in cells]
    if recipe is not None:
        return recipe.named
    if isinstance(wanted, str) and wanted in words:
        return True
    if any(number(word) is not None for word in words) or any(is_missing(word) for word in words[1:]):
        return False
    return len(set(words)) == len(words) or any(word.lower() in USUAL_NAMES for word in words)


def _names(first: Row, location: Location) -> list[str]:
    line, cells = first
    names = [cell.strip() or f"column {j + 1}" for j, cell in enumerate(cells)]
    for j, name in enumerate(names):
        if name in names[:j]:
            raise location.at(line, j + 1).error(
                f"the name {quoted(name)} stands at column {names.index(name) + 1} too",
                "give every column its own name",
            )
    return names


def _as_in_training(names: list[str], named: bool, recipe: TableRecipe, location: Location) -> list[str]:
    """The names of columns that have none in the file, by their order in training."""
    if named and recipe.named:
        if not set(names) & {column.name for column in recipe.columns}:
            expected = ", ".join(quoted(column.name) for column in recipe.columns[:5])
            raise location.at(1).error("the first line does not name the columns of training", f"it begins {expected}")
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


def _parts(first: Row, rows: Iterator[Row], named: bool) -> Iterator[list[Row]]:
    part = [] if named else [first]
    for row in rows:
        part.append(row)
        if len(part) >= ROWS_AT_A_TIME:
            yield part
            part = []
    if part:
        yield part


def _add(builder: TableBuilder, part: list[Row], names: list[str], location: Location) -> None:
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
