"""The standard streams, whatever the caller has left of them: closed ones, and terminals without our letters."""

import os
import sys
from contextlib import suppress
from typing import Any

UNENCODABLE = "backslashreplace"
"""How letters that an encoding does not have are written, and bytes of file names that are none: the latter as \\udcff
in UTF-8, which JSON reads back."""


def prepare_streams() -> None:
    """Give every stream a descriptor, and print letters that it does not have as escapes.

    The descriptor of a closed stream must not be taken by a data file. Reading from a closed input, or printing to a
    closed output, fails as with a file that cannot be read or written; what goes to a closed error stream is lost.
    """
    # Descriptors are given in this order, the lowest that is free first.
    if sys.stdin is None:
        sys.stdin = _stream(os.O_WRONLY, "r")
    if sys.stdout is None:
        sys.stdout = _stream(os.O_RDONLY, "w")
    if sys.stderr is None:
        sys.stderr = _stream(os.O_WRONLY, "w")
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=UNENCODABLE)


def _stream(flags: int, mode: str) -> Any:
    """A stream on nothing; one that is opened for the other direction fails at first use."""
    return open(os.open(os.devnull, flags), mode, encoding="utf-8", closefd=False)


def forget_output() -> None:
    """Drop what could not be printed: Python would try once more, and complain, while it ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
