"""Smoothing splines: worked numbers, the conditions that define them, their limits."""

import warnings

import numpy as np
import pytest
from estimators.interruptions import interrupt_at_once
from estimators.splines.spline_sample import GRID, LINE, NEW, PLANE, SHEET, SPACE, WAVE, WEIGHTS
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

from drupe import KernelRidge, SmoothingSpline
from drupe.kernels import CubicSpline, Gaussian, LinearSpline, Multiquadric, Polyharmonic, ThinPlate

HAT = [[0.0], [1.0], [2.0]], [0.0, 1.0, 0.0]


@pytest.mark.spec("S.A21")
@pytest.mark.parametrize(
    ("strength", "coefficients", "constant", "energy"),
    [(0.1, (-0.526316, 1.052632, -0.526316), 0.157895, 0.554017), (1.0, (-0.1, 0.2, -0.1), 0.3, 0.02)],
)
def test_worked_linear_splines(strength, coefficients, constant, energy):
    """The strength is n times the one of the source; the constant is beside −|x − xᵢ|/2."""
    spline = SmoothingSpline("linear", strength=3 * strength).fit(*HAT)
    np.testing.assert_allclose(spline.dual_coef_, coefficients, atol=1e-6)
    fitted = spline.predict(HAT[0])
    np.testing.assert_allclose(fitted[0], constant, atol=1e-6)
    assert spline.solution_.balance.energy[0] == pytest.approx(energy, abs=1e-6)
    assert spline.dual_coef_ @ LinearSpline()(HAT[0]) @ spline.dual_coef_ == pytest.approx(energy, abs=1e-6)


@pytest.mark.spec("S.A22")
@pytest.mark.parametrize(
    ("strength", "coefficients", "free", "values"),
    [
        (0.1, (-0.810811, 1.621622, -0.810811), (0.648649, 0.0), (0.243243, 0.513514, 0.243243)),
        (1.0, (-0.107143, 0.214286, -0.107143), (0.375, 0.0), (0.321429, 0.357143, 0.321429)),
    ],
)
def test_worked_cubic_splines(strength, coefficients, free, values):
    spline = SmoothingSpline("cubic", strength=3 * strength).fit(*HAT)
    np.testing.assert_allclose(spline.dual_coef_, coefficients, atol=1e-6)
    np.testing.assert_allclose(spline.polynomial_coef_, free, atol=1e-6)
    np.testing.assert_allclose(spline.predict(HAT[0]), values, atol=1e-6)


@pytest.mark.spec("S.A21", "S.A22")
def test_worked_limits_of_interpolation():
    for word, coefficients, energy in [("linear", (-1.0, 2.0, -1.0), 2.0), ("cubic", (-3.0, 6.0, -3.0), 6.0)]:
        spline = SmoothingSpline(word, strength=0.0).fit(*HAT)
        np.testing.assert_allclose(spline.dual_coef_, coefficients, atol=1e-12)
        np.testing.assert_allclose(spline.predict(HAT[0]), HAT[1], atol=1e-14)
        assert spline.solution_.balance.energy[0] == pytest.approx(energy)
        assert spline.noise_ == 0.0


def systems():
    return [
        ("linear", LINE, WAVE, LinearSpline(), 1),
        ("cubic", LINE, WAVE, CubicSpline(), 2),
        ("polyharmonic", LINE, WAVE, Polyharmonic(3), 3),
        ("thin_plate", PLANE, SHEET[:60], Polyharmonic(2, 2), 2),
        ("thin_plate", SPACE, SHEET[:50], Polyharmonic(2, 3), 2),
        ("polyharmonic", SPACE, SHEET[:50], Polyharmonic(3, 3), 3),
        (Multiquadric(0.5), PLANE, SHEET, Multiquadric(0.5), 1),
        (ThinPlate() + Gaussian(1.0), PLANE, SHEET, ThinPlate() + Gaussian(1.0), 2),
    ]


