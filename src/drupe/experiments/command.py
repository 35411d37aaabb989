"""What the command lines of experiments share."""

import argparse
from collections.abc import Callable
from pathlib import Path

from drupe.experiments.archives import Archive


def command(module: str, description: str | None, *archives: Archive) -> argparse.ArgumentParser:
    """The parser of one experiment; if it reads archives it wants the folder that holds them."""
    parser = argparse.ArgumentParser(prog=f"python -m drupe.experiments.{module}", description=description)
    if archives:
        files = " and ".join(archive.file for archive in archives)
        parser.add_argument(
            "--data", type=folder_with(*archives), required=True, metavar="DIR", help=f"folder that holds {files}"
        )
    return parser


def folder_with(*archives: Archive) -> Callable[[str], Path]:
    """A type for the command line: a folder that holds all of these."""

    def folder(text: str) -> Path:
        absent = [absence for archive in archives if (absence := archive.absence(Path(text))) is not None]
        if absent:
            raise argparse.ArgumentTypeError(" ".join(absent))
        return Path(text)

    return folder


def at_least(low: int) -> Callable[[str], int]:
    """A type for the command line: whole numbers, `low` or more."""

    def number(text: str) -> int:
        if not text.isdecimal() or int(text) < low:
            raise argparse.ArgumentTypeError(f"must be a whole number, {low} or more, got {text!r}")
        return int(text)

    return number
