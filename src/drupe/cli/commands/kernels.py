"""`drupe kernels`: which kernels there are."""

import inspect
from typing import Annotated

import typer

import drupe.kernels
from drupe.cli.catalogue import show_catalogue
from drupe.cli.output import AsJson
from drupe.kernels.base import Kernel


def kernels(
    name: Annotated[str | None, typer.Argument(help="All about this one.")] = None, as_json: AsJson = False
) -> None:
    """List the kernels, with formula and source.

    Example: drupe kernels Gaussian
    """
    found = {
        key: kind
        for key in drupe.kernels.__all__
        if inspect.isclass(kind := getattr(drupe.kernels, key)) and issubclass(kind, Kernel) and kind is not Kernel
    }
    show_catalogue("kernels", dict(sorted(found.items())), name, as_json)