@pytest.mark.spec("S.A20", "S.A21", "S.A22", "S.A23")
@pytest.mark.parametrize(("word", "x", "y", "kernel", "order"), systems(), ids=lambda one: str(one)[:20])
@pytest.mark.parametrize("strength", [0.02, 3.0])
def test_it_solves_the_bordered_system(word, x, y, kernel, order, strength):
    """(K + λW⁻¹)c + Td = y and Tᵀc = 0, solved as one dense system."""
    weights = WEIGHTS[: len(x)]
    spline = SmoothingSpline(word, order=order, strength=strength).fit(x, y, weights)
    columns = [np.ones(len(x))]
    if order > 1:
        columns += list(x.T)
    if order > 2:
        columns += [x[:, i] * x[:, j] for i in range(x.shape[1]) for j in range(i, x.shape[1])]
    T, K = np.column_stack(columns), kernel(x)
    system = np.block([[K + strength * np.diag(1.0 / weights), T], [T.T, np.zeros((T.shape[1], T.shape[1]))]])
    found = np.linalg.solve(system, np.concatenate([y, np.zeros(T.shape[1])]))
    np.testing.assert_allclose(spline.dual_coef_, found[: len(x)], atol=1e-8)
    np.testing.assert_allclose(spline.polynomial_coef_, found[len(x) :], atol=1e-8)
    np.testing.assert_allclose(spline.predict(x), K @ found[: len(x)] + T @ found[len(x) :], atol=1e-9)
    np.testing.assert_allclose(spline.dual_coef_, weights * (y - spline.predict(x)) / strength, atol=1e-8)


@pytest.mark.spec("S.A20")
@pytest.mark.parametrize(("x", "y"), [(LINE, WAVE), (PLANE, SHEET)], ids=["line", "plane"])
def test_at_infinite_strength_it_is_least_squares(x, y):
    weights = WEIGHTS[: len(x)]
    T, root = np.column_stack([np.ones(len(x)), x]), np.sqrt(weights)
    polynomial = np.linalg.lstsq(root[:, None] * T, root * y, rcond=None)[0]
    spline = SmoothingSpline(strength=1e14).fit(x, y, weights)
    np.testing.assert_allclose(spline.predict(x), T @ polynomial, atol=1e-8)
    np.testing.assert_allclose(spline.polynomial_coef_, polynomial, atol=1e-8)
    assert spline.degrees_of_freedom_ == pytest.approx(T.shape[1])


@pytest.mark.spec("S.A20")
@given(strength=st.sampled_from([0.0, 1e-6, 1.0, 1e6, "gcv", "evidence"]), seed=st.integers(0, 9))
@settings(max_examples=30, deadline=None)
def test_polynomials_of_low_degree_cost_nothing(strength, seed):
    rng = np.random.default_rng(seed)
    for columns, word, order in [(1, "cubic", 2), (1, "polyharmonic", 3), (2, "thin_plate", 2), (2, "polyharmonic", 3)]:
        x, new = rng.uniform(1900.0, 2000.0, size=(2, 25, columns))
        center = 1950.0 if order > 2 else 0.0

        def polynomial(z, center=center, order=order):
            return 3.0 - 0.01 * z[:, 0] + 0.002 * z[:, -1] + (order > 2) * 1e-3 * (z[:, 0] - center) ** 2

        spline = SmoothingSpline(word, order=order, strength=strength).fit(x, polynomial(x))
        np.testing.assert_allclose(spline.predict(new), polynomial(new), atol=1e-7)


@pytest.mark.spec("S.A22")
def test_the_cubic_spline_is_natural():
    """Beyond its ends a straight line; f″ is 0 there and f‴ is 0 outside."""
    spline = SmoothingSpline("cubic").fit(LINE, WAVE)
    for side in (np.linspace(LINE.max(), LINE.max() + 5.0, 7), np.linspace(LINE.min() - 5.0, LINE.min(), 7)):
        np.testing.assert_allclose(np.diff(spline.predict(side[:, None]), n=2), 0.0, atol=1e-12)
    h = 1e-3
    inner = LINE.max() - h * np.arange(4.0)
    curvature = np.diff(spline.predict(inner[:, None]), n=2)[0] / h**2
    largest = np.abs(np.diff(spline.predict(GRID), n=2)).max() / np.square(GRID[1] - GRID[0]).item()
    assert abs(curvature) < 0.05 * largest


