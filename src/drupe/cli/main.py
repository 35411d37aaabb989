"""The entry point of `drupe` and of `python -m drupe`."""

from drupe.cli.app import app


def main() -> None:
    """Run the command line."""
    app(prog_name="drupe")
