"""The file itself: safetensors, whose metadata hold a JSON document and the checksum of the whole.

Layout: 8 bytes, the length of the header; the header, JSON padded with spaces; the arrays one after the other. The
checksum is the SHA-256 of the file with the 64 digits of the checksum itself replaced by zeros.
"""

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

import numpy.typing as npt
from safetensors import SafetensorError, safe_open

from drupe.foundation.errors import FileError, InputError
from drupe.persistence.atomic import Place, whole_file
from drupe.persistence.json_values import JSON, corrupt
from drupe.persistence.stored_arrays import TENSOR_NAMES, TENSOR_TYPES

KIND = "drupe"
LONGEST_HEADER = 100_000_000
"""Bytes; safetensors reads no longer ones."""

NO_CHECKSUM = "0" * 64
BLOCK = 2**20


def write_container(path: Place, document: Mapping[str, JSON], arrays: Mapping[str, npt.NDArray[Any]]) -> None:
    """Write document and arrays, all or nothing."""
    # Wide numbers first, so that every array begins at a multiple of its item size.
    ordered = dict(sorted(arrays.items(), key=lambda item: -item[1].dtype.itemsize))
    text = json.dumps(document, allow_nan=False, separators=(",", ":"))
    blank = _header(text, ordered, NO_CHECKSUM)
    if len(blank) - 8 > LONGEST_HEADER:
        raise InputError(
            f"the model's small parts take {len(blank)} bytes as text, and a file can hold {LONGEST_HEADER}; "
            "are there long lists where arrays would do?"
        )
    digest = hashlib.sha256(blank)
    for array in ordered.values():
        digest.update(_bytes(array))
    with whole_file(path) as file:
        file.write(_header(text, ordered, digest.hexdigest()))
        for array in ordered.values():
            file.write(_bytes(array))


def _header(document: str, arrays: Mapping[str, npt.NDArray[Any]], checksum: str) -> bytes:
    table: dict[str, Any] = {"__metadata__": {"format": KIND, "sha256": checksum, "document": document}}
    end = 0
    for name, array in arrays.items():
        begin, end = end, end + array.nbytes
        table[name] = {
            "dtype": TENSOR_NAMES[array.dtype],
            "shape": list(array.shape),
            "data_offsets": [begin, end],
        }
    text = json.dumps(table, separators=(",", ":")).encode("ascii")
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text


def _bytes(array: npt.NDArray[Any]) -> memoryview:
    return memoryview(array.reshape(-1).view("u1")) if array.size else memoryview(b"")  # type: ignore[arg-type]


class Container:
    """A checked file: its document, and its arrays when they are asked for.

    Parameters
    ----------
    path
        Where it lies.
    """

    def __init__(self, path: str | os.PathLike[str]):
        self._path = os.fspath(path)
        if os.path.isdir(path):
            raise FileError(f"{path} is a folder; name the file of a model.")
        try:
            with open(path, "rb") as file:
                header = _read_header(file)
                metadata = _metadata(header)
                self.checksum = _verified(file, header, metadata)
                self.size = file.tell()
        except OSError as cause:
            if isinstance(cause, FileError):
                raise
            raise FileError(f"{path} could not be read: {cause.strerror or cause}.") from cause
        self.document = _document(metadata)

    def arrays(self) -> "ArrayShelf":
        """The arrays, to be used as a context."""
        return ArrayShelf(self._path)


class ArrayShelf:
    """The arrays of a file, each read when it is asked for; safetensors checks their extents against the file first.

    Parameters
    ----------
    path
        Where the file lies.
    """

    def __init__(self, path: str):
        self._path = path

    def __enter__(self) -> Callable[[str], npt.NDArray[Any]]:
        try:
            self._opened = safe_open(self._path, framework="numpy")
        except (SafetensorError, OSError, ValueError) as cause:
            raise corrupt(f"its arrays cannot be read ({cause})") from cause
        self._names = set(self._opened.keys())  # type: ignore[no-untyped-call]
        return self._array

    def __exit__(self, *_: object) -> None:
        del self._opened

    def _array(self, name: str) -> npt.NDArray[Any]:
        if name not in self._names:
            raise corrupt(f"the array {name[:60]!r} is missing")
        kind = self._opened.get_slice(name).get_dtype()  # type: ignore[no-untyped-call]
        if kind not in TENSOR_TYPES:
            raise corrupt(f"the array {name!r} is of an unknown type")
        found: npt.NDArray[Any] = self._opened.get_tensor(name)  # type: ignore[no-untyped-call]
        return found


def _read_header(file: BinaryIO) -> bytes:
    size = os.fstat(file.fileno()).st_size
    length = int.from_bytes(file.read(8), "little")
    if size < 10 or length > min(LONGEST_HEADER, size - 8):
        raise InputError("the file is no model of drupe, or was cut short: it does not begin with a header.")
    return file.read(length)


def _metadata(header: bytes) -> dict[str, Any]:
    try:
        metadata = json.loads(header)["__metadata__"]
        if metadata["format"] == KIND and all(isinstance(metadata[name], str) for name in ("sha256", "document")):
            return dict(metadata)
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    raise InputError("the file is no model of drupe: its header says nothing of one.")


def _verified(file: BinaryIO, header: bytes, metadata: Mapping[str, str]) -> str:
    """The checksum, if it is right."""
    said = metadata["sha256"]
    blank = header.replace(f'"sha256":"{said}"'.encode(), f'"sha256":"{NO_CHECKSUM}"'.encode(), 1)
    digest = hashlib.sha256(len(header).to_bytes(8, "little") + blank)
    while block := file.read(BLOCK):
        digest.update(block)
    if digest.hexdigest() != said:
        raise corrupt("the checksum does not fit the content")
    return said


def _document(metadata: Mapping[str, str]) -> dict[str, Any]:
    try:
        document = json.loads(metadata["document"])
    except (ValueError, RecursionError) as cause:
        raise corrupt(f"its document cannot be read ({cause})") from cause
    if not isinstance(document, dict):
        raise corrupt("its document is no table of names")
    return document
