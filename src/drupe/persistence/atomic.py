"""A file is there whole or not at all: written beside its place, flushed to the disk, then moved."""

import contextlib
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from drupe.foundation.errors import FileError


@contextlib.contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file to write to, which takes the place of `path` when the block ends well; else nothing is changed."""
    place = Path(os.path.realpath(path))
    beside = place.with_name(f".{place.name[:64]}.{secrets.token_hex(8)}.part")
    try:
        if place.is_dir():
            raise IsADirectoryError(f"{path} is a folder; name a file inside it")
        with open(beside, "xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if place.exists():
            os.chmod(beside, place.stat().st_mode & 0o777)
        os.replace(beside, place)
        _flush_folder(place.parent)
    except OSError as cause:
        reason = cause.strerror or str(cause)
        raise FileError(
            f"{path} could not be written: {reason}; nothing was changed. Is there room on the disk, does the folder "
            "exist, and may you write to it?"
        ) from cause
    finally:
        # What was moved is no longer here; what was not is of no use.
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)


def _flush_folder(folder: Path) -> None:
    """The entry in the folder must reach the disk too; where folders cannot be opened it does by itself."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
