"""Networks for classes: the network for signs, one output for each class, certificates where they apply."""

import numpy as np
import pytest
from estimators.networks.network_sample import CENTERS, NEW, WEIGHTS, X, Y, gaussians, ridge
from sklearn.datasets import make_moons

from drupe import RBFNetworkClassifier, RBFNetworkRegressor, certify

SIGNS = np.where(Y > 0.0, 1.0, -1.0)
THREE = np.digitize(Y, [-0.7, 0.7])


@pytest.mark.spec("S.A24")
@pytest.mark.parametrize(
    "settings",
    [{"strength": 0.5}, {"strength": "gcv"}, {"centers": CENTERS, "strength": "loo"}],
    ids=["given", "gcv", "loo"],
)
def test_two_classes_are_the_regression_of_signs(settings):
    classifier = RBFNetworkClassifier(width=0.8, **settings).fit(X, np.where(SIGNS > 0, "yes", "no"), WEIGHTS)
    regressor = RBFNetworkRegressor(width=0.8, **settings).fit(X, SIGNS, WEIGHTS)
    np.testing.assert_allclose(classifier.decision_function(NEW), regressor.predict(NEW), atol=1e-12)
    expected = np.where(regressor.predict(NEW) >= 0, "yes", "no")
    np.testing.assert_array_equal(classifier.predict(NEW), expected)
    assert classifier.strength_ == regressor.strength_
    assert classifier.dual_coef_.shape == (len(classifier.centers_), 1)


def test_three_classes_have_an_output_each_and_the_largest_wins():
    classifier = RBFNetworkClassifier(centers=CENTERS, width=0.8, strength=0.3).fit(X, THREE, WEIGHTS)
    signs = np.where(THREE[:, None] == np.arange(3), 1.0, -1.0)
    a, b = ridge(gaussians(X, CENTERS, 0.8), gaussians(CENTERS, CENTERS, 0.8), signs, WEIGHTS, 0.3)
    outputs = gaussians(NEW, CENTERS, 0.8) @ a + b
    np.testing.assert_allclose(classifier.decision_function(NEW), outputs, atol=1e-8)
    np.testing.assert_array_equal(classifier.predict(NEW), outputs.argmax(axis=1))
    np.testing.assert_allclose(classifier.decision_function(NEW).sum(axis=1), -1.0, atol=1e-9)


def test_it_learns_what_no_line_parts():
    x, y = make_moons(300, noise=0.2, random_state=0)
    new, new_y = make_moons(1000, noise=0.2, random_state=1)
    for settings in ({}, {"centers": 12}, {"centers": 12, "optimize_centers": True, "strength": 0.1}):
        network = RBFNetworkClassifier(width=0.5, random_state=0, **settings).fit(x, y)
        assert network.score(new, new_y) > 0.95


def test_weights_move_the_boundary_as_repetitions_do():
    times = np.random.default_rng(2).integers(0, 5, size=50)
    weighted = RBFNetworkClassifier(width=0.8, strength=0.5).fit(X, THREE, times.astype(float))
    repeated = RBFNetworkClassifier(width=0.8, strength=0.5).fit(np.repeat(X, times, axis=0), np.repeat(THREE, times))
    np.testing.assert_allclose(weighted.decision_function(NEW), repeated.decision_function(NEW), atol=1e-9)


def test_a_network_with_a_fixed_kernel_is_certified_as_a_hyperplane():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(400, 2))
    y = x.sum(axis=1) > 0.0
    for settings in ({"strength": 0.1}, {"centers": 10, "random_state": 0}):
        network = RBFNetworkClassifier(width=1.0, **settings).fit(x, y)
        table = certify(network, x, y, delta=0.05)
        assert table["derandomized"].valid
        new = rng.normal(size=(4000, 2))
        assert np.mean(network.predict(new) != (new.sum(axis=1) > 0.0)) < table["gaussian_pac_bayes"].value < 0.5


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({}, "width='mean' takes the kernel from the data"),
        ({"width": 1.0, "optimize_centers": True, "centers": 3}, "does not decide by one hyperplane"),
    ],
    ids=["width", "moved"],
)
def test_what_was_fitted_to_the_data_is_not_certified_by_them(settings, reason):
    network = RBFNetworkClassifier(random_state=0, strength=1.0, **settings).fit(X, SIGNS)
    table = certify(network, X, SIGNS)
    assert not table.valid
    assert reason in table["derandomized"].reason
    assert reason in table["margin"].reason
    assert certify(network, X, SIGNS, X_held_out=NEW, y_held_out=network.predict(NEW))["hold_out"].valid


def test_kernel_parameters_that_were_changed_after_the_fit_are_not_certified():
    network = RBFNetworkClassifier(width=1.0).fit(X, SIGNS).set_params(width=0.5)
    assert "fit again" in certify(network, X, SIGNS)["margin"].reason
