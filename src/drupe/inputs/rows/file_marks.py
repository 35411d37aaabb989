"""How a file looked when it was first read, so that nobody learns from one that has changed since."""

import hashlib
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import PurePath
from typing import Self

from drupe.foundation.errors import FileError, InputError

BLOCK = 65536
"""Bytes of one sample."""

SAMPLES = 16
"""Blocks that are looked at: the first, the last, and others evenly between them."""


@dataclass(frozen=True)
class FileMark:
    """A file as it was.

    Parameters
    ----------
    path
        Where it is.
    size
        Its bytes.
    written
        When it was last written to, in nanoseconds.
    device
        The disk it was on.
    digest
        Of some of its bytes; of all of them if there are few.
    """

    path: str
    size: int
    written: int
    device: int
    digest: str

    @classmethod
    def of(cls, path: str | os.PathLike[str]) -> Self:
        """Look at a file."""
        name = os.fspath(path)
        with readable_file(name):
            status = os.stat(name)
            return cls(name, status.st_size, status.st_mtime_ns, status.st_dev, sampled_digest(name, status.st_size))

    @property
    def identity(self) -> str:
        """What tells the content from others: name, size and digest, but neither folder nor time.

        A folder that is moved or copied holds the same data.
        """
        return f"{PurePath(self.path).name} {self.size} {self.digest}"

    def check(self) -> None:
        """Raise an InputError if the file is no longer as it was; on another disk a copy of equal content is."""
        with readable_file(self.path):
            status = os.stat(self.path)
            same = (status.st_size, status.st_mtime_ns) == (self.size, self.written)
            if not same and status.st_size == self.size and status.st_dev != self.device:
                same = sampled_digest(self.path, self.size) == self.digest
        if not same:
            raise InputError(
                f"{self.path}: the file has changed since it was first read: it has {status.st_size} bytes and had "
                f"{self.size}, or was written to; wait until it is complete, and begin again."
            )

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        """Read the file in here: it is as it was before and after."""
        self.check()
        try:
            with readable_file(self.path):
                yield
        except InputError:
            self.check()  # what was read was wrong because somebody else wrote: that is the news
            raise
        self.check()


WRITTEN = "written"
"""How the times at which files were written to are called among what tells files from others."""


def marked(marks: Sequence[FileMark]) -> dict[str, str]:
    """What tells files from others if nothing may be overlooked: the times at which they were written to as well."""
    files = {f"file {number}": mark.identity for number, mark in enumerate(marks)}
    return {**files, WRITTEN: " ".join(str(mark.written) for mark in marks)}


def sampled_digest(path: str, size: int) -> str:
    """A digest of blocks spread over a file."""
    digest = hashlib.blake2b(digest_size=16)
    last = max(0, size - BLOCK)
    with open(path, "rb") as file:
        for place in sorted({last * sample // (SAMPLES - 1) for sample in range(SAMPLES)}):
            file.seek(place)
            digest.update(file.read(BLOCK))
    return digest.hexdigest()


@contextmanager
def readable_file(name: str) -> Iterator[None]:
    """What the system says about a file that cannot be read becomes a FileError."""
    try:
        yield
    except FileError:
        raise
    except OSError as cause:
        raise FileError(f"{name}: cannot be read: {cause.strerror or cause}; check the path and the disk.") from cause