@pytest.mark.parametrize("order", [1, 2, 3, 4])
@pytest.mark.parametrize("strength", [1e-3, 1.0, "gcv", "loo", "evidence"])
def test_the_line_and_the_kernel_matrix_agree(order, strength):
    """A factor of one hides from the machine that the kernel lives on the line."""
    x = np.vstack([LINE, LINE[:9]])
    y = np.column_stack([np.concatenate([WAVE, WAVE[:9] + 0.3]), np.linspace(0.0, 1.0, 79) ** 2])
    weights = np.concatenate([WEIGHTS, np.full(9, 2.0)])
    line = SmoothingSpline("polyharmonic", order=order, strength=strength).fit(x, y, weights)
    matrix = SmoothingSpline(1.0 * Polyharmonic(order), strength=strength).fit(x, y, weights)
    assert type(line.predictor_) is not type(matrix.predictor_)
    assert np.log(line.strength_ / matrix.strength_) == pytest.approx(0.0, abs=1e-4)
    matrix = SmoothingSpline(1.0 * Polyharmonic(order), strength=line.strength_).fit(x, y, weights)
    for one, other in zip(line.predict(GRID, return_std=True), matrix.predict(GRID, return_std=True), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-6, atol=1e-8)
    for name in ("degrees_of_freedom_", "noise_", "log_evidence_", "gcv_"):
        np.testing.assert_allclose(getattr(line, name), getattr(matrix, name), rtol=1e-7, err_msg=name)
    np.testing.assert_allclose(line.leave_one_out_.residuals, matrix.leave_one_out_.residuals, atol=1e-7)
    np.testing.assert_allclose(line.support_, matrix.support_)


def test_with_a_positive_kernel_it_is_ridge_regression():
    spline = SmoothingSpline(Gaussian(1.0), strength=0.3).fit(PLANE, SHEET, WEIGHTS[:60])
    ridge = KernelRidge(0.3, kernel=Gaussian(1.0)).fit(PLANE, SHEET, WEIGHTS[:60])
    np.testing.assert_allclose(spline.predict(NEW), ridge.predict(NEW), atol=1e-10)
    assert spline.polynomial_coef_.shape == (0,)


@pytest.mark.parametrize("strength", [0.5, "gcv", "loo", "evidence"])
@pytest.mark.parametrize(("x", "y"), [(LINE, WAVE), (PLANE, SHEET)], ids=["line", "plane"])
def test_weights_are_repetitions(x, y, strength):
    times = np.random.default_rng(1).integers(0, 4, size=len(x))
    weighted = SmoothingSpline(strength=strength).fit(x, y, times.astype(float))
    repeated = SmoothingSpline(strength=strength).fit(np.repeat(x, times, axis=0), np.repeat(y, times))
    assert weighted.strength_ == pytest.approx(repeated.strength_, rel=1e-4)
    np.testing.assert_allclose(weighted.predict(x), repeated.predict(x), atol=1e-5)
    for name in ("degrees_of_freedom_", "noise_", "log_evidence_", "gcv_"):
        assert getattr(weighted, name) == pytest.approx(getattr(repeated, name), rel=1e-5), name


def test_several_targets_share_a_strength_and_nothing_else():
    both = np.column_stack([SHEET, PLANE[:, 0] ** 2])
    together = SmoothingSpline(strength=0.1).fit(PLANE, both)
    mean, deviation = together.predict(NEW, return_std=True)
    for j in range(2):
        alone = SmoothingSpline(strength=0.1).fit(PLANE, both[:, j])
        for found, expected in zip((mean[:, j], deviation[:, j]), alone.predict(NEW, return_std=True), strict=True):
            np.testing.assert_allclose(found, expected, rtol=1e-9)
        assert together.noise_[j] == pytest.approx(alone.noise_)
        np.testing.assert_allclose(together.polynomial_coef_[:, j], alone.polynomial_coef_, atol=1e-10)


