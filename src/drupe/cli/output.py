"""Results go to the standard output, in words or as JSON, or whole to a file."""

import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer

from drupe.foundation.errors import FileError
from drupe.persistence.atomic import is_stream, whole_file
from drupe.report.rendering.plain import plain

STANDARD = "-"

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for machines.")]


def as_json_text(value: Any) -> str:
    """One value, indented for those who look."""
    return json.dumps(plain(value), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def print_json(value: Any) -> None:
    """One value on the standard output."""
    typer.echo(as_json_text(value), nl=False)


def write(path: str, content: bytes) -> None:
    """To a file, whole or not at all; "-" is the standard output."""
    if path == STANDARD:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    with whole_file(path) as file:
        file.write(content)


def console() -> Any:
    """Where results are printed; as wide as the lines need in a pipe, so that nothing is cut there."""
    from rich.console import Console

    return Console(highlight=False, soft_wrap=False, width=None if sys.stdout.isatty() else 160)


def say(lines: Iterable[str]) -> None:
    """Lines on the standard output."""
    for line in lines:
        typer.echo(line)


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


def check_place(path: str) -> None:
    """Raise a FileError if nothing can be written there, before someone works for hours on what shall be written."""
    folder = os.path.dirname(os.path.realpath(path))
    if path == STANDARD or is_stream(path) or (os.access(folder, os.W_OK) and not os.path.isdir(path)):
        return
    what = "is a folder; name a file inside it" if os.path.isdir(path) else "its folder does not exist"
    if os.path.isdir(folder) and not os.path.isdir(path):
        what = "you may not write to its folder"
    raise FileError(f"{path} cannot be written: {what}; nothing was changed.")


@contextmanager
def file_for(path: str) -> Iterator[str]:
    """Where to write something that needs a file; for "-" one that goes to the standard output at the end."""
    if path != STANDARD:
        yield path
        return
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        passing = f"{folder}/output"
        yield passing
        with open(passing, "rb") as file:
            write(STANDARD, file.read())
