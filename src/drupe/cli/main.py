"""The entry point of `drupe` and of `python -m drupe`."""

import sys

from drupe.cli.app import app
from drupe.cli.guard import FILE
from drupe.cli.streams import forget_output, prepare_streams


def main() -> None:
    """Run the command line."""
    prepare_streams()
    try:
        try:
            app(prog_name="drupe")
        finally:
            sys.stdout.flush()
    except OSError as error:  # help, too, is printed
        forget_output()
        print(f"drupe: standard output: {error.strerror or error}", file=sys.stderr)
        sys.exit(FILE)
