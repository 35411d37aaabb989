"""Additive models of classes: AdaBoost by another loss, probabilities, and rounds chosen on the next examples."""

import numpy as np
import pytest
from scipy.special import expit

from drupe import AdaBoostClassifier, StagewiseAdditive
from drupe.estimators.boosting import SmallTree
from drupe.foundation.errors import InputError, ParameterError
from drupe.losses import ClippedHinge, Exponential, Hinge, Logistic, Squared, ZeroOne

RNG = np.random.default_rng(0)
X = RNG.normal(size=(300, 3))
Y = X[:, 0] + 0.7 * X[:, 1] + RNG.logistic(scale=0.5, size=300) > 0.0


@pytest.mark.spec("S.V08", "S.V09")
@pytest.mark.parametrize("loss", ["exponential", Exponential()], ids=str)
def test_exponential_loss_is_ada_boost(loss: object) -> None:
    machine = StagewiseAdditive(loss=loss, n_estimators=40).fit(X, Y)
    ada = AdaBoostClassifier(n_estimators=40).fit(X, Y)
    np.testing.assert_array_equal(machine.estimators_.thresholds, ada.estimators_.thresholds)
    np.testing.assert_array_equal(machine.estimators_.columns, ada.estimators_.columns)
    np.testing.assert_allclose(machine.estimator_weights_, ada.estimator_weights_, rtol=1e-12)
    np.testing.assert_allclose(machine.estimator_errors_, ada.estimator_errors_, rtol=1e-12)
    np.testing.assert_allclose(machine.predict_proba(X), ada.predict_proba(X), rtol=1e-10)
    np.testing.assert_allclose(machine.margins_, ada.margins_, atol=1e-12)


@pytest.mark.spec("S.V09")
def test_shrinkage_is_the_learning_rate() -> None:
    machine = StagewiseAdditive(loss="exponential", shrinkage=0.2, n_estimators=60).fit(X, Y)
    ada = AdaBoostClassifier(learning_rate=0.2, n_estimators=60).fit(X, Y)
    np.testing.assert_allclose(machine.estimator_weights_, ada.estimator_weights_, rtol=1e-11)


def test_logistic_outputs_are_logarithms_of_odds() -> None:
    rate = Logistic(rate=2.0)
    for loss, factor in (("logistic", 1.0), (rate, 2.0), ("exponential", 2.0)):
        machine = StagewiseAdditive(loss=loss, n_estimators=20).fit(X, Y)
        expected = expit(factor * machine.decision_function(X))
        np.testing.assert_allclose(machine.predict_proba(X)[:, 1], expected, rtol=1e-12)
        np.testing.assert_allclose(np.exp(machine.predict_log_proba(X)), machine.predict_proba(X), rtol=1e-12)
        *_, last = machine.staged_predict_proba(X)
        np.testing.assert_allclose(last, machine.predict_proba(X), atol=1e-12)


def test_logistic_probabilities_of_no_columns_are_frequencies() -> None:
    machine = StagewiseAdditive(n_estimators=1).fit(np.zeros((10, 1)), [1] * 7 + [0] * 3)
    assert machine.predict_proba([[0.0]])[0].tolist() == pytest.approx([0.3, 0.7], rel=1e-9)


def test_other_losses_have_no_probabilities() -> None:
    for loss in ("squared", "squared hinge", Hinge()):
        machine = StagewiseAdditive(loss=loss, shrinkage=0.5).fit(X, Y)
        assert not hasattr(machine, "predict_proba")
        assert not hasattr(machine, "staged_predict_proba")
        assert machine.score(X, Y) > 0.7


def test_squared_loss_is_least_squares_on_the_signs() -> None:
    machine = StagewiseAdditive(loss="squared", n_estimators=10).fit(X, Y)
    signs, said = np.where(Y, 1.0, -1.0), machine.estimators_.values(machine._new(X))
    residuals = signs.copy()
    for t, step in enumerate(machine.estimator_weights_):
        assert step == pytest.approx(float(residuals @ said[:, t]) / 300.0, rel=1e-10)
        residuals -= step * said[:, t]


@pytest.mark.parametrize("loss", [ZeroOne(), ClippedHinge(), "logit", 3, Logistic], ids=str)
def test_losses_that_cannot_be_followed_are_refused(loss: object) -> None:
    with pytest.raises(ParameterError):
        StagewiseAdditive(loss=loss).fit(X, Y)


def test_early_stopping_chooses_by_the_next_examples() -> None:
    """A quarter of the labels is turned: to learn them all is worse than to stop."""
    rng = np.random.default_rng(0)
    x, new = rng.normal(size=(800, 2)), rng.normal(size=(4000, 2))
    turned = (x[:, 0] > 0.0) ^ (rng.random(800) < 0.25)
    settings = {"n_estimators": 60, "random_state": 0}
    machine = StagewiseAdditive(SmallTree(3), early_stopping=True, **settings).fit(x, turned)
    whole = StagewiseAdditive(SmallTree(3), **settings).fit(x, turned)
    curve, few = machine.round_losses_, len(machine.estimator_weights_)
    assert curve.shape == (60,)
    assert few == curve.argmin() + 1
    tested = 800 - round(800 / 3)
    np.testing.assert_allclose(curve * tested, np.round(curve * tested), atol=1e-9)  # shares of errors
    # The rounds gone are those of the machine without, as far as they go.
    np.testing.assert_array_equal(machine.estimator_weights_, whole.estimator_weights_[:few])
    assert whole.round_losses_.shape == (0,)
    assert machine.score(new, new[:, 0] > 0.0) > whole.score(new, new[:, 0] > 0.0) + 0.02


def test_curve_is_forgotten_by_the_next_fit() -> None:
    machine = StagewiseAdditive(early_stopping=True, n_estimators=5).fit(X, Y)
    assert len(machine.round_losses_) == 5
    assert len(machine.set_params(early_stopping=False).fit(X, Y).round_losses_) == 0


@pytest.mark.parametrize("n", [2, 3, 5])
def test_early_stopping_on_few_examples(n: int) -> None:
    x, labels = np.arange(n, dtype=np.float64)[:, None], np.arange(n) % 2
    machine = StagewiseAdditive(early_stopping=True, n_estimators=5).fit(x, labels)
    assert len(machine.predict(x)) == n


def test_three_classes_are_refused() -> None:
    with pytest.raises(InputError, match="Only binary classification is supported"):
        StagewiseAdditive().fit(X, np.arange(300) % 3)


def test_squared_value_is_taken_too() -> None:
    a = StagewiseAdditive(loss=Squared(0.5), n_estimators=5).fit(X, Y)
    b = StagewiseAdditive(loss="squared", n_estimators=5).fit(X, Y)
    np.testing.assert_allclose(a.decision_function(X), b.decision_function(X), rtol=1e-12)
