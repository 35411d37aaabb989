"""A graph held against the model it was made of: what both say of the same rows."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from drupe.estimators.preparation.encodings import number_cells, words_of
from drupe.foundation.errors import FileError, InputError
from drupe.inputs.frame import Frame
from drupe.inputs.vectors import Vectors

if TYPE_CHECKING:
    from onnx import ModelProto

TABLE = "X"
"""The input that takes all columns at once."""

QUESTIONS = {
    "label": "predict",
    "labels": "predict",
    "prediction": "predict",
    "outputs": "decision_function",
    "probabilities": "predict_proba",
    "transformed": "transform",
    "log_density": "score_samples",
}
"""Which method of the model each output of the graph answers for."""


@dataclass(frozen=True)
class Agreement:
    """How far a graph and its model agree.

    Parameters
    ----------
    rows
        How many rows both were asked about.
    equal
        In how many of them labels are the same; None if the model gives none.
    differences
        Of each output of real numbers the largest difference, relative to the largest size of the model's.
    """

    rows: int
    equal: int | None
    differences: dict[str, float] = field(default_factory=dict)

    def words(self) -> str:
        """In one sentence.

        >>> Agreement(3, 3, {"outputs": 2e-16}).words()
        'labels equal in 3 of 3 rows; largest relative difference: outputs 2e-16'
        """
        labels = [] if self.equal is None else [f"labels equal in {self.equal} of {self.rows} rows"]
        told = ", ".join(f"{name} {value:.0e}" for name, value in self.differences.items())
        return "; ".join([*labels, *([f"largest relative difference: {told}"] if told else [])])


def agreement(model: Any, exported: "ModelProto", X: Any) -> Agreement:
    """Run a graph of `to_onnx` on rows, with onnxruntime, and compare it with its model.

    Parameters
    ----------
    model
        What was exported.
    exported
        The graph.
    X
        Rows as the model takes them.

    Examples
    --------
    >>> from drupe import SVC
    >>> from drupe.persistence.export import to_onnx
    >>> machine = SVC(C=10.0).fit([[0.0], [1.0], [3.0], [4.0]], [0, 0, 1, 1])
    >>> agreement(machine, to_onnx(machine), [[0.5], [3.5]]).equal
    2
    """
    theirs = _run(exported, X)
    rows, equal, differences = 0, None, {}
    for name, found in theirs.items():
        method = getattr(model, QUESTIONS.get(name, ""), None)
        if method is None:
            continue
        answer = method(X)
        said = np.asarray(answer.toarray() if sp.issparse(answer) else answer)
        rows = len(said)
        if name in ("label", "labels"):
            same = _same(said, found)
            equal = int((same if same.ndim == 1 else same.all(axis=1)).sum())
        else:
            differences[name] = _apart(said, found)
    return Agreement(rows, equal, differences)


def _run(exported: "ModelProto", X: Any) -> dict[str, npt.NDArray[Any]]:
    try:
        import onnxruntime
    except ImportError as cause:
        raise FileError("to run a graph, the package onnxruntime is needed; pip install 'drupe[onnx]'.") from cause
    session = onnxruntime.InferenceSession(exported.SerializeToString(), providers=["CPUExecutionProvider"])
    names = [output.name for output in session.get_outputs()]
    return dict(zip(names, session.run(names, fed(exported, X)), strict=True))


def fed(exported: "ModelProto", X: Any) -> dict[str, npt.NDArray[Any]]:
    """Rows as the inputs of a graph: a table of numbers, or one column for each name."""
    from onnx import helper

    inputs = {one.name: helper.tensor_dtype_to_np_dtype(one.type.tensor_type.elem_type) for one in exported.graph.input}
    told = {prop.key: prop.value for prop in exported.metadata_props}
    named = isinstance(X, Mapping | Frame) or hasattr(X, "columns")
    if list(inputs) != [TABLE]:
        return {name: _cells(column, inputs[name]) for name, column in _columns(X, inputs)}
    if not named or "columns" not in told:
        return {TABLE: Vectors.of(X).dense().astype(inputs[TABLE])}
    columns = _columns(X, json.loads(told["columns"]))
    return {TABLE: np.hstack([_cells(column, inputs[TABLE]) for _, column in columns])}


def _columns(X: Any, names: Iterable[str]) -> Iterator[tuple[str, npt.NDArray[Any]]]:
    """The columns of these names."""
    frame = Frame.of(X)
    for name in names:
        if name not in frame.names:
            raise InputError(f"the graph takes the column {name!r}, which the rows do not have.")
        yield name, frame.column(name)


def _cells(cells: npt.NDArray[Any], dtype: Any) -> npt.NDArray[Any]:
    """One column as a graph takes it: empty cells are NaN, or the empty word."""
    if np.dtype(dtype).kind == "f":
        return number_cells(cells).astype(dtype)[:, None]
    return np.array([["" if word is None else word] for word in words_of(cells)], dtype=object)


def _same(said: npt.NDArray[Any], found: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    both_empty = (said != said) & (found != found)  # NaN stands for no answer among real labels
    return np.asarray((said == found) | both_empty)


def _apart(said: npt.NDArray[Any], found: npt.NDArray[Any]) -> float:
    """The largest difference, relative to the largest finite size."""
    finite = np.isfinite(said)
    size = float(np.abs(said[finite]).max(initial=0.0)) or 1.0
    unlike = np.where(finite, np.abs(np.where(finite, said, 0.0) - found), np.where(said == found, 0.0, np.inf))
    return float(unlike.max(initial=0.0)) / size
