"""What splines say of themselves: error bars, evidence, degrees of freedom, examples left out."""

import numpy as np
import pytest
from estimators.splines.spline_sample import GRID, LINE, NEW, PLANE, SHEET, WAVE, WEIGHTS
from scipy.optimize import minimize_scalar
from scipy.stats import multivariate_normal

from drupe import GaussianProcessRegressor, SmoothingSpline
from drupe.kernels import CubicSpline, Gaussian, Polyharmonic

CASES = [
    pytest.param("cubic", LINE, WAVE, CubicSpline(), id="line"),
    pytest.param("thin_plate", PLANE, SHEET, Polyharmonic(2, 2), id="plane"),
]


@pytest.mark.parametrize(("word", "x", "y", "kernel"), CASES)
def test_degrees_of_freedom_are_the_trace_of_refits(word, x, y, kernel):
    """Column i of the matrix that turns targets into outputs is what the spline makes of a single one."""
    weights = WEIGHTS[: len(x)]
    machine = SmoothingSpline(word, strength=0.2)
    hat = machine.fit(x, np.eye(len(x)), weights).predict(x)
    spline = machine.fit(x, y, weights)
    assert spline.degrees_of_freedom_ == pytest.approx(np.trace(hat), rel=1e-9)
    left = weights.sum() - np.trace(hat)
    squares = weights @ np.square(y - spline.predict(x))
    assert spline.noise_ == pytest.approx(squares / left)
    assert spline.gcv_ == pytest.approx(weights.sum() * squares / left**2)


@pytest.mark.parametrize(("word", "x", "y", "kernel"), CASES)
def test_examples_left_out_are_those_of_refits(word, x, y, kernel):
    """Of an example of weight two one of two is left out."""
    weights = np.where(np.arange(len(x)) % 3 == 0, 2.0, 0.7)
    spline = SmoothingSpline(word, strength=0.05).fit(x, y, weights)
    for i in (0, 1, 2, 17):
        fewer = weights.copy()
        fewer[i] = max(0.0, fewer[i] - 1.0)
        other = SmoothingSpline(word, strength=0.05).fit(x, y, fewer)
        expected = y[i] - other.predict(x[i : i + 1])[0]
        assert spline.leave_one_out_.residuals[i] == pytest.approx(expected, rel=1e-7)


@pytest.mark.parametrize(("word", "x", "y", "kernel"), CASES)
def test_evidence_is_the_density_of_contrasts(word, x, y, kernel):
    """Contrasts do not see straight lines: y₂ = Q₂ᵀy ~ N(0, σ²(Q₂ᵀKQ₂/λ + I)), largest over σ²."""
    spline = SmoothingSpline(word, strength=0.3).fit(x, y)
    T = np.column_stack([np.ones(len(x)), x])
    complement = np.linalg.qr(T, mode="complete")[0][:, T.shape[1] :]
    covariance = complement.T @ kernel(x) @ complement / 0.3 + np.eye(complement.shape[1])

    def lack(log_variance):
        density = multivariate_normal(cov=np.exp(log_variance) * covariance)
        return -density.logpdf(complement.T @ y)

    assert spline.log_evidence_ == pytest.approx(-minimize_scalar(lack, bounds=(-9, 3), method="bounded").fun, rel=1e-8)


@pytest.mark.parametrize("word", ["gcv", "loo", "evidence"])
@pytest.mark.parametrize(("spline", "x", "y", "kernel"), CASES)
def test_no_strength_is_better_than_the_chosen_one(spline, x, y, kernel, word):
    def score(strength):
        fitted = SmoothingSpline(spline, strength=strength).fit(x, y)
        scores = {
            "gcv": fitted.gcv_,
            "loo": fitted.leave_one_out_.mean_squared_error,
            "evidence": -fitted.log_evidence_,
        }
        return scores[word]

    chosen = SmoothingSpline(spline, strength=word).fit(x, y).strength_
    best = score(chosen)
    assert all(score(chosen * factor) > best for factor in (1e-3, 0.1, 0.7, 1.4, 10.0, 1e3))


