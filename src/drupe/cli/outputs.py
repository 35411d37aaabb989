"""The files that a command writes: none that it reads, and none that drupe did not write unless --force is said."""

import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, BinaryIO

import typer

from drupe.cli.output import STANDARD
from drupe.foundation.errors import FileError
from drupe.persistence.atomic import is_stream, whole_file

Force = Annotated[bool, typer.Option("--force", help="Replace files that drupe did not write.")]

ALIASES = frozenset({"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"})
"""Other names of the standard output; opening one anew would write over what is there."""

HEAD = 4096
"""Bytes by which one sees who wrote a file."""


class Written(Enum):
    """What drupe writes: how it is called, and how it begins, if that tells it from what others write."""

    MODEL = ("a model of drupe", rb'.{8}\{"__metadata__":\{"format":"drupe"')
    LIBSVM_MODEL = ("known to be drupe's, as models of LIBSVM do not say who wrote them", None)
    ONNX = ("a graph of drupe", rb"\x08.\x12\x05drupe\x1a")
    PAGE = ("a report of drupe", rb'<!DOCTYPE html>.*?<meta name="generator" content="drupe [^ "]*">')
    VALUES = ("the values of a report of drupe", rb'\{\s*"format": [0-9]+,\s*"drupe": "')
    SUMMARY = ("a summary of drupe", rb'<!DOCTYPE html>.*?<meta name="generator" content="drupe [^ "]* summary">')
    MARKDOWN = ("a summary of drupe", rb"<!-- drupe ")
    INDEX = ("an index of reports of drupe", rb'<!DOCTYPE html>.*?<meta name="generator" content="drupe [^ "]* index">')
    ANSWERS = ("a file of answers of drupe", rb'row,prediction(,std)?(,confidence)?(\n|,"?P\()|\{\s*"row": \[')

    def wrote(self, path: str) -> bool:
        """Whether drupe wrote such a file there, as far as one can see; there is nothing to lose in an empty one."""
        try:
            with open(path, "rb") as file:
                head = file.read(HEAD)
        except OSError:
            return False
        begins = self.value[1]
        return not head or (begins is not None and re.match(begins, head, re.DOTALL) is not None)


@dataclass(frozen=True)
class Output:
    """A place where a command may write, as far as could be seen before it began.

    Parameters
    ----------
    path
        The file; "-" is the standard output.
    kind
        What will be there.
    force
        Whether any file there may be replaced.
    """

    path: str
    kind: Written
    force: bool

    @property
    def standard(self) -> bool:
        """Whether it is the standard output."""
        return self.path == STANDARD

    @contextmanager
    def opened(self) -> Iterator[BinaryIO]:
        """The file, which takes its place when the block ends well, whole or not at all."""
        if self.standard:
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
            return
        self.check()  # again: hours may have gone by
        with whole_file(self.path, new=not self.force and not os.path.exists(self.path)) as file:
            yield file

    def check(self) -> None:
        """Raise a FileError if nothing can be written there, or a file is there that drupe did not write."""
        if self.standard or is_stream(self.path):
            return
        folder = os.path.dirname(os.path.realpath(self.path))
        if os.path.isdir(self.path) or self.path.endswith(os.sep):
            raise _refused(self.path, "it is a folder; name a file inside it")
        if not os.path.isdir(folder):
            raise _refused(self.path, "its folder does not exist")
        if not os.access(folder, os.W_OK):
            raise _refused(self.path, "you may not write to its folder")
        if self.force or not os.path.exists(self.path):
            return
        if not os.access(self.path, os.W_OK):
            raise _refused(self.path, "the file there is protected; pass --force to replace it")
        if not self.kind.wrote(self.path):
            what = f"the file there is not {self.kind.value[0]}"
            raise _refused(self.path, f"{what}; pass --force to replace it, or name another")


def checked_outputs(places: Sequence[tuple[str, Written]], reads: Iterable[str | None], force: bool) -> list[Output]:
    """The files to write, checked before the long work begins; a FileError if one cannot be written.

    Files are compared by device and inode, so that links do not deceive; not even --force replaces what is read.
    """
    found = [Output(STANDARD if path in ALIASES else path, kind, force) for path, kind in places]
    taken = {_identity(path, sys.stdin): (_called(path, "input"), "reads") for path in reads if path is not None}
    for output in found:
        identity = _identity(output.path, sys.stdout) or (STANDARD if output.standard else None)
        if identity is not None and identity in taken:
            other, does = taken[identity]
            raise _refused(output.path, f"it is {other}, which the command {does}; name another file")
        taken[identity] = (_called(output.path, "output"), "writes, too")
        output.check()
    return found


def _identity(path: str, standard: Any) -> object:
    """What two names of one file have in common; None for pipes and devices, which may be shared."""
    try:
        status = os.fstat(standard.fileno()) if path == STANDARD else os.stat(path)
    except FileNotFoundError:
        return os.path.realpath(path)
    except OSError:  # a stream in memory, or a file about which its reader will have more to say
        return None
    return (status.st_dev, status.st_ino) if stat.S_ISREG(status.st_mode) else None


def _called(path: str, standard: str) -> str:
    return f"the standard {standard}" if path == STANDARD else f"the file {path}"


def _refused(path: str, reason: str) -> FileError:
    return FileError(
        f"{path if path != STANDARD else 'standard output'} cannot be written: {reason}; nothing was changed."
    )
