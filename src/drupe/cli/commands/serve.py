"""`drupe serve`: a saved model that answers over HTTP."""

from importlib.util import find_spec
from typing import Annotated

import typer

from drupe.cli.models import loaded
from drupe.cli.progress import note
from drupe.foundation.errors import ParameterError

NEEDED = ("fastapi", "uvicorn")

LOOPBACK = ("127.", "::1", "localhost")
"""How addresses begin that only this machine can reach."""

LIMITS = "What is refused"


def serve(
    model: Annotated[
        str, typer.Argument(help="The model: a file of drupe fit, or of LIBSVM's svm-train.", metavar="MODEL")
    ],
    host: Annotated[str, typer.Option(help="Address to listen at; others than this machine's own must be said.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option("--port", "-p", help="Port; 0 takes a free one.", min=0, max=65535)] = 8000,
    unix_socket: Annotated[
        str | None, typer.Option(help="Listen at this file instead, for your own processes alone.", metavar="FILE")
    ] = None,
    max_body: Annotated[
        float, typer.Option(help="Megabytes of one request.", min=0.001, rich_help_panel=LIMITS, metavar="MB")
    ] = 4.0,
    max_rows: Annotated[int, typer.Option(help="Rows of one request.", min=1, rich_help_panel=LIMITS)] = 10_000,
    queue: Annotated[
        int, typer.Option(help="Requests inside at once; more are told to come again.", min=1, rich_help_panel=LIMITS)
    ] = 512,
    timeout: Annotated[
        float, typer.Option(help="Seconds in which a request must have come.", min=0.01, rich_help_panel=LIMITS)
    ] = 30.0,
    log: Annotated[bool, typer.Option("--log", help="Print a line for each request.")] = False,
) -> None:
    """Answer requests over HTTP with a saved model, until Ctrl-C.

    POST /predict takes {"rows": [[...], ...]} in JSON, rows as lists, as objects by the names of columns, or strings;
    or a stream of Arrow. Each answer is a label with its probabilities, or "dont_know"; or a value. GET /model says
    what a request must hold, /certificate what is known of the errors, /health whether all is well.

    Nobody is asked who he is and nothing is encrypted: beyond this machine put a proxy before it.

    Example: drupe serve model.drupe --port 8000
    """
    absent = [name for name in NEEDED if find_spec(name) is None]
    if absent:
        raise ParameterError(f"drupe serve needs {' and '.join(absent)}: pip install 'drupe[serve]'.")
    from drupe.serving.access_log import AccessLog
    from drupe.serving.app import create_app
    from drupe.serving.limits import Limits
    from drupe.serving.server import address, listening, listening_file
    from drupe.serving.server import serve as run

    archive = loaded(model)
    app = create_app(archive, Limits(int(max_body * 1e6), max_rows, queue, timeout))
    if log:
        app.add_middleware(AccessLog)
    found = listening_file(unix_socket) if unix_socket is not None else listening(host, port)
    if unix_socket is None and not host.startswith(LOOPBACK):
        note("others can reach this address; nobody is asked who he is, and nothing is encrypted.")
    run(app, found, lambda: typer.echo(f"drupe: {model} answers at {address(found)} (Ctrl-C ends it)"))
