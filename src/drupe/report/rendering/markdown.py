"""Blocks as Markdown, for mails and wikis; pictures in words."""

import re
from collections.abc import Iterator, Sequence
from importlib.metadata import version

from drupe.report.blocks import (
    Block,
    Choice,
    Code,
    Facts,
    Formula,
    Grid,
    Link,
    Picture,
    Points,
    Section,
    Statement,
    Text,
    Tiles,
)


def markdown(title: str, sections: Sequence[Section]) -> str:
    """The sections one below the other; the first line says who wrote it."""
    parts = [f"<!-- drupe {version('drupe')} -->\n# {escaped(title)}"]
    for section in sections:
        parts.append(f"## {escaped(section.title)}")
        parts += [part for block in section.blocks for part in _parts(block)]
    return "\n\n".join(parts) + "\n"


def escaped(text: str) -> str:
    r"""A text in which nothing is markup but code between backticks.

    >>> escaped("a*b `c*d` <e>")
    'a\\*b `c*d` \\<e\\>'
    """
    pieces = re.split(r"(`[^`]+`)", " ".join(text.split()))
    return "".join(one if place % 2 else re.sub(r"([\\*_<>|#\[\]`])", r"\\\1", one) for place, one in enumerate(pieces))


def _parts(block: Block) -> Iterator[str]:
    """The paragraphs of a block."""
    match block:
        case Text():
            yield escaped(block.text)
        case Link():
            yield f"{escaped(block.text)}: [{escaped(block.file)}]({block.address})."
        case Formula() | Code():
            yield f"    {' '.join(block.text.split())}"
        case Tiles():
            yield "\n".join(
                f"- **{escaped(tile.label)}: {escaped(tile.value)}**"
                + (f" ({escaped(tile.detail)})" if tile.detail else "")
                for tile in block.tiles
            )
        case Facts():
            yield "\n".join(f"- {escaped(name)}: {escaped(value)}" for name, value in block.facts)
        case Points():
            yield "\n".join(f"{place}. {escaped(point)}" for place, point in enumerate(block.points, 1))
        case Grid():
            yield escaped(block.caption)
            yield _table(block)
        case Choice():
            yield from _parts(block.grid)
        case Statement():
            lines = [f"**{escaped(block.text)}**", *(f"- provided that {escaped(one)}" for one in block.provided)]
            yield "\n".join(f"> {line}" for line in lines) + (f"\n>\n> {escaped(block.source)}" if block.source else "")
        case Picture():
            yield f"{escaped(block.title)}: {escaped(block.words)}"


def _table(grid: Grid) -> str:
    lines = [grid.columns, *grid.rows]
    rows = [f"| {' | '.join(map(escaped, line))} |" for line in lines]
    rule = "|".join("---" if place in grid.words else "--:" for place in range(len(grid.columns)))
    return "\n".join([rows[0], f"|{rule}|", *rows[1:]])
