"""The report on the terminal: text and tables, pictures in words."""

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from drupe.report.blocks import (
    Block,
    Card,
    Cards,
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
    Tone,
)

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


def text(title: str, sections: Sequence[Section], width: int) -> str:
    """The sections as text without colors."""
    from rich.console import Console

    console = Console(file=io.StringIO(), width=width, color_system=None)
    show(title, sections, console)
    return str(console.file.getvalue())  # type: ignore[attr-defined]


def show(title: str, sections: Sequence[Section], console: "Console") -> None:
    """Print sections one after the other."""
    console.rule(f"[bold]{title}", align="left")
    for section in sections:
        console.print(f"\n[bold]{section.title}[/bold]")
        for block in section.blocks:
            _show(block, console)


def summary_lines(section: Section) -> list[str]:
    """A short section as lines of text: numbers with their names, then sentences."""
    lines: list[str] = []
    for block in section.blocks:
        if isinstance(block, Tiles):
            wide = max(len(tile.label) for tile in block.tiles)
            lines += [f"{tile.label:<{wide}}  {tile.value}  {tile.detail}".rstrip() for tile in block.tiles]
        elif isinstance(block, Text):
            lines.append(block.text)
    return lines


def _show(block: Block, console: "Console") -> None:
    plain = {"markup": False, "highlight": False}
    match block:
        case Text():
            style = {Tone.WARNING: "red", Tone.NOTE: "yellow"}.get(block.tone, "")
            console.print(block.text, style=style, **plain)  # type: ignore[arg-type]
        case Link():
            console.print(f"{block.text}: {block.file}.", **plain)  # type: ignore[arg-type]
        case Formula():
            console.print(f"  {block.text}", **plain)  # type: ignore[arg-type]
        case Code():
            console.print(f"  $ {block.text}", **plain)  # type: ignore[arg-type]
        case Tiles():
            for tile in block.tiles:
                console.print(f"  {tile.label:<18} {tile.value}  {tile.detail}", **plain)  # type: ignore[arg-type]
        case Points():
            for place, point in enumerate(block.points, 1):
                console.print(f"  {place}. {point}", **plain)  # type: ignore[arg-type]
        case Facts():
            for name, value in block.facts:
                console.print(f"  {name}: {value}", **plain)  # type: ignore[arg-type]
        case Grid():
            console.print(grid_table(block))
        case Choice():
            console.print(grid_table(block.grid))
            if block.picture is not None:
                _show(block.picture, console)
        case Statement():
            provided = f" Provided that {'; and that '.join(block.provided)}." if block.provided else ""
            console.print(f"  {block.text}{provided} {block.source}", **plain)  # type: ignore[arg-type]
        case Picture():
            console.print(f"  {block.title}: {block.words}", style="dim", **plain)  # type: ignore[arg-type]
        case Cards():
            console.print(f"{block.caption}:", **plain)  # type: ignore[arg-type]
            for card in block.cards:
                console.print(f"  {card_line(card)}", **plain)  # type: ignore[arg-type]


def card_line(card: Card) -> str:
    """A card in one line, its picture in words.

    >>> card_line(Card("age", "number", ("3 % empty",)))
    'age (number): 3 % empty'
    """
    spark = () if card.spark is None else (card.spark.words,)
    return f"{card.title} ({card.kind}): {'; '.join((*card.facts, *spark))}"


def grid_table(grid: Grid) -> "Table":
    """A table of the terminal."""
    from rich import box
    from rich.markup import escape
    from rich.table import Table

    table = Table(title=escape(grid.caption), title_justify="left", box=box.SIMPLE_HEAD, header_style="dim")
    for place, name in enumerate(grid.columns):
        table.add_column(escape(name), justify="left" if place in grid.words else "right")
    for place, row in enumerate(grid.rows):
        table.add_row(*map(escape, row), style="bold" if place == grid.best else "")
    return table
