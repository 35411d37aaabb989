"""AdaBoost with soft margins: AdaBoost at zero, and calmer where labels are noise."""

import numpy as np
import pytest

from drupe import AdaBoostClassifier, RegularizedAdaBoost
from drupe.estimators.boosting import RadialNet, SmallTree
from drupe.foundation.errors import InputError, ParameterError

RNG = np.random.default_rng(1)
X = RNG.normal(size=(150, 2))
CLEAN = X[:, 0] + X[:, 1] > 0.0
NOISY = CLEAN ^ (RNG.random(150) < 0.15)


def test_no_softness_is_ada_boost() -> None:
    soft, plain = RegularizedAdaBoost(softness=0.0).fit(X, NOISY), AdaBoostClassifier().fit(X, NOISY)
    np.testing.assert_allclose(soft.decision_function(X), plain.decision_function(X), atol=1e-9)
    np.testing.assert_allclose(soft.soft_margins_, soft.margins_, atol=1e-12)


def test_soft_margins_exceed_margins_by_past_weight() -> None:
    machine = RegularizedAdaBoost(softness=0.2, n_estimators=30).fit(X, NOISY)
    signs = np.where(NOISY, 1.0, -1.0)
    said = machine.estimators_.values(machine._new(X))
    past, margins = np.zeros(150), np.zeros(150)
    for t, step in enumerate(machine.estimator_weights_):
        weights = np.exp(-margins - 0.2 * past)
        past += step * 150.0 * weights / weights.sum()
        margins += step * signs * said[:, t]
    total = machine.estimator_weights_.sum()
    np.testing.assert_allclose(machine.soft_margins_ - machine.margins_, 0.2 * past / total, atol=1e-9)
    np.testing.assert_allclose(machine.margins_, margins / total, atol=1e-9)


def test_wrong_labels_have_had_most_weight() -> None:
    machine = RegularizedAdaBoost(n_estimators=100).fit(X, NOISY)
    past = machine.soft_margins_ - machine.margins_
    wrong = CLEAN != NOISY
    assert np.median(past[wrong]) > 2.0 * np.median(past[~wrong])


@pytest.mark.parametrize("learner", [SmallTree(4), RadialNet(6)], ids=lambda one: type(one).__name__)
def test_softness_fits_noise_less_and_predicts_better(learner: object) -> None:
    """Strong rules and turned labels: AdaBoost learns the noise by heart."""
    new = np.random.default_rng(2).normal(size=(4000, 2))
    truth = new.sum(axis=1) > 0.0
    plain = AdaBoostClassifier(learner, n_estimators=60, random_state=0).fit(X, NOISY)
    soft = RegularizedAdaBoost(learner, n_estimators=60, softness=0.3, random_state=0).fit(X, NOISY)
    assert soft.score(X, NOISY) < plain.score(X, NOISY)
    assert soft.score(new, truth) > plain.score(new, truth)


def test_weights_are_repetitions() -> None:
    times = RNG.integers(0, 3, size=150)
    weighted = RegularizedAdaBoost(n_estimators=20).fit(X, NOISY, sample_weight=times)
    repeated = RegularizedAdaBoost(n_estimators=20).fit(np.repeat(X, times, axis=0), np.repeat(NOISY, times))
    np.testing.assert_allclose(weighted.decision_function(X), repeated.decision_function(X), atol=1e-8)


@pytest.mark.parametrize("softness", [1.0, 5.0])
def test_much_softness_neither_explodes_nor_fails(softness: float) -> None:
    machine = RegularizedAdaBoost(softness=softness, n_estimators=40).fit(X, NOISY)
    assert np.isfinite(machine.decision_function(X)).all()


def test_bad_values_are_refused() -> None:
    with pytest.raises(ParameterError, match="softness"):
        RegularizedAdaBoost(softness=-1.0).fit(X, NOISY)
    with pytest.raises(InputError, match="Only binary classification is supported"):
        RegularizedAdaBoost().fit(X, np.arange(150) % 3)
