"""A file is there whole or not at all: written beside its place, flushed to the disk, then moved."""

import contextlib
import fcntl
import os
import re
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, TypeAlias

from drupe.foundation.errors import FileError

Place: TypeAlias = str | os.PathLike[str] | BinaryIO
"""Where something is written: a path, or a binary file that is open."""

LONGEST_NAME = 40
"""Characters of a name that its part carries: with four bytes each, what is added still fits into 255."""


@contextlib.contextmanager
def whole_file(place: Place, *, new: bool = False) -> Iterator[BinaryIO]:
    """A file to write to, which takes its place when the block ends well; else nothing is changed.

    Pipes and devices are written to as they are: whatever took their place would not be one. So are files that are
    open already, which the caller closes. With `new`, a file that has come to be there meanwhile is not replaced.
    """
    if not isinstance(place, str | os.PathLike):
        yield place
        return
    if is_stream(place):
        with _complaining(place), open(place, "wb") as stream:
            yield stream
        return
    path = Path(os.path.realpath(place))
    with _complaining(place):
        if path.is_dir():
            raise IsADirectoryError("it is a folder, so name a file inside it")
        _remove_stale(path)
        mode = stat.S_IMODE(path.stat().st_mode) & 0o777 if path.exists() else _usual_mode(_part_of(path))
        part, file = _opened_part(path)
        try:
            with file:
                yield file
                file.flush()
                os.fsync(file.fileno())
                os.fchmod(file.fileno(), mode)
                _move(part, path, new)
            _flush_folder(path.parent)
        finally:
            # What was moved is no longer here; what was not is of no use.
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)


def _part_of(path: Path) -> Path:
    return path.with_name(f".{path.name[:LONGEST_NAME]}.{secrets.token_hex(8)}.part")


def _opened_part(path: Path) -> tuple[Path, BinaryIO]:
    """A new file beside the place, readable by its owner only and locked as long as it is open."""
    while True:
        part = _part_of(path)
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        file = os.fdopen(descriptor, "wb")
        with contextlib.suppress(OSError):  # where there are no locks, no process takes it for stale either
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        if os.fstat(descriptor).st_nlink:
            return part, file
        file.close()  # another process took it for stale before it was locked


def _usual_mode(probe: Path) -> int:
    """The mode that the system gives to new files here: what umask says, without touching that of other threads."""
    descriptor = os.open(probe, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    try:
        return stat.S_IMODE(os.fstat(descriptor).st_mode)
    finally:
        os.close(descriptor)
        os.unlink(probe)


def _remove_stale(path: Path) -> None:
    """Remove parts of this file that no process holds open: their writers were killed."""
    stale = re.compile(re.escape(f".{path.name[:LONGEST_NAME]}.") + r"[0-9a-f]{16}\.part")
    with contextlib.suppress(OSError):
        for name in os.listdir(path.parent):
            if stale.fullmatch(name):
                _remove_unlocked(path.with_name(name))


def _remove_unlocked(part: Path) -> None:
    with contextlib.suppress(OSError):
        descriptor = os.open(part, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            part.unlink()
        finally:
            os.close(descriptor)


def _move(part: Path, path: Path, new: bool) -> None:
    if new:
        try:
            os.link(part, path, follow_symlinks=False)
        except FileExistsError:
            raise FileExistsError(None, "a file has come to be there meanwhile") from None
        except OSError:
            pass  # no links on this disk; what follows is as good, but for a moment
        else:
            return
    os.replace(part, path)


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
