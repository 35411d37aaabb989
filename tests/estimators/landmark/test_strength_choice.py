"""Strengths and folds in the same passes: each column is the fit that it stands for."""

import numpy as np
import pytest
from estimators.landmark.penalized_loss import gaussian, slopes_and_losses

from drupe import LandmarkClassifier, LandmarkClassifierCV, LandmarkRegressor, LandmarkRegressorCV
from drupe.foundation.errors import ParameterError
from drupe.solvers.passes.known_rows import Draw


def sample(n=240, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, 2))
    return X, np.sin(2.0 * X[:, 0]) + X[:, 1] + 0.3 * random.normal(size=n)


TIGHT = {"gamma": 0.5, "random_state": 4, "tol": 1e-8, "max_passes": 500}
STRENGTHS = [1e-4, 1e-2, 1.0]


def left_out(machine, X, y, tags, fold, loss):
    there = tags == fold
    outputs = machine.predictor_.offset + gaussian(X, machine.predictor_.centers.array, 0.5) @ (
        machine.predictor_.coefficients
    )
    return slopes_and_losses(loss, outputs[there], y[there])[0].sum(axis=1).mean(), there


@pytest.mark.parametrize("loss", ["logistic", "squared_hinge", "squared"])
def test_columns_are_separate_fits_on_the_rows_of_other_folds(loss):
    X, scores = sample()
    y = np.digitize(scores, [-0.5, 0.7])
    together = LandmarkClassifierCV("rbf", strengths=STRENGTHS, folds=3, loss=loss, landmarks=X[:15], **TIGHT).fit(X, y)
    tags = Draw(4, folds=3).tags(0, len(X))
    assert together.n_candidates_ == 3
    assert together.n_splits_ == 3
    for i, strength in enumerate(STRENGTHS):
        for fold in range(3):
            kept = tags != fold
            alone = LandmarkClassifier("rbf", strength=strength, loss=loss, landmarks=X[:15], **TIGHT)
            alone.fit(X[kept], y[kept])
            kind = "softmax" if loss == "logistic" else loss
            expected, there = left_out(alone, X, y, tags, fold, kind)
            assert together.path_.losses[i, fold] == pytest.approx(expected, rel=1e-5)
            wrong = (alone.predict(X[there]) != y[there]).mean()
            assert together.path_.errors[i, fold] == pytest.approx(wrong, abs=0.02)
    best = STRENGTHS[int(np.argmin(together.path_.losses.mean(axis=1)))]
    assert together.strength_ == best
    refitted = LandmarkClassifier("rbf", strength=best, loss=loss, landmarks=X[:15], **TIGHT).fit(X, y)
    np.testing.assert_allclose(together.decision_function(X), refitted.decision_function(X), atol=1e-5)


def test_numbers_and_several_of_them():
    X, y = sample()
    y = np.column_stack([y, 2.0 * y - 1.0])
    together = LandmarkRegressorCV("rbf", strengths=STRENGTHS, folds=4, landmarks=X[:15], **TIGHT).fit(X, y)
    tags = Draw(4, folds=4).tags(0, len(X))
    for fold in range(4):
        kept = tags != fold
        alone = LandmarkRegressor("rbf", strength=1e-2, landmarks=X[:15], **TIGHT).fit(X[kept], y[kept])
        expected = np.square(alone.predict(X[~kept]) - y[~kept]).sum(axis=1).mean()
        assert together.path_.errors[1, fold] == pytest.approx(expected, rel=1e-6)
    assert together.predict(X).shape == y.shape


def test_folds_are_even_and_the_same_for_every_reader():
    tags = Draw(9, folds=5).tags(0, 1003)
    assert np.ptp(np.bincount(tags)) <= 1
    assert (Draw(9, folds=5).tags(17, 200) == tags[17:217]).all()


def test_errors_can_decide_and_a_number_of_strengths_is_enough():
    X, scores = sample()
    machine = LandmarkClassifierCV("rbf", gamma=0.5, criterion="error", strengths=4, random_state=0)
    machine.fit(X, scores > 0)
    assert machine.path_.strengths.tolist() == pytest.approx([1e-9, 1e-6, 1e-3, 1.0])
    errors = machine.path_.errors.mean(axis=1)
    assert machine.strength_ == machine.path_.strengths[np.flatnonzero(errors <= errors.min())[-1]]
    assert machine._twin().strength == machine.strength_
    with pytest.raises(ParameterError, match="strengths must hold"):
        LandmarkClassifierCV(strengths=[0.0, 1.0]).fit(X, scores > 0)
    assert not hasattr(LandmarkRegressorCV(), "partial_fit")
