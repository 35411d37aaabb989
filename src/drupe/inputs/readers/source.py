"""The bytes of a file, wherever they are: on the disk, compressed, or coming in through the standard input."""

import bz2
import contextlib
import gzip
import io
import lzma
import os
import stat
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, cast
from zlib import error as ZlibError

from drupe.foundation.errors import DrupeError, FileError, InputError
from drupe.foundation.progress import Progress
from drupe.inputs.readers.formats import HEAD
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


class _Borrowed(io.RawIOBase):
    """Bytes of a stream that stays open when this one is closed; someone may be told how many have come."""

    def __init__(self, inner: BinaryIO, size: int, progress: Progress | None):
        self._inner, self._size, self._progress, self._seen = inner, size, progress, 0

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: Any) -> int:
        """The next bytes."""
        block = self._inner.read(len(buffer))
        buffer[: len(block)] = block
        self._seen += len(block)
        if self._progress is not None and self._size:
            self._progress(min(1.0, self._seen / self._size))
        return len(block)


@contextlib.contextmanager
def opened_source(path: str | os.PathLike[str], progress: Progress | None = None) -> Iterator[Source]:
    """The bytes of a file; what the system says about a file that cannot be read becomes a FileError."""
    standard = path == STANDARD_INPUT
    name = "standard input" if standard else os.fspath(path)
    try:
        with contextlib.ExitStack() as stack:
            raw = sys.stdin.buffer if standard else stack.enter_context(_opened(name))
            size = 0 if standard else os.stat(name).st_size
            stream = _unpacked(io.BufferedReader(_Borrowed(raw, size, progress), HEAD))
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


def _unpacked(stream: io.BufferedReader) -> io.BufferedReader:
    head = stream.peek(8)
    for magic, opener in _OPENERS.items():
        if head.startswith(magic):
            return io.BufferedReader(cast(io.RawIOBase, opener(stream)), HEAD)
    return stream


def _remedy(cause: OSError) -> str:
    if isinstance(cause, FileNotFoundError):
        return "check the spelling and the folder"
    if isinstance(cause, PermissionError):
        return "ask its owner for the right to read it"
    return "check the disk and the path"
