"""Rows of cells in delimited text, one by one as Python's csv module takes them apart, each with its line."""

import csv
from collections.abc import Iterator
from itertools import islice

from drupe.inputs.readers.formats import delimiter_of
from drupe.inputs.readers.location import Location
from drupe.inputs.readers.options import Options
from drupe.inputs.readers.source import Source
from drupe.inputs.readers.text import TextLines

Row = tuple[int, list[str]]
"""The line on which a row begins, and its cells."""


class CsvRows:
    """The rows of a file; `lines` is where they come from.

    Parameters
    ----------
    source
        The file.
    options
        What the user said about it.
    empty
        Whether rows count all of whose cells are empty, as they do where each is to be answered. A line without any
        delimiter is no such row.
    """

    def __init__(self, source: Source, options: Options, empty: bool = False):
        self.delimiter = options.delimiter or _sniffed(source)
        self.lines = TextLines(source, options.encoding)
        self._location, self._empty = source.location, empty
        blanks = self.delimiter == " "
        text = (" ".join(line.split()) + "\n" for line in self.lines) if blanks else self.lines
        self._reader = csv.reader(text, delimiter=self.delimiter, skipinitialspace=True, strict=True)

    def some(self, count: int) -> list[Row]:
        """The next rows, at most so many."""
        return list(islice(self._rows(), count))

    def _rows(self) -> Iterator[Row]:
        while True:
            line = self.lines.number + 1
            try:
                cells = next(self._reader)
            except StopIteration:
                return
            except csv.Error as cause:
                raise _not_taken_apart(self._location.at(line), str(cause)) from None
            if any(cell.strip() for cell in cells) or (self._empty and len(cells) > 1):
                yield line, cells


def _sniffed(source: Source) -> str:
    lines = [line for line in source.head.splitlines()[:20] if line.strip()]
    return delimiter_of(lines[:-1] if len(lines) > 2 else lines) or ","


def _not_taken_apart(place: Location, cause: str) -> Exception:
    """The error for what Python's csv module says of a row."""
    if "unexpected end" in cause or "field larger" in cause:
        return place.error(
            "the row has a quote that does not close", 'close it; a quote inside of a quoted cell reads ""'
        )
    if "new-line" in cause:
        return place.error(
            "a carriage return stands inside of the line", "quote the cell, or end lines as other files do"
        )
    return place.error(f"the row cannot be taken apart ({cause})", 'a cell with quotes reads "a ""b"" c"')