@pytest.mark.spec("S.A23")
def test_a_thin_plate_turns_and_moves_with_its_data():
    turn = np.array([[0.6, -0.8], [0.8, 0.6]])
    here = SmoothingSpline("thin_plate", strength=0.05).fit(PLANE, SHEET)
    there = SmoothingSpline("thin_plate", strength=0.05).fit(PLANE @ turn + [1000.0, -70.0], SHEET)
    np.testing.assert_allclose(there.predict(NEW @ turn + [1000.0, -70.0]), here.predict(NEW), atol=1e-8)


def test_units_of_the_column_do_not_matter():
    """∫ f″² dx has the unit of y² / x³."""
    meters = SmoothingSpline("cubic", strength=2.0).fit(LINE, WAVE)
    unit, origin = 1e-6, 1.7e9
    for scale, start in [(unit, 0.0), (1e5, origin)]:
        other = SmoothingSpline("cubic", strength=2.0 * scale**3).fit(LINE * scale + start, WAVE)
        np.testing.assert_allclose(other.predict(GRID * scale + start), meters.predict(GRID), atol=1e-6)
        assert SmoothingSpline("cubic").fit(LINE * scale + start, WAVE).degrees_of_freedom_ == pytest.approx(
            SmoothingSpline("cubic").fit(LINE, WAVE).degrees_of_freedom_, rel=1e-4
        )


def test_constant_targets_give_a_constant():
    for x in (LINE, PLANE):
        for strength in ("gcv", "loo", "evidence", 0.0, 1.0):
            spline = SmoothingSpline(strength=strength).fit(x, np.full(len(x), 5.0))
            np.testing.assert_allclose(spline.predict(x), 5.0, atol=1e-9)
            assert spline.predict(x, return_std=True)[1].max() < 1e-6


def test_without_error_bars_the_function_is_the_same():
    bare = SmoothingSpline(strength=0.1, error_bars=False).fit(PLANE, SHEET)
    full = SmoothingSpline(strength=0.1).fit(PLANE, SHEET)
    np.testing.assert_allclose(bare.predict(NEW), full.predict(NEW), atol=1e-12)
    np.testing.assert_array_equal(bare.dual_coef_, full.dual_coef_)
    assert not hasattr(bare, "noise_")
    with pytest.raises(ValueError, match="error_bars=True"):
        bare.predict(NEW, return_std=True)
    refitted = clone(full).set_params(error_bars=True).fit(PLANE, SHEET).set_params(error_bars=False).fit(PLANE, SHEET)
    assert not hasattr(refitted, "leave_one_out_")


def test_a_million_knots_are_smoothed_as_a_thousand():
    """A wave with noise: the error falls with the number of examples, and no digits are lost on the way."""
    rng = np.random.default_rng(0)
    grid = np.linspace(0.01, 0.99, 50)[:, None]
    errors = []
    for n in (10**3, 10**5):
        x = rng.uniform(size=(n, 1))
        spline = SmoothingSpline("cubic").fit(x, np.sin(6.0 * x[:, 0]) + 0.3 * rng.standard_normal(n))
        errors.append(np.abs(spline.predict(grid) - np.sin(6.0 * grid[:, 0])).max())
        assert spline.noise_ == pytest.approx(0.09, rel=0.1)
    assert errors[1] < 0.25 * errors[0]


def test_very_many_examples_on_the_line_are_no_reason_to_warn():
    """There is no kernel matrix that could be too large; in the plane there is, and memory is asked for first."""
    x = np.arange(200_000.0)[:, None]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        spline = SmoothingSpline("cubic", strength=10.0).fit(x, np.sin(0.01 * x[:, 0]))
    np.testing.assert_allclose(spline.predict(x[::1000]), np.sin(0.01 * x[::1000, 0]), atol=1e-3)


def test_an_interrupted_search_keeps_the_best_so_far(monkeypatch):
    interrupt_at_once(monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        SmoothingSpline().fit(LINE, WAVE)
    with pytest.warns(ConvergenceWarning, match="interrupted after 1 strengths"):
        spline = SmoothingSpline(on_interrupt="keep").fit(LINE, WAVE)
    assert not spline.solution_.choice.converged
    assert spline.degrees_of_freedom_ == pytest.approx(2.0, abs=1e-2)
