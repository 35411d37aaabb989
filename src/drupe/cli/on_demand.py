"""Commands that are imported when they are called; until then only their documentation is read."""

import ast
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperGroup

from drupe.cli.guard import INTERRUPTED, guarded

HOME = "drupe.cli.commands"


class OnDemand(TyperGroup):
    """A group that lists commands by their documentation, and imports the one that is called."""

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Import the module of the command that was typed, and return the command."""
        name, found, rest = super().resolve_command(ctx, args)
        try:
            return name, found if name is None else loaded_command(name), rest
        except KeyboardInterrupt:
            # Imports take a moment, in which the command is not guarded yet.
            typer.echo("drupe: interrupted; nothing was written.", err=True)
            raise typer.Exit(INTERRUPTED) from None


def listed(name: str) -> Callable[[], None]:
    """Stands for the command in the list of all: does nothing, but has its documentation."""

    def stand_in() -> None:
        pass

    stand_in.__name__, stand_in.__doc__ = name, documentation(name)
    return stand_in


def documentation(name: str) -> str:
    """What the command's docstring says, read from its file without running it.

    >>> documentation("inspect").splitlines()[0][-1]
    '.'
    """
    spec = find_spec(f"{HOME}.{name}")
    source = "" if spec is None or spec.origin is None else Path(spec.origin).read_text(encoding="utf-8")
    functions = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef) and node.name == name]
    return ast.get_docstring(functions[0]) or ""


def loaded_command(name: str) -> Any:
    """The command itself, guarded against tracebacks."""
    single = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode="rich")
    single.command(name)(guarded(getattr(import_module(f"{HOME}.{name}"), name)))
    return typer.main.get_command(single)
