"""Results go to the standard output, in words or as JSON, or whole to a file."""

import json
import sys
from collections.abc import Iterable
from typing import Annotated, Any

import typer

from drupe.persistence.atomic import whole_file
from drupe.report.rendering.plain import plain

STANDARD = "-"

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for machines.")]


def print_json(value: Any) -> None:
    """One value, indented for those who look."""
    typer.echo(json.dumps(plain(value), indent=2, ensure_ascii=False, allow_nan=False))


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
