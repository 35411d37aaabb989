"""Curves of error against coverage: their ends, their areas, and ties."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression

from drupe import CoverageRiskDisplay, RejectOption, coverage_risk_curve
from drupe.foundation.errors import InputError, ParameterError

RIGHT = np.array([1, 1, 0, 1, 0, 1, 1, 1, 0, 1])
ANSWERS = np.where(RIGHT, 1, 0)


def curve(confidence, right=RIGHT):
    return coverage_risk_curve(np.ones(len(right)), right, confidence)


@pytest.mark.spec("G.E-01")
def test_no_rejection_is_the_plain_error():
    assert curve(np.arange(10.0)).error == pytest.approx(0.3)
    assert curve(np.arange(10.0)).coverage[-1] == 1.0


@pytest.mark.spec("G.E-01")
def test_perfect_confidence_reaches_zero_at_the_error_rate():
    perfect = curve(RIGHT + np.arange(10) * 0.01)
    assert perfect.largest_coverage(error=0.0) == pytest.approx(0.7)
    assert perfect.area == pytest.approx(np.mean([0] * 7 + [1 / 8, 2 / 9, 3 / 10]))
    assert perfect.area == pytest.approx(perfect.best_area)
    assert perfect.excess_area == 0.0


@pytest.mark.spec("G.E-01")
def test_constant_confidence_is_flat():
    flat = curve(np.zeros(10))
    assert flat.coverage.tolist() == [1.0]
    assert flat.area == pytest.approx(0.3)


def test_random_confidence_has_the_plain_error_on_average():
    rng = np.random.default_rng(0)
    assert np.mean([curve(rng.random(10)).area for _ in range(4000)]) == pytest.approx(0.3, abs=0.01)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 4)), min_size=1, max_size=12))
def test_points_by_brute_force(examples):
    right, sure = np.array([r for r, _ in examples]), np.array([c for _, c in examples], dtype=float)
    found = curve(sure, right)
    assert found.thresholds.tolist() == sorted(set(sure), reverse=True)
    for threshold, coverage, risk in zip(found.thresholds, found.coverage, found.risk, strict=True):
        answered = sure >= threshold
        assert coverage == pytest.approx(answered.mean())
        assert risk == pytest.approx(1 - right[answered].mean())
    assert found.best_area - 1e-12 <= found.area <= 1.0


def test_ties_count_as_if_shuffled():
    sure = np.array([2.0, 2.0, 2.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0])
    rng = np.random.default_rng(0)
    shuffled = np.mean([curve(sure + 0.1 * rng.random(10)).area for _ in range(4000)])
    assert curve(sure).area == pytest.approx(shuffled, abs=0.005)


def test_questions():
    found = curve(np.arange(10.0)[::-1])
    assert found.risk_at(0.2) == 0.0
    assert found.risk_at(0.25) == pytest.approx(1 / 3)
    assert found.threshold_for_coverage(0.5) == 5.0
    assert found.threshold_for_coverage(0.0) == 9.0
    assert found.largest_coverage(0.2) == 0.2
    assert found.largest_coverage(0.3) == 1.0
    assert curve(np.zeros(10)).threshold_for_error(0.1) == np.inf
    assert curve(np.zeros(10)).largest_coverage(0.1) == 0.0
    with pytest.raises(ParameterError, match="coverage"):
        found.risk_at(1.5)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([1], [1, 0], [0.5]), "must match one to one"),
        (([], [], []), "at least one"),
        (([1, 0], [1, 0], [0.5, np.nan]), "NaN at position 1"),
    ],
)
def test_bad_arguments_are_refused(arguments, message):
    with pytest.raises(InputError, match=message):
        coverage_risk_curve(*arguments)


def test_display_draws_the_curve():
    sure = np.arange(10.0)[::-1]
    display = CoverageRiskDisplay.from_predictions(np.ones(10), ANSWERS, sure, name="toy", color="red")
    np.testing.assert_array_equal(display.line_.get_xdata(), curve(sure).coverage)
    np.testing.assert_array_equal(display.line_.get_ydata(), curve(sure).risk)
    assert display.line_.get_color() == "red"
    assert f"area {curve(sure).area:.4f}" in display.ax_.get_legend().get_texts()[0].get_text()
    again = display.plot(ax=display.ax_)
    assert again.figure_ is display.figure_
    assert len(display.ax_.lines) == 2
    plt.close(display.figure_)


def test_display_of_estimators():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 1))
    y = (X[:, 0] + rng.normal(size=60) > 0).astype(int)
    plain = LogisticRegression().fit(X, y)
    display = CoverageRiskDisplay.from_estimator(plain, X, y)
    expected = coverage_risk_curve(y, plain.predict(X), plain.predict_proba(X).max(axis=1))
    np.testing.assert_array_equal(display.line_.get_ydata(), expected.risk)
    margin = CoverageRiskDisplay.from_estimator(plain, X, y, confidence="margin", ax=display.ax_)
    np.testing.assert_allclose(margin.line_.get_ydata(), expected.risk)
    option = RejectOption(plain, coverage=0.5, cv="prefit").fit(X, y)
    shown = CoverageRiskDisplay.from_estimator(option, X, y)
    assert shown.ax_.lines[-1].get_xdata()[0] == pytest.approx(0.5, abs=0.05)
    plt.close("all")
