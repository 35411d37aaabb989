"""`to_onnx`: a fitted model as a graph that other programs run, without Python."""

from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import numpy as np

from drupe.foundation.errors import FileError, ParameterError
from drupe.persistence.atomic import Place, whole_file

if TYPE_CHECKING:
    from onnx import ModelProto

PRECISIONS = ("float32", "float64")


def to_onnx(model: Any, *, dtype: Any = "float64", std: bool = False, certificate: Any = None) -> "ModelProto":
    """The model as ONNX: kernel, votes, probabilities, scaling and the right not to answer, all in one graph.

    The graph takes `X`, one row for each example, or each column of a table under its name, and gives `label`,
    `outputs` and `probabilities` of a classifier, `prediction` of a regressor, `transformed` of a transformer. Of
    models that may decline, it also gives `confidence` and `answered`. Needs the package onnx: pip install
    'drupe[onnx]'.

    Parameters
    ----------
    model
        A fitted machine of drupe, or a pipeline or search of scikit-learn's that ends in one.
    dtype
        "float64", the default, for the same numbers, or "float32", in which servers are fastest: sums that would lose
        their digits are computed in double precision all the same.
    std
        Whether regressors that know how sure they are give `std`, the standard deviation of f(x), too.
    certificate
        What is known of the model's error; its sentence becomes part of the file. That of a `CertifiedClassifier` is
        taken by itself.

    Examples
    --------
    >>> from drupe import SVC
    >>> machine = SVC(C=10.0).fit([[0.0], [1.0], [3.0], [4.0]], ["no", "no", "yes", "yes"])
    >>> [output.name for output in to_onnx(machine).graph.output]
    ['label', 'outputs']
    """
    kind = np.dtype(dtype)
    if kind.name not in PRECISIONS:
        raise ParameterError(f"dtype must be 'float32' or 'float64', got {dtype!r}.")
    _require_onnx()
    from drupe.persistence.export.files import exported

    said = certificate if certificate is not None else getattr(model, "certificate_", None)
    facts = {"drupe": version("drupe"), "certificate": "" if said is None else said.sentence()}
    return exported(model, kind, bool(std), facts)


def save_onnx(model: Any, path: Place, *, dtype: Any = "float64", std: bool = False, certificate: Any = None) -> None:
    """Write the graph of `to_onnx` to one file, whole or not at all."""
    made = to_onnx(model, dtype=dtype, std=std, certificate=certificate)
    with whole_file(path) as file:
        file.write(made.SerializeToString())


def _require_onnx() -> None:
    try:
        import onnx  # noqa: F401
    except ImportError as cause:
        raise FileError("the export needs the package onnx; pip install 'drupe[onnx]'.") from cause
