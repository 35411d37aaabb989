"""`drupe bounds`: which theorems certificates come from."""

from typing import Annotated

import typer

from drupe.certification.catalogue import known_bounds
from drupe.certification.names import bound_name
from drupe.cli.catalogue import show_catalogue
from drupe.cli.output import AsJson


def bounds(
    name: Annotated[str | None, typer.Argument(help="All about this one.", metavar="NAME")] = None,
    as_json: AsJson = False,
) -> None:
    """List the bounds, with statement and source.

    Example: drupe bounds hold_out
    """
    show_catalogue("bounds", {bound_name(kind): kind for kind in known_bounds()}, name, as_json)
