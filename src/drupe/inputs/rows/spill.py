"""A folder for what was decoded once and is read again: arrays in files, complete or not there."""

import hashlib
import json
import os
import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, cast

import numpy as np
import numpy.typing as npt

from drupe.foundation.errors import DrupeError, FileError
from drupe.inputs.rows.file_marks import WRITTEN
from drupe.inputs.rows.in_memory import PART

CONTENTS = "contents.json"
"""Written last: a folder without it is not complete."""

Arrays = Sequence[npt.NDArray[Any]]
"""What is kept of one batch."""


@dataclass(frozen=True, eq=False)
class Spill:
    """A complete folder: one file for each part, in it the arrays of its batches one after the other.

    Parameters
    ----------
    folder
        Where it is; every process that reads must see it.
    contents
        What the folder says of itself.
    """

    folder: str
    contents: Mapping[str, Any]

    @property
    def fingerprint(self) -> Mapping[str, str]:
        """What tells the rows from others, wherever and whenever they were written."""
        return {name: value for name, value in self.contents["identity"].items() if name != WRITTEN}

    def batches(self, part: int, arrays: int) -> Iterator[Arrays]:
        """The arrays of each batch of a part, so many each."""
        path = os.path.join(self.folder, _part_name(self.contents["token"], part))
        try:
            with open(path, "rb") as file:
                while file.peek(1):
                    yield [np.load(file, allow_pickle=False) for _ in range(arrays)]
        except FileNotFoundError:
            raise FileError(
                f"{path}: what was decoded is no longer there; read the data again, or name a folder that "
                "stays: spill=..."
            ) from None
        except (OSError, ValueError, EOFError) as cause:
            raise FileError(
                f"{path}: what was decoded cannot be read ({cause}); remove the folder and begin again."
            ) from cause


def spilled(
    folder: str | os.PathLike[str] | None,
    identity: Mapping[str, str],
    decode: Callable[["Writer"], Mapping[str, Any]],
) -> Spill:
    """What `decode` writes, in a folder; if the folder has it already, as `identity` tells, nothing is decoded.

    Parameters
    ----------
    folder
        Where to; None for a temporary one, which is removed with the value that is returned.
    identity
        What tells the data and the way they are decoded from others.
    decode
        Writes all parts, and returns what else is to be known of them.
    """
    if folder is None:
        place = Path(tempfile.mkdtemp(prefix="drupe-rows-"))
        spill = Spill(str(place), _decoded(place, place, identity, decode))
        weakref.finalize(spill, shutil.rmtree, str(place), ignore_errors=True)
        return spill
    place = Path(os.path.abspath(folder))
    found = _complete(place)
    if found is not None and found["identity"] == dict(identity):
        return Spill(str(place), found)
    if place.exists() and found is None and (not place.is_dir() or any(place.iterdir())):
        raise FileError(f"{place}: there is something else; name another folder, or an empty one.")
    with _written_to(place):
        place.parent.mkdir(parents=True, exist_ok=True)
        beside = Path(tempfile.mkdtemp(prefix=f".{place.name}.", suffix=".part", dir=place.parent))
    contents = _decoded(beside, place, identity, decode)
    return Spill(str(place), _moved(beside, place, contents))


class Writer:
    """Writes batch after batch, and begins another part when one has PART rows."""

    def __init__(self, folder: Path, token: str):
        self._folder, self._token, self._file, self.counts = folder, token, cast("BinaryIO | None", None), list[int]()

    def add(self, rows: int, arrays: Arrays) -> None:
        """What is kept of the next rows."""
        if self._file is None:
            self._file = open(self._folder / _part_name(self._token, len(self.counts)), "wb")  # noqa: SIM115
            self.counts.append(0)
        for array in arrays:
            np.save(self._file, array, allow_pickle=False)
        self.counts[-1] += rows
        if self.counts[-1] >= PART:
            self.close()

    def close(self) -> None:
        """End the part."""
        if self._file is not None:
            file, self._file = self._file, None
            file.close()


def _decoded(
    folder: Path, place: Path, identity: Mapping[str, str], decode: Callable[[Writer], Mapping[str, Any]]
) -> dict[str, Any]:
    """What a folder says of itself after all is written there; if anything goes wrong, the folder is removed."""
    try:
        token = hashlib.blake2b(repr(sorted(identity.items())).encode(), digest_size=6).hexdigest()
        with _written_to(place), closing(Writer(folder, token)) as writer:
            rest = decode(writer)
            writer.close()
            contents = {"identity": dict(identity), "token": token, "counts": writer.counts, **rest}
            with open(folder / CONTENTS, "w", encoding="utf-8") as file:
                json.dump(contents, file)
                file.flush()
                os.fsync(file.fileno())
        return contents
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _moved(beside: Path, place: Path, contents: dict[str, Any]) -> dict[str, Any]:
    """Put the folder in its place, where one of other files may be, or the same that somebody else has written."""
    try:
        with _written_to(place):
            there = _complete(place)
            if there is not None and there["identity"] == contents["identity"]:
                return there
            if there is not None:
                _remove_own(place)
            os.rename(beside, place)
        return contents
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _remove_own(place: Path) -> None:
    """Remove a complete folder, unless there is in it what this file has not written."""
    for path in (place / CONTENTS, *place.glob("part-*-*.npys")):
        path.unlink()
    place.rmdir()


@contextmanager
def _written_to(place: Path) -> Iterator[None]:
    """What the system says while something is written becomes a FileError."""
    try:
        yield
    except DrupeError:
        raise
    except OSError as cause:
        raise FileError(
            f"{place}: what was decoded cannot be written ({cause.strerror or cause}); nothing of it was kept. "
            "Name a folder on a disk with room for it: spill=..."
        ) from cause


def _complete(place: Path) -> dict[str, Any] | None:
    """What a complete folder says of itself; None for any other."""
    try:
        contents = json.loads((place / CONTENTS).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return contents if isinstance(contents, dict) and {"identity", "token", "counts"} <= set(contents) else None


def _part_name(token: str, part: int) -> str:
    """The files of other data have other names: nobody reads them by mistake after the folder was written anew."""
    return f"part-{token}-{part:06d}.npys"
