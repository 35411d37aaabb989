"""A file is there whole or not at all: written beside its place, flushed to the disk, then moved."""

import contextlib
import os
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from drupe.foundation.errors import FileError


@contextlib.contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file to write to, which takes the place of `path` when the block ends well; else nothing is changed.

    Pipes and devices are written to as they are: whatever took their place would not be one.
    """
    if is_stream(path):
        with _complaining(path), open(path, "wb") as file:
            yield file
        return
    place = Path(os.path.realpath(path))
    beside = place.with_name(f".{place.name[:64]}.{secrets.token_hex(8)}.part")
    try:
        with _complaining(path):
            if place.is_dir():
                raise IsADirectoryError("it is a folder, so name a file inside it")
            with open(beside, "xb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            if place.exists():
                os.chmod(beside, place.stat().st_mode & 0o777)
            os.replace(beside, place)
            _flush_folder(place.parent)
    finally:
        # What was moved is no longer here; what was not is of no use.
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)


def is_stream(path: str | os.PathLike[str]) -> bool:
    """Whether there is something that is neither a file nor a folder: a pipe, a terminal, a device.

    >>> is_stream(os.devnull), is_stream(os.curdir), is_stream("there is no such file")
    (True, False, False)
    """
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


@contextlib.contextmanager
def _complaining(path: str | os.PathLike[str]) -> Iterator[None]:
    """What the system says while something is written becomes a FileError."""
    try:
        yield
    except OSError as cause:
        reason = cause.strerror or str(cause)
        raise FileError(
            f"{os.fspath(path)} could not be written: {reason}; nothing was changed. Is there room on the disk, does "
            "the folder exist, and may you write to it?"
        ) from cause


def _flush_folder(folder: Path) -> None:
    """The entry in the folder must reach the disk too; where folders cannot be opened it does by itself."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
