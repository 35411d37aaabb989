"""Centers and widths that are fitted: descent from where they are put, with weights and a limit."""

import warnings

import numpy as np
import pytest
from estimators.interruptions import interrupt_at_once
from estimators.networks.network_sample import BOTH, CENTERS, NEW, WEIGHTS, X, Y, gaussians, ridge
from sklearn.exceptions import ConvergenceWarning

from drupe import RBFNetworkClassifier, RBFNetworkRegressor


def moved(**settings):
    said = {"centers": CENTERS, "width": 1.0, "strength": 0.1, "optimize_centers": True, "max_iter": 2000, **settings}
    return RBFNetworkRegressor(**said)


def test_the_answer_is_ridge_regression_on_the_units_where_they_ended():
    network = moved().fit(X, BOTH, WEIGHTS)
    a, b = ridge(gaussians(X, network.centers_, network.widths_), np.eye(6), BOTH, WEIGHTS, 0.1)
    np.testing.assert_allclose(
        network.predict(NEW), gaussians(NEW, network.centers_, network.widths_) @ a + b, atol=1e-7
    )
    assert network.widths_.shape == (6,)
    units = network.solution_.units
    squares = WEIGHTS @ np.square(BOTH - network.predict(X)).sum(axis=1) + 0.1 * np.square(network.dual_coef_).sum()
    assert units.objectives[-1] == pytest.approx(squares, rel=1e-8)


def test_the_objective_never_rises_and_ends_below_that_of_centers_that_stay():
    units = moved().fit(X, Y, WEIGHTS).solution_.units
    assert units.converged
    assert np.all(np.diff(units.objectives) <= 0.0)
    still = moved(optimize_centers=False, penalty="coefficients").fit(X, Y, WEIGHTS)
    start = WEIGHTS @ np.square(Y - still.predict(X)) + 0.1 * np.square(still.dual_coef_).sum()
    assert units.objectives[0] == pytest.approx(start, rel=1e-8)
    assert units.objectives[-1] < 0.9 * units.objectives[0]


def test_units_that_made_the_targets_are_found_again():
    rng = np.random.default_rng(0)
    x = rng.uniform(-3.0, 3.0, size=(300, 2))
    centers, widths = np.array([[-1.5, 0.0], [1.5, 1.0]]), np.array([0.7, 1.1])
    y = gaussians(x, centers, widths) @ [2.0, -3.0] + 0.5
    network = moved(centers=centers + 0.4, width=1.0, strength=1e-9).fit(x, y)
    np.testing.assert_allclose(network.centers_, centers, atol=1e-3)
    np.testing.assert_allclose(network.widths_, widths, atol=1e-3)
    np.testing.assert_allclose(network.dual_coef_, [2.0, -3.0], atol=1e-2)


def test_weights_are_repetitions():
    """Of the whole descent: both see the same objective, and from the same start go the same way."""
    times = np.random.default_rng(1).integers(0, 4, size=50)
    weighted = moved(max_iter=30)
    repeated = moved(max_iter=30)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        weighted.fit(X, Y, times.astype(float))
        repeated.fit(np.repeat(X, times, axis=0), np.repeat(Y, times))
    np.testing.assert_allclose(weighted.solution_.units.objectives, repeated.solution_.units.objectives, rtol=1e-6)
    np.testing.assert_allclose(weighted.predict(NEW), repeated.predict(NEW), atol=1e-4)


def test_units_of_measurement_do_not_matter():
    meters = moved(max_iter=1000).fit(X, Y)
    for unit, origin in ((1e-6, 0.0), (1e5, 3e5)):
        other = moved(centers=CENTERS * unit + origin, width=unit, max_iter=1000).fit(X * unit + origin, 1e3 * Y)
        assert other.score(X * unit + origin, 1e3 * Y) == pytest.approx(meters.score(X, Y), abs=5e-3)


def test_a_few_steps_end_with_a_warning():
    with pytest.warns(ConvergenceWarning, match="reached the iteration limit after 2 steps of its centers"):
        network = moved(max_iter=2).fit(X, Y)
    assert network.solution_.units.iterations == 2


def test_what_is_interrupted_is_lost_or_kept_as_asked(monkeypatch):
    interrupt_at_once(monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        moved().fit(X, Y)
    with pytest.warns(ConvergenceWarning, match="interrupted"):
        network = moved(on_interrupt="keep").fit(X, Y)
    assert not network.solution_.units.converged
    assert np.isfinite(network.predict(NEW)).all()


def test_the_strength_is_chosen_anew_where_the_units_ended():
    network = moved(strength="gcv", centers=4, random_state=0, max_iter=5000).fit(X, Y)
    design = gaussians(X, network.centers_, network.widths_)

    def gcv(strength):
        a, b = ridge(design, np.eye(4), np.eye(50), np.ones(50), strength)
        smoother = design @ a + b
        return 50.0 * np.sum(np.square(Y - smoother @ Y)) / (50.0 - np.trace(smoother)) ** 2

    assert network.gcv_ == pytest.approx(gcv(network.strength_), rel=1e-6)
    assert all(gcv(network.strength_ * factor) > network.gcv_ for factor in (0.1, 0.7, 1.5, 10.0))


def test_constant_targets_and_one_unit():
    network = moved(centers=1, strength=0.0).fit(X, np.full(50, 7.0))
    np.testing.assert_allclose(network.predict(NEW), 7.0, atol=1e-9)
    classifier = RBFNetworkClassifier(centers=1, optimize_centers=True, strength=0.1, random_state=0)
    inside = np.square(X).sum(axis=1) < 1.5
    assert classifier.fit(X, inside).score(X, inside) > 0.9
