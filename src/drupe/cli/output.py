"""Results go to the standard output, in words or as JSON."""

import json
import sys
from collections.abc import Iterable
from typing import Annotated, Any

import typer

STANDARD = "-"

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for machines.")]


def as_json_text(value: Any) -> str:
    """One value as indented JSON; with escapes where the terminal's encoding lacks letters."""
    from drupe.report.rendering.plain import plain  # imports all that a report is made of

    everything = (sys.stdout.encoding or "").lower().startswith("utf")
    return json.dumps(plain(value), indent=2, ensure_ascii=not everything, allow_nan=False) + "\n"


def print_json(value: Any) -> None:
    """One value on the standard output."""
    typer.echo(as_json_text(value), nl=False)


def console() -> Any:
    """Where results are printed; as wide as the lines need in a pipe, so that nothing is cut there."""
    from rich.console import Console

    return Console(highlight=False, soft_wrap=False, width=None if sys.stdout.isatty() else 160)


def say(lines: Iterable[str], error: bool = False) -> None:
    """Lines on the standard output, or on the error stream."""
    for line in lines:
        typer.echo(line, err=error)


def say_facts(facts: Iterable[tuple[str, str]], error: bool = False) -> None:
    """Names and values in two columns; on a terminal long values go on below their beginning."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    pairs = [(name, value) for name, value in facts if value]
    terminal = Console(highlight=False, stderr=error)
    width = max((len(name) for name, _ in pairs), default=0) + 2
    if not terminal.is_terminal:
        for name, value in pairs:
            typer.echo(f"{name:<{width}}{value}", err=error)
        return
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True, style="bold")
    grid.add_column(overflow="fold")
    for name, value in pairs:
        grid.add_row(name, Text(value))
    terminal.print(grid)
