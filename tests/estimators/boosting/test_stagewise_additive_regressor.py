"""Additive models of numbers: residual fitting in closed form, robust losses, rounds chosen on the next examples."""

import numpy as np
import pytest

from drupe import StagewiseAdditiveRegressor
from drupe.estimators.boosting import KernelColumn, SmallTree
from drupe.foundation.errors import ParameterError
from drupe.kernels import Gaussian
from drupe.losses import Absolute, EpsilonInsensitive, Huber, Logistic
from drupe.solvers.boosting.vote_solution import LastRound

RNG = np.random.default_rng(0)
X = RNG.uniform(-3.0, 3.0, size=(200, 2))
Y = np.sin(X[:, 0]) + 0.3 * X[:, 1] + RNG.normal(scale=0.1, size=200)


@pytest.mark.spec("S.V08")
def test_residuals_are_fitted_in_closed_form() -> None:
    machine = StagewiseAdditiveRegressor(n_estimators=30).fit(X, Y)
    said, residuals = machine.predictor_.rules.values(machine._new(X)), Y.copy()
    for t, step in enumerate(machine.estimator_weights_):
        assert step == pytest.approx(float(residuals @ said[:, t]) / 200.0, rel=1e-9)
        left = residuals @ residuals
        residuals = residuals - step * said[:, t]
        assert machine.solution_.factors[t] == pytest.approx(residuals @ residuals / left, rel=1e-9)
    np.testing.assert_allclose(machine.predict(X), Y - residuals, atol=1e-10)
    *_, last = machine.staged_predict(X)
    np.testing.assert_allclose(last, machine.predict(X), atol=1e-10)


def test_constant_target_is_the_constant_rule() -> None:
    machine = StagewiseAdditiveRegressor().fit(X, np.full(200, 3.5))
    assert machine.solution_.end is LastRound.LEAST
    np.testing.assert_allclose(machine.predict(X), 3.5, rtol=1e-14)


def test_many_rounds_follow_the_function() -> None:
    for learner in (None, SmallTree(3), KernelColumn(Gaussian(1.0))):
        machine = StagewiseAdditiveRegressor(learner, n_estimators=400, shrinkage=0.5, random_state=0).fit(X, Y)
        assert machine.score(X, Y) > 0.95


@pytest.mark.parametrize("loss", ["absolute", "huber", Huber(0.3), Absolute(), EpsilonInsensitive(0.1)], ids=str)
def test_robust_losses_bear_outliers(loss: object) -> None:
    spoiled = Y.copy()
    spoiled[:10] += 100.0
    settings = {"n_estimators": 200, "shrinkage": 0.3}
    robust = StagewiseAdditiveRegressor(loss=loss, **settings).fit(X, spoiled)
    squared = StagewiseAdditiveRegressor(**settings).fit(X, spoiled)
    assert np.abs(robust.predict(X[10:]) - Y[10:]).mean() < 0.5 * np.abs(squared.predict(X[10:]) - Y[10:]).mean()


def test_scale_of_the_target_is_followed() -> None:
    small = StagewiseAdditiveRegressor(n_estimators=20).fit(X, Y)
    large = StagewiseAdditiveRegressor(n_estimators=20).fit(X, 1e6 * Y)
    np.testing.assert_allclose(large.predict(X), 1e6 * small.predict(X), rtol=1e-9, atol=1e-3)


def test_early_stopping_takes_the_least_loss() -> None:
    noise = np.random.default_rng(1).normal(size=200)
    machine = StagewiseAdditiveRegressor(SmallTree(5), n_estimators=50, early_stopping=True, random_state=0)
    machine.fit(X, 0.3 * Y + noise)
    assert len(machine.estimator_weights_) == machine.round_losses_.argmin() + 1 < 50


def test_losses_of_classes_are_refused() -> None:
    with pytest.raises(ParameterError, match="loss of classes"):
        StagewiseAdditiveRegressor(loss=Logistic()).fit(X, Y)
    with pytest.raises(ParameterError, match="loss must be one of"):
        StagewiseAdditiveRegressor(loss="logistic").fit(X, Y)
