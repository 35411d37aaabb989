"""Many rows of a table at once, where they are plain; the first that is not is left to others."""

from collections.abc import Sequence
from dataclasses import dataclass

from drupe.foundation.arrays import Vector
from drupe.inputs.cells import MISSING
from drupe.inputs.readers.options import Options
from drupe.inputs.readers.text import TextLines
from drupe.native import read_plain_table

BLOCK_BYTES = 2**20
"""How much text is taken apart at a time."""

DELIMITERS = frozenset(",;\t| ")
"""What cannot be part of a number."""


@dataclass(frozen=True, eq=False)
class PlainPart:
    """Rows that were read at once.

    Parameters
    ----------
    columns
        Of every column its numbers, NaN where they are missing, or its cells.
    line
        Of the first row; the others follow line by line.
    rows
        How many.
    """

    columns: list[Vector | list[str]]
    line: int
    rows: int

    @property
    def lines(self) -> range:
        """The line of every row."""
        return range(self.line, self.line + self.rows)


def plain_part(lines: TextLines, delimiter: str, numeric: Sequence[bool], options: Options) -> PlainPart | None:
    """The rows up to the first that needs a closer look, which the lines go on with; None if it is the next one."""
    if delimiter not in DELIMITERS or delimiter == options.decimal:
        return None
    block = lines.block(BLOCK_BYTES)
    if not block:
        return None
    whole = block if block.endswith(b"\n") else block + b"\n"
    numbers, words, rows, used = read_plain_table(whole, delimiter, options.decimal, numeric, list(MISSING))
    try:
        cells = [column.decode(options.encoding).split("\n")[:-1] for column in words]
    except UnicodeDecodeError:
        rows = 0
    if not rows:
        lines.give_back(block, 0)
        return None
    first = lines.number + 1
    lines.give_back(block[used:], rows)
    found, left = iter(numbers), iter(cells)
    return PlainPart([next(found) if one else next(left) for one in numeric], first, rows)