@pytest.mark.parametrize(("word", "x", "y", "kernel"), CASES)
def test_error_bars_are_those_of_a_process_that_is_vague_in_straight_lines(word, x, y, kernel):
    """N(0, V) on the polynomials with a huge V: the limit of ordinary Gaussian conditioning, in long double digits."""
    weights, strength, new = WEIGHTS[: len(x)], 0.4, GRID[::10] if x.shape[1] == 1 else NEW[:15]
    spline = SmoothingSpline(word, strength=strength).fit(x, y, weights)
    tau = spline.noise_ / strength
    T, new_T = (np.column_stack([np.ones(len(z)), z]) for z in (x, new))
    vague = 1e7

    def covariance(a, b, a_free, b_free):
        return tau * kernel(a, b) + vague * a_free @ b_free.T

    inner = covariance(x, x, T, T) + np.diag(spline.noise_ / weights)
    across = covariance(new, x, new_T, T)
    before = np.diag(covariance(new, new, new_T, new_T))
    expected = np.sqrt(before - np.einsum("ij,ji->i", across, np.linalg.solve(inner, across.T)))
    mean, deviation = spline.predict(new, return_std=True)
    np.testing.assert_allclose(deviation, expected, rtol=1e-3)
    np.testing.assert_allclose(mean, across @ np.linalg.solve(inner, y), atol=1e-4)
    noisy = spline.predict(new, return_std=True, noisy=True)[1]
    np.testing.assert_allclose(noisy**2 - deviation**2, spline.noise_, rtol=1e-9)


def test_error_bars_with_a_positive_kernel_are_those_of_a_gaussian_process():
    spline = SmoothingSpline(Gaussian(1.0), strength=0.2).fit(PLANE, SHEET)
    tau = spline.noise_ / 0.2
    process = GaussianProcessRegressor(tau * Gaussian(1.0), noise=spline.noise_, optimizer=None).fit(PLANE, SHEET)
    for one, other in zip(spline.predict(NEW, True), process.predict(NEW, return_std=True), strict=True):
        np.testing.assert_allclose(one, other, atol=1e-9)


def test_error_bars_of_an_interpolating_spline_vanish_at_its_knots():
    for word, x, y in [("cubic", LINE, WAVE), ("thin_plate", PLANE, SHEET)]:
        spline = SmoothingSpline(word, strength=0.0).fit(x, y)
        scale = spline.predict(x + 0.05, return_std=True)[1].max()
        assert spline.predict(x, return_std=True)[1].max() < 1e-4 * scale
        assert spline.noise_ == 0.0


def test_a_wiener_process_between_two_measurements():
    """Order one, no noise: variance h u (1 − u) of a bridge, |a| beyond the ends, both in units of ∫f′² / (n − 1)."""
    spline = SmoothingSpline("linear", strength=0.0).fit([[0.0], [2.0], [3.0]], [0.0, 2.0, 1.0])
    process = (2.0 + 1.0) / 2.0
    deviation = spline.predict([[0.5], [2.5], [-3.0], [4.0]], return_std=True)[1]
    np.testing.assert_allclose(deviation**2, process * np.array([2 * 0.25 * 0.75, 0.25, 3.0, 1.0]), rtol=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("word", ["gcv", "evidence"])
def test_bars_of_ninety_five_percent_hold_the_truth_about_so_often(word):
    """Averaged over the examples, as Wahba found; 200 draws of 60 examples of a fixed function."""
    rng = np.random.default_rng(11)
    x = np.linspace(0.0, 1.0, 60)[:, None]
    truth, inside = np.sin(7.0 * x[:, 0]) + x[:, 0], []
    for _ in range(200):
        spline = SmoothingSpline("cubic", strength=word).fit(x, truth + 0.2 * rng.standard_normal(60))
        mean, deviation = spline.predict(x, return_std=True)
        inside.append(np.mean(np.abs(mean - truth) <= 1.96 * deviation))
    assert 0.91 < np.mean(inside) < 0.98
