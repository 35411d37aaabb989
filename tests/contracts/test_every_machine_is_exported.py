"""Every flat machine becomes a graph that says the same, or says itself why it cannot."""

import re
import warnings
from typing import Any

import numpy as np
import pytest
from persistence.export.graph_runs import run
from persistence.machine_samples import SETTINGS, answers, examples, fitted, machine_types
from sklearn.base import is_classifier

import drupe
from drupe.foundation.errors import InputTypeError
from drupe.persistence.export import to_onnx
from drupe.persistence.export.agreement import agreement

REFUSED = {
    "ColorHistograms": "texts, pictures or scores",
    "FisherScores": "texts, pictures or scores",
    "GibbsClassifier": "draws no lots",
    "LettersByPlace": "texts, pictures or scores",
    "PatchAverages": "texts, pictures or scores",
    "PixelVectors": "texts, pictures or scores",
    "TextVectors": "texts, pictures or scores",
}
"""What cannot be a graph, and why."""

OUTPUTS = {
    "predict": {"label", "labels", "prediction"},
    "decision_function": {"outputs"},
    "predict_proba": {"probabilities"},
}
"""What answers each question, if a machine takes it."""

KINDS = [kind for kind in machine_types() if kind.__name__ in drupe.__all__]
EXPORTED = [kind for kind in KINDS if kind.__name__ not in REFUSED]

WRAPPING = {
    "CommitteeOfParts",
    "DirectedAcyclicGraph",
    "ErrorCorrectingCodes",
    "OneVsOne",
    "OneVsRest",
    "RejectOption",
    "Tournament",
}
"""Classifiers that need another one."""

pytestmark = pytest.mark.filterwarnings("ignore:1 of .* rows is zero")


def rows() -> np.ndarray:
    """Those of training, and others, also far away."""
    X = examples()[0]
    return np.vstack([X, np.random.default_rng(1).normal(scale=3.0, size=(60, 3)), [[0.0] * 3, [40.0] * 3]])


@pytest.mark.parametrize("kind", EXPORTED, ids=lambda kind: kind.__name__)
def test_graph_says_the_same(kind: type) -> None:
    machine = fitted(kind)
    graph = to_onnx(machine)
    found = agreement(machine, graph, rows())
    assert found.equal in (None, found.rows)
    assert all(difference <= 1e-6 for difference in found.differences.values()), found
    names = {output.name for output in graph.graph.output}
    questions = [question for question in OUTPUTS if hasattr(machine, question)]
    assert all(names & OUTPUTS[question] for question in questions)
    assert questions or names & {"transformed", "log_density"}


@pytest.mark.parametrize("kind", EXPORTED, ids=lambda kind: kind.__name__)
def test_graph_in_single_precision(kind: type) -> None:
    machine = fitted(kind)
    X = rows().astype(np.float32).astype(np.float64)
    found = agreement(machine, to_onnx(machine, dtype="float32"), X)
    assert found.equal in (None, found.rows)
    assert all(difference <= 1e-4 for difference in found.differences.values()), found


def several_classes(kind: type) -> Any:
    """The machine on four classes whose labels are whole numbers; None if it tells two apart."""
    rng = np.random.default_rng(2)
    centers = 2.5 * rng.normal(size=(4, 3))
    codes = np.arange(60) % 4
    X = centers[codes] + rng.normal(size=(60, 3))
    machine = type(fitted(kind))(**fitted(kind).get_params(deep=False))
    if kind.__name__ == "GaussianProcessClassifier":
        machine.set_params(multi_class="one_vs_rest")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return machine.fit(X, 10 * codes)
        except ValueError as refused:
            if re.search("binary|two classes|could be certified", str(refused)) is None:
                raise
            return None


def classifiers() -> list[type]:
    """Those that give one label to each example."""
    inner = {name: {"estimator": drupe.SVC()} for name in (*WRAPPING, "ManyLabels")}
    made = {kind: kind(**SETTINGS.get(kind.__name__, inner.get(kind.__name__, {}))) for kind in EXPORTED}
    return [kind for kind, machine in made.items() if is_classifier(machine) and kind.__name__ != "ManyLabels"]


@pytest.mark.parametrize("kind", classifiers(), ids=lambda kind: kind.__name__)
def test_graph_of_several_classes_says_the_same(kind: type) -> None:
    machine = several_classes(kind)
    if machine is None:
        return
    for dtype, tolerance in (("float64", 1e-6), ("float32", 2e-4)):
        found = agreement(machine, to_onnx(machine, dtype=dtype), rows().astype(np.float32).astype(np.float64))
        assert found.equal == found.rows
        assert all(difference <= tolerance for difference in found.differences.values()), found


@pytest.mark.parametrize("kind", EXPORTED, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("count", [0, 1])
def test_no_rows_and_one_row(kind: type, count: int) -> None:
    machine, X = fitted(kind), rows()[:count]
    graph = to_onnx(machine)
    found = run(graph, {"X": X})
    assert all(len(output) == count for output in found.values())
    if count:
        said = answers(machine, X)
        if "decision_function" in said:
            np.testing.assert_allclose(found["outputs"], said["decision_function"], rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.__name__ in REFUSED], ids=lambda kind: kind.__name__)
def test_others_say_why(kind: type) -> None:
    with pytest.raises(InputTypeError, match=f"{kind.__name__} cannot be exported to ONNX: .*{REFUSED[kind.__name__]}"):
        to_onnx(fitted(kind))
