"""Model files, of drupe or of LIBSVM, told apart by how they begin; "-" is the standard input."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from drupe.cli.output import STANDARD
from drupe.foundation.budget import readable
from drupe.foundation.errors import BudgetError, DrupeError, FileError, InputError, ParameterError
from drupe.inputs.readers.recipe import SparseRecipe
from drupe.persistence.archive import Archive, load_archive
from drupe.persistence.atomic import is_stream
from drupe.persistence.libsvm_model import load_libsvm

LIBSVM = b"svm_type"

LENGTH = 8
"""Bytes before the first brace of drupe's models: the length of what follows."""

MOST, BLOCK = 2**30, 2**20
"""Bytes of a model that may come through a pipe, and at a time."""


@dataclass(frozen=True, eq=False)
class Loaded:
    """A model with the recipe and the certificate that its file holds.

    Parameters
    ----------
    archive
        What the file holds.
    libsvm
        Whether LIBSVM's format it is.
    size
        Of the file, in bytes.
    """

    archive: Archive
    libsvm: bool
    size: int


def loaded(path: str, *others: str) -> Archive:
    """The model of a file; at most one of it and the other files may be the standard input."""
    return loaded_file(path, *others).archive


def loaded_file(path: str, *others: str) -> Loaded:
    """The same, with what the file itself tells."""
    if [path, *others].count(STANDARD) > 1:
        raise ParameterError("only one file can come from the standard input; name the others.")
    with _on_disk(path) as file:
        try:
            libsvm = _begins(file) == LIBSVM
            size = Path(file).stat().st_size
            return Loaded(_libsvm(file) if libsvm else load_archive(file), libsvm, size)
        except DrupeError as error:
            if file == path:
                raise
            name = "standard input" if path == STANDARD else path
            raise type(error)(str(error).replace(file, name), remedies=error.remedies) from None


def _libsvm(path: str) -> Archive:
    model = load_libsvm(path)
    return Archive(model, SparseRecipe(int(model.n_features_in_)), None, "LIBSVM")


def _begins(path: str) -> bytes:
    try:
        with Path(path).open("rb") as file:
            start = file.read(len(LIBSVM))
    except IsADirectoryError:
        raise FileError(f"{path}: is a folder, not a model; name a file inside it.") from None
    except OSError as cause:
        raise FileError(f"{path}: cannot be read: {cause.strerror}; name a file that drupe fit wrote.") from None
    if not start:
        raise InputError(f"{path}: the file is empty; name a file that drupe fit wrote.")
    return start


@contextmanager
def _on_disk(path: str) -> Iterator[str]:
    """The path of a file with this content: model files are read more than once."""
    if path != STANDARD and not is_stream(path):
        yield path
        return
    with TemporaryDirectory() as folder, ExitStack() as opened:
        copy = f"{folder}/model"
        stream = sys.stdin.buffer if path == STANDARD else opened.enter_context(open(path, "rb"))
        with open(copy, "wb") as file:
            _copy(stream, file, "standard input" if path == STANDARD else path)
        yield copy


def _copy(stream: BinaryIO, file: BinaryIO, name: str) -> None:
    """All of the stream, if it begins as models do and has an end."""
    try:
        block = stream.read(BLOCK)
    except OSError as cause:
        raise FileError(f"{name}: cannot be read: {cause.strerror}; name a file that drupe fit wrote.") from None
    if block and not block.startswith(LIBSVM) and block[LENGTH : LENGTH + 1] != b"{":
        raise InputError(f"{name}: does not begin as a model does; pass a file that drupe fit wrote.")
    size = 0
    while block:
        size += len(block)
        if size > MOST:
            raise BudgetError(
                f"{name}: more than {readable(MOST)} have come and there is no end; write the model to a file first."
            )
        file.write(block)
        block = stream.read(BLOCK)
