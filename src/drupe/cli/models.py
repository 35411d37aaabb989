"""Model files, of drupe or of LIBSVM, told apart by how they begin."""

from pathlib import Path

from drupe.foundation.errors import FileError
from drupe.inputs.readers.recipe import SparseRecipe
from drupe.persistence.archive import Archive, load_archive
from drupe.persistence.libsvm_model import load_libsvm

LIBSVM = b"svm_type"


def is_libsvm(path: str) -> bool:
    """Whether the file begins as LIBSVM's models do."""
    try:
        with Path(path).open("rb") as file:
            return file.read(len(LIBSVM)) == LIBSVM
    except IsADirectoryError:
        raise FileError(f"{path}: is a folder, not a model; name a file inside it.") from None
    except OSError as cause:
        raise FileError(f"{path}: cannot be read: {cause.strerror}; name a file that drupe fit wrote.") from None


def loaded(path: str) -> Archive:
    """The model with all that the file knows about it."""
    if not is_libsvm(path):
        return load_archive(path)
    model = load_libsvm(path)
    return Archive(model, SparseRecipe(int(model.n_features_in_)), None, "of LIBSVM")
