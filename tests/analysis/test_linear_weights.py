"""Weights of linear rules against those of scikit-learn and of the rule itself."""

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from sklearn.compose import make_column_transformer
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.svm import LinearSVR

from drupe import (
    SVC,
    SVR,
    KernelPerceptron,
    KernelRidge,
    NearestMean,
    NeighborsClassifier,
    RegularizedClassifier,
    VotedPerceptron,
)
from drupe.analysis.linear_weights import linear_weights_of
from drupe.analysis.part import Part
from drupe.kernels import Linear


def test_weights_of_standardized_columns_are_those_of_the_machine() -> None:
    data = load_breast_cancer(as_frame=True)
    model = make_pipeline(StandardScaler(), SVC(kernel="linear")).fit(data.data, data.target)
    found = linear_weights_of(model, Part.of(data.data, data.target), tuple(data.data.columns))
    assert found is not None
    assert found.names == tuple(data.data.columns)
    assert found.weights[:, 0] == pytest.approx(model[-1].coef_[0], rel=1e-4, abs=1e-6)
    assert found.outputs == ("1",)
    sizes = [abs(weights[0]) for _, weights in found.ranked]
    assert sizes == sorted(sizes, reverse=True)


@pytest.mark.parametrize("model", [SVR(kernel="linear", C=50.0), KernelRidge(kernel=Linear() + 1.0, alpha=0.1)])
def test_raw_columns_are_brought_to_one_spread(model: object) -> None:
    """A prediction rises by the weight when the column rises by its standard deviation."""
    X, y = load_diabetes(return_X_y=True)
    X = X * np.arange(1.0, 11.0)
    model.fit(X, y)  # type: ignore[attr-defined]
    found = linear_weights_of(model, Part.of(X, y))
    assert found is not None
    for j in range(10):
        Z = X[:5].copy()
        Z[:, j] += X.std(axis=0)[j]
        rise = model.predict(Z) - model.predict(X[:5])  # type: ignore[attr-defined]
        assert rise == pytest.approx(np.full(5, found.weights[j, 0]), rel=1e-3, abs=1e-4)
    assert found.outputs == ()


def test_every_category_has_its_weight() -> None:
    frame = pd.DataFrame({"weight": [1.0, 2.0, 3.0, 4.0] * 5, "kind": ["plum", "pear", "plum", "fig"] * 5})
    view = make_column_transformer((StandardScaler(), ["weight"]), (OneHotEncoder(), ["kind"]), sparse_threshold=0.0)
    model = make_pipeline(view, SVC(kernel="linear")).fit(frame, frame["kind"] == "plum")
    found = linear_weights_of(model, Part.of(frame, frame["kind"] == "plum"))
    assert found is not None
    assert found.names == (
        "standardscaler__weight",
        *(f"onehotencoder__kind_{kind}" for kind in ("fig", "pear", "plum")),
    )
    assert found.ranked[0][0] == "onehotencoder__kind_plum"


def test_one_output_for_each_class() -> None:
    X, y = load_iris(return_X_y=True)
    machine = RegularizedClassifier(kernel="linear").fit(X, y)
    found = linear_weights_of(machine, Part.of(X, y))
    assert found is not None
    assert found.outputs == ("0", "1", "2")
    answers = machine.decision_function(X) @ np.ones(3)
    assert (found.weights.sum(axis=1) / X.std(axis=0)) @ (X[0] - X[1]) == pytest.approx(answers[0] - answers[1])


def test_sparse_rows_have_the_same_weights() -> None:
    X, y = load_breast_cancer(return_X_y=True)
    X = StandardScaler().fit_transform(X)
    dense = linear_weights_of(SVC(kernel="linear").fit(X, y), Part.of(X, y))
    sparse = linear_weights_of(SVC(kernel="linear").fit(sp.csr_array(X), y), Part.of(sp.csr_array(X), y))
    assert dense is not None
    assert sparse is not None
    assert sparse.weights == pytest.approx(dense.weights, rel=0.02, abs=1e-3)


@pytest.mark.parametrize(
    "machine",
    [
        *(SVC(), SVC(kernel="poly"), NeighborsClassifier(), VotedPerceptron("linear"), NearestMean()),
        KernelPerceptron(gamma=0.1),
    ],
)
def test_rules_that_are_not_linear_have_none(machine: object) -> None:
    X, y = load_breast_cancer(return_X_y=True)
    X = StandardScaler().fit_transform(X)[:200]
    assert linear_weights_of(machine.fit(X, y[:200]), Part.of(X, y[:200])) is None  # type: ignore[attr-defined]


def test_votes_of_pairs_strings_and_strangers_have_none() -> None:
    X, y = load_iris(return_X_y=True)
    assert linear_weights_of(SVC(kernel="linear").fit(X, y), Part.of(X, y)) is None
    assert linear_weights_of(LinearSVR().fit(X, X[:, 0]), Part.of(X, X[:, 0])) is None
