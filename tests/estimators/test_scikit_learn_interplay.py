"""Machines in scikit-learn's pipelines, searches, calibrators and metadata routing, on pandas and polars frames."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
import sklearn
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import load_iris, load_wine
from sklearn.ensemble import BaggingClassifier
from sklearn.feature_selection import SelectKBest
from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_val_score, cross_validate
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from drupe import SVC, SVR, KernelPerceptron, NearestMean, NeighborsClassifier, NuSVC, OneVsOne
from drupe.kernels import Gaussian, Linear, Polynomial

X, y = load_wine(return_X_y=True)
NAMES = load_wine().feature_names

MACHINES = [SVC(), NuSVC(nu=0.3), KernelPerceptron(), NearestMean(), NeighborsClassifier(), OneVsOne(SVC())]


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: type(machine).__name__)
def test_pipeline_and_cross_validation(machine):
    scores = cross_val_score(make_pipeline(StandardScaler(), machine), X, y, cv=3)
    assert scores.mean() > 0.9


def test_search_over_kernels_and_prices_agrees_with_a_loop():
    model = make_pipeline(StandardScaler(), SelectKBest(k=8), SVC())
    grid = {"svc__kernel": [Linear(), Gaussian(width=2.0), Polynomial(degree=2)], "svc__C": [0.1, 1.0]}
    found = GridSearchCV(model, grid, cv=3).fit(X, y)
    best = max(
        cross_val_score(model.set_params(svc__kernel=kernel, svc__C=C), X, y, cv=3).mean()
        for kernel in grid["svc__kernel"]
        for C in grid["svc__C"]
    )
    assert found.best_score_ == pytest.approx(best)


def test_calibrated_probabilities():
    model = CalibratedClassifierCV(make_pipeline(StandardScaler(), SVC()), cv=3).fit(X, y)
    probabilities = model.predict_proba(X)
    assert np.allclose(probabilities.sum(axis=1), 1.0)
    assert model.score(X, y) > 0.95


def test_meta_estimators_clone_and_fit():
    for outer in (BaggingClassifier(SVC(), 3, random_state=0), OneVsRestClassifier(SVC())):
        assert make_pipeline(StandardScaler(), outer).fit(X, y).score(X, y) > 0.95


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_frames_give_the_answers_of_arrays(frame):
    table = frame(dict(zip(NAMES, X.T, strict=True)))
    plain, framed = SVC(gamma=0.01).fit(X, y), SVC(gamma=0.01).fit(table, y)
    assert framed.feature_names_in_.tolist() == NAMES
    assert np.array_equal(plain.predict(X), framed.predict(table))
    shuffled = table[NAMES[::-1]] if frame is pd.DataFrame else table.select(NAMES[::-1])
    with pytest.raises(ValueError, match="order"):
        framed.predict(shuffled)


@pytest.mark.parametrize("container", ["pandas", "polars"])
def test_set_output_before_a_machine(container):
    scaler = StandardScaler().set_output(transform=container)
    frame = (
        pd.DataFrame(X, columns=NAMES) if container == "pandas" else pl.DataFrame(dict(zip(NAMES, X.T, strict=True)))
    )
    model = make_pipeline(scaler, SVC()).fit(frame, y)
    assert model[-1].feature_names_in_.tolist() == NAMES
    assert np.array_equal(model.predict(frame), make_pipeline(StandardScaler(), SVC()).fit(X, y).predict(X))


def test_series_of_labels_and_words():
    words = pd.Series(load_wine().target_names[y])
    model = SVC(gamma=0.01).fit(pd.DataFrame(X, columns=NAMES), words)
    assert set(model.predict(pd.DataFrame(X, columns=NAMES))) == set(words)


def test_weights_are_routed_through_pipelines():
    weights = np.where(y == 0, 3.0, 1.0)
    with sklearn.config_context(enable_metadata_routing=True):
        machine = SVC(gamma=0.1).set_fit_request(sample_weight=True).set_score_request(sample_weight=True)
        scaler = StandardScaler().set_fit_request(sample_weight=False)
        model = make_pipeline(scaler, machine)
        model.fit(X, y, sample_weight=weights)
        scores = cross_validate(model, X, y, cv=3, params={"sample_weight": weights})["test_score"]
    scaled = StandardScaler().fit_transform(X)
    alone = SVC(gamma=0.1).fit(scaled, y, sample_weight=weights)
    assert np.array_equal(model[-1].support_, alone.support_)
    assert np.allclose(model[-1].dual_coef_, alone.dual_coef_)
    assert scores.mean() > 0.9


def test_held_out_answers_of_regression():
    data, target = load_iris(return_X_y=True)[0][:, :3], load_iris(return_X_y=True)[0][:, 3]
    said = cross_val_predict(make_pipeline(StandardScaler(), SVR()), data, target, cv=5)
    assert np.corrcoef(said, target)[0, 1] > 0.9
