"""The bytes of a file, wherever they are: on the disk, compressed, or coming in through the standard input."""

import bz2
import contextlib
import gzip
import io
import lzma
import math
import os
import stat
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO
from zlib import error as ZlibError

from drupe.foundation.budget import readable
from drupe.foundation.errors import BudgetError, DrupeError, FileError, InputError
from drupe.foundation.progress import Progress
from drupe.inputs.readers.formats import HEAD
from drupe.inputs.readers.limits import BUDGET, PIPED, REMEDY, allowed
from drupe.inputs.readers.location import Location

STANDARD_INPUT = "-"

_OPENERS: dict[bytes, Callable[[BinaryIO], Any]] = {
    b"\x1f\x8b": lambda stream: gzip.GzipFile(fileobj=stream),
    b"BZh": bz2.BZ2File,
    b"\xfd7zXZ\x00": lzma.LZMAFile,
}
_DAMAGED = (EOFError, gzip.BadGzipFile, lzma.LZMAError, ZlibError)


@dataclass(frozen=True, eq=False)
class Source:
    """A file that is open.

    Parameters
    ----------
    name
        What the user calls it.
    stream
        Its bytes, unpacked.
    head
        The first of them, which the stream still holds.
    """

    name: str
    stream: io.BufferedReader
    head: bytes

    @property
    def location(self) -> Location:
        """The file as a whole."""
        return Location(self.name)


class _Counted(io.RawIOBase):
    """Bytes of a stream that stays open when this one is closed; a progress is told how many have come."""

    def __init__(self, inner: BinaryIO, heard: Callable[[int], None]):
        self._inner, self._heard, self.seen = inner, heard, 0

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: Any) -> int:
        """The next bytes."""
        block = self._inner.read(len(buffer))
        buffer[: len(block)] = block
        self.seen += len(block)
        self._heard(self.seen)
        return len(block)


@contextlib.contextmanager
def opened_source(
    path: str | os.PathLike[str], progress: Progress | None = None, budget: int | None = None
) -> Iterator[Source]:
    """The bytes of a file; what the system says about a file that cannot be read becomes a FileError.

    `budget` is how many may be unpacked, or come through a pipe, if the user has said it.
    """
    standard = path == STANDARD_INPUT
    name = "standard input" if standard else os.fspath(path)
    try:
        with contextlib.ExitStack() as stack:
            raw = sys.stdin.buffer if standard else stack.enter_context(_opened(name))
            stream = _limited(raw, name, progress, budget)
            yield Source(name, stream, stream.peek(HEAD)[:HEAD])
    except DrupeError:
        raise
    except _DAMAGED as cause:
        raise InputError(
            f"{name}: the compressed data are damaged or cut short ({cause}); copy the file again."
        ) from cause
    except OSError as cause:
        raise FileError(f"{name}: cannot be read: {cause.strerror or cause}; {_remedy(cause)}.") from cause


def _opened(name: str) -> BinaryIO:
    if stat.S_ISDIR(os.stat(name).st_mode):
        raise FileError(f"{name}: is a folder, not a file; name a file inside it.")
    return open(name, "rb", buffering=0)


def _limited(raw: BinaryIO, name: str, progress: Progress | None, budget: int | None) -> io.BufferedReader:
    """The bytes as they come, or unpacked, as many as there may be."""
    size = _size(raw)
    most_piped = math.inf if size is not None else PIPED if budget is None else budget

    def come(seen: int) -> None:
        if progress is not None and size:
            progress(min(1.0, seen / size))
        if seen > most_piped:
            raise BudgetError(
                f"{name}: more than {readable(most_piped)} have come and there is no end; write them to a file and "
                f"pass that, or {REMEDY}.",
                remedies=(BUDGET,),
            )

    packed = _Counted(raw, come)
    stream: io.BufferedReader = io.BufferedReader(packed, HEAD)
    head = stream.peek(8)
    opener = next((opener for magic, opener in _OPENERS.items() if head.startswith(magic)), None)
    if opener is None:
        return stream

    def unpacked(seen: int) -> None:
        limit = min(allowed(packed.seen, budget), most_piped)
        if seen > limit:
            raise BudgetError(
                f"{name}: {readable(packed.seen)} unpack to more than {readable(limit)}; unpack the file and pass "
                f"that, or {REMEDY}.",
                remedies=(BUDGET,),
            )

    return io.BufferedReader(_Counted(opener(stream), unpacked), HEAD)


def _size(raw: BinaryIO) -> int | None:
    """Bytes of a file; None for a pipe or a device, which may have no end."""
    try:
        status = os.fstat(raw.fileno())
    except OSError:  # a stream in memory
        return None
    return status.st_size if stat.S_ISREG(status.st_mode) else None


def _remedy(cause: OSError) -> str:
    if isinstance(cause, FileNotFoundError):
        return "check the spelling and the folder"
    if isinstance(cause, PermissionError):
        return "ask its owner for the right to read it"
    return "check the disk and the path"
