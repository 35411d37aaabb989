"""Every classifier of the library is certified, or says plainly why not and what would do."""

import inspect
from typing import Any

import numpy as np
import pytest
from sklearn.base import BaseEstimator, is_classifier
from sklearn.utils import get_tags

import drupe
from drupe import certify

DELTA = 0.1
FIXED = {"gamma": 0.3, "random_state": 0}


def separated(n: int, classes: int, seed: int = 0) -> tuple[Any, Any]:
    """Classes around a circle, each of which a straight line parts from the others."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2))
    codes = rng.integers(classes, size=n)
    codes[:classes] = np.arange(classes)
    angles = 2.0 * np.pi * codes / classes
    return 0.3 * X + 2.0 * np.column_stack([np.cos(angles), np.sin(angles)]), codes


def machines() -> list[BaseEstimator]:
    """One of each classifier among the flat names; what wraps another gets an SVC."""
    found = []
    for name in drupe.__all__:
        kind = getattr(drupe, name)
        if not inspect.isclass(kind) or not issubclass(kind, BaseEstimator):
            continue
        wraps = "estimator" in inspect.signature(kind).parameters
        model = kind(drupe.SVC(gamma=0.3)) if wraps else kind()
        # What gives any number of labels answers many questions, which `certify_labels` takes one by one.
        if is_classifier(model) and get_tags(model).target_tags.single_output:
            own = {key: value for key, value in FIXED.items() if key in model.get_params(deep=False)}
            found.append(model.set_params(**own))
    return found


def name_of(model: object) -> str:
    return type(model).__name__


MACHINES = machines()


def fitted(model: BaseEstimator, classes: int) -> tuple[Any, Any, Any]:
    X, y = separated(90, classes)
    if name_of(model) == "SelfBoundingSearch":
        model = model.set_params(param_grid={"C": [1.0, 10.0]})
    try:
        return model.fit(X, y), X, y
    except (ValueError, TypeError) as refusal:
        if classes > 2 and "class" in str(refusal):
            pytest.skip(f"{name_of(model)} is for two classes")
        raise


def test_all_are_found() -> None:
    assert {"SVC", "BayesPointMachine", "Perceptron", "OneVsRest", "RejectOption"} <= {name_of(one) for one in MACHINES}
    assert len(MACHINES) >= 35


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("model", MACHINES, ids=name_of)
def test_training_examples_give_statements_or_reasons(model: BaseEstimator, classes: int) -> None:
    model, X, y = fitted(model, classes)
    table = certify(model, X, y, delta=DELTA)
    assert len(table) > 0
    assert table.recheck()
    assert sum(one.delta for one in table) <= DELTA * (1.0 + 1e-9)
    for one in table:
        assert one.valid != bool(one.reason)
        assert one.confidence == pytest.approx(1.0 - DELTA)
        assert 0.0 <= one.value <= one.bound.most
    if not table.valid:
        assert "held-out" in table.sentence() or "X_held_out" in table.sentence()
    assert isinstance(table.to_json(), str)


@pytest.mark.parametrize("model", MACHINES, ids=name_of)
def test_statements_from_training_cover_fresh_examples(model: BaseEstimator) -> None:
    model, X, y = fitted(model, 2)
    best = certify(model, X, y, delta=0.01).best_for_fitted
    if best is not None:
        X_new, y_new = separated(2000, 2, seed=1)
        assert np.mean(model.predict(X_new) != y_new) <= best.value


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("model", MACHINES, ids=name_of)
def test_held_out_examples_always_will_do(model: BaseEstimator, classes: int) -> None:
    model, X, y = fitted(model, classes)
    X_new, y_new = separated(200, classes, seed=1)
    table = certify(model, X, y, X_held_out=X_new, y_held_out=y_new)
    assert table["hold_out"].valid
    assert table["hold_out"].value < (1.0 if name_of(model) == "DefaultClassifier" else 0.1)
