"""`drupe machines`: which machines there are."""

from typing import Annotated

import typer

from drupe.cli.catalogue import show_catalogue
from drupe.cli.machine_text import machine_kinds
from drupe.cli.output import AsJson


def machines(
    name: Annotated[str | None, typer.Argument(help="All about this one.", metavar="NAME")] = None,
    as_json: AsJson = False,
) -> None:
    """List the machines, with what they solve and source.

    Example: drupe machines SVC
    """
    show_catalogue("machines", machine_kinds(), name, as_json)
