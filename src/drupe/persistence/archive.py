"""`save` and `load`: a model in one file, with the recipe of its columns and its certificate if there are any."""

import os
import warnings
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from sklearn.exceptions import InconsistentVersionWarning

from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.errors import DrupeError, InputError, InputTypeError, ParameterError
from drupe.foundation.shapes import BrokenPromise
from drupe.inputs.readers.recipe import Recipe
from drupe.persistence.atomic import Place
from drupe.persistence.container import Container, write_container
from drupe.persistence.json_values import JSON, corrupt
from drupe.persistence.promises import check_parts
from drupe.persistence.reading import Reader
from drupe.persistence.writing import Writer

if TYPE_CHECKING:
    from drupe.certification.certificate import Certificate

FORMAT = 2
"""The version of the format that is written; all up to it are read."""

MODEL = "model.drupe"
"""The name of the model in the folder of a checkpoint."""


@dataclass(frozen=True, eq=False)
class Archive:
    """What a file holds.

    Parameters
    ----------
    model
        The machine, or the pipeline with a machine at its end.
    recipe
        How the columns of a data file become numbers; None if it was not saved.
    certificate
        What is known of the model's error; None if it was not saved.
    version
        The version of drupe that wrote the file.
    checksum
        SHA-256 of the file, in hexadecimal digits.
    """

    model: Any
    recipe: Recipe | None = None
    certificate: "Certificate | None" = None
    version: str = ""
    checksum: str = ""


def save(model: Any, path: Place, *, recipe: Any = None, certificate: Any = None) -> None:
    """Write a model to one file, whole or not at all; no pickle, no code.

    Exact: what is loaded predicts the same to the last bit. A solution is saved without the problem it belongs to:
    what it would compute on demand, the duality gap, is computed now. A model that holds Python functions, as a kernel
    or inside of one, is refused.

    Parameters
    ----------
    model
        A machine of drupe, or a pipeline of scikit-learn's with scalers, encoders and a machine; a kernel too.
    path
        Where to, by custom a name that ends in `.drupe`: a file there is replaced, as by `numpy.save`. Or a binary file
        that is open.
    recipe
        How the columns of a data file become numbers, as `read` made it.
    certificate
        What is known of the model's error.

    Examples
    --------
    >>> import tempfile
    >>> from drupe import SVC
    >>> machine = SVC(kernel="linear").fit([[0.0], [1.0], [3.0], [4.0]], [0, 0, 1, 1])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save(machine, f"{folder}/machine.drupe")
    ...     load(f"{folder}/machine.drupe").predict([[1.5], [2.5]]).tolist()
    [0, 1]
    """
    parts = {"model": model, "recipe": recipe, "certificate": certificate}
    try:
        check_parts("Archive", _types(parts), parts)
    except BrokenPromise as broken:
        raise InputTypeError(f"{broken}; pass what read and certify give.") from None
    writer = Writer()
    document: dict[str, JSON] = {
        "format": FORMAT,
        "drupe": version("drupe"),
        "scikit-learn": version("scikit-learn"),
    }
    for name, part in parts.items():
        document[name] = writer.written(part, name)
    write_container(path, document, writer.arrays)


def load(path: str | os.PathLike[str], *, trusted: bool = False) -> Any:
    """The model of a file that `save` wrote; see `load_archive` for what else it holds.

    No code of the file runs: only drupe's own classes and a few of scikit-learn's are made,
    and what is made is checked against itself. After loading, `n_jobs` has its default.

    Parameters
    ----------
    path
        Where the file lies; or the folder of a `Checkpoint`, for the best model so far.
    trusted
        Whether to take the `token_pattern` of a text vectorizer as it is: a regular expression can be made to take for
        ever. Otherwise it may be no more than a few characters, of which the last may repeat, as in the default one.
    """
    return load_archive(path, trusted=trusted).model


def load_archive(path: str | os.PathLike[str], *, trusted: bool = False) -> Archive:
    """The model, recipe and certificate of a file of `save`; `trusted` as in `load`."""
    path = inside(path)
    try:
        container = Container(path)
        document = container.document
        with container.arrays() as array:
            reader = Reader(array, container.size, _format(document), trusted)
            parts = {name: reader.read(document.get(name)) for name in ("model", "recipe", "certificate")}
        check_parts("Archive", _types(parts), parts)
    except RecursionError as cause:
        raise _at(path, corrupt("values lie too deep inside one another")) from cause
    except BrokenPromise as broken:
        raise _at(path, corrupt(str(broken))) from None
    except (InputError, ParameterError) as error:
        raise _at(path, error) from error.__cause__
    if any(name.startswith("sklearn.") for name in reader.names):
        _warn_of_another_version(str(document.get("scikit-learn")), parts["model"])
    return Archive(**parts, version=str(document.get("drupe")), checksum=container.checksum)


def inside(path: str | os.PathLike[str]) -> str | os.PathLike[str]:
    """The file of the model where a folder with one is named."""
    within = os.path.join(path, MODEL)
    return within if os.path.isfile(within) else path


def _types(parts: dict[str, Any]) -> dict[str, Any]:
    """The types of recipe and certificate; the latter, which brings theorems along, is imported if there is one."""
    if parts["certificate"] is None:
        return {"recipe": Recipe | None}
    from drupe.certification.certificate import Certificate

    return {"recipe": Recipe | None, "certificate": Certificate}


def _format(document: dict[str, Any]) -> int:
    said = document.get("format")
    if not isinstance(said, int) or said < 1:
        raise corrupt(f"it says to be of format {said!r}")
    if said > FORMAT:
        raise InputError(
            f"the file was written by drupe {document.get('drupe')} in format {said}, but this version reads formats "
            f"up to {FORMAT}; update drupe."
        )
    return said


def _at(path: str | os.PathLike[str], error: DrupeError) -> DrupeError:
    return type(error)(f"{os.fspath(path)}: {error}", remedies=error.remedies)


def _warn_of_another_version(said: str, model: Any) -> None:
    """As scikit-learn warns of its own pickles: its private attributes may have changed."""
    current = version("scikit-learn")
    if said != current:
        warnings.warn(
            InconsistentVersionWarning(
                estimator_name=type(model).__name__, current_sklearn_version=current, original_sklearn_version=said
            ),
            stacklevel=stacklevel_outside(),
        )
