"""`drupe kernels`: which kernels there are."""

from typing import Annotated

import typer

from drupe.cli.catalogue import show_catalogue
from drupe.cli.kernel_text import kernel_kinds
from drupe.cli.output import AsJson


def kernels(
    name: Annotated[str | None, typer.Argument(help="All about this one.", metavar="NAME")] = None,
    as_json: AsJson = False,
) -> None:
    """List the kernels, with formula and source.

    Example: drupe kernels Gaussian
    """
    show_catalogue("kernels", kernel_kinds(), name, as_json)
