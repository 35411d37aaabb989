"""Smoothing splines beside scipy's, where both have them, and beside mpmath where scipy runs out of digits."""

import mpmath
import numpy as np
import pytest
from estimators.splines.spline_sample import LINE, NEW, PLANE, SHEET, SPACE, WAVE, WEIGHTS
from scipy.interpolate import CubicSpline, RBFInterpolator, make_interp_spline, make_smoothing_spline

from drupe import SmoothingSpline
from drupe.kernels import Multiquadric, Polyharmonic, ThinPlate

ORDER = np.argsort(LINE[:, 0])
INSIDE = np.linspace(LINE.min(), LINE.max(), 200)
EIGHT_PI = 8.0 * np.pi


@pytest.mark.spec("S.A22")
@pytest.mark.parametrize("strength", [1e-4, 1e-2, 1.0, 10.0])
def test_make_smoothing_spline_with_weights(strength):
    ours = SmoothingSpline("cubic", strength=strength).fit(LINE, WAVE, WEIGHTS)
    theirs = make_smoothing_spline(LINE[ORDER, 0], WAVE[ORDER], w=WEIGHTS[ORDER], lam=strength)
    np.testing.assert_allclose(ours.predict(INSIDE[:, None]), theirs(INSIDE), atol=1e-8)


@pytest.mark.spec("S.A22")
def test_make_smoothing_spline_chooses_the_same_strength():
    """Our score is no worse than at their strength, which is found to fewer digits."""
    x, y = LINE[ORDER], WAVE[ORDER]
    ours = SmoothingSpline("cubic", strength="gcv").fit(x, y)
    theirs = make_smoothing_spline(x[:, 0], y)
    np.testing.assert_allclose(ours.predict(INSIDE[:, None]), theirs(INSIDE), atol=1e-4)
    squares = np.square(y - theirs(x[:, 0])).sum()
    assert ours.solution_.balance.squares[0] == pytest.approx(squares, rel=1e-3)


@pytest.mark.spec("S.A22")
def test_interpolation_is_the_natural_spline():
    ours = SmoothingSpline("cubic", strength=0.0).fit(LINE, WAVE)
    theirs = CubicSpline(LINE[ORDER, 0], WAVE[ORDER], bc_type="natural")
    np.testing.assert_allclose(ours.predict(INSIDE[:, None]), theirs(INSIDE), atol=1e-10)
    np.testing.assert_allclose(ours.predict(LINE), WAVE, atol=1e-14)


@pytest.mark.spec("S.A20")
def test_interpolation_of_order_three_is_the_natural_quintic_spline():
    ours = SmoothingSpline("polyharmonic", order=3, strength=0.0).fit(LINE, WAVE)
    natural = [(3, 0.0), (4, 0.0)]
    theirs = make_interp_spline(LINE[ORDER, 0], WAVE[ORDER], k=5, bc_type=(natural, natural))
    expected = theirs(INSIDE)
    np.testing.assert_allclose(ours.predict(INSIDE[:, None]), expected, atol=1e-8 * np.abs(expected).max())


@pytest.mark.spec("S.A20", "S.A23")
@pytest.mark.parametrize("smoothing", [0.0, 0.1, 10.0])
@pytest.mark.parametrize(
    ("x", "new", "spline", "peer", "factor"),
    [
        (PLANE, NEW, {"kernel": "thin_plate"}, {"kernel": "thin_plate_spline"}, EIGHT_PI),
        (PLANE, NEW, {"kernel": ThinPlate()}, {"kernel": "thin_plate_spline"}, 1.0),
        (SPACE, SPACE[::-1] + 0.1, {"kernel": "thin_plate"}, {"kernel": "linear", "degree": 1}, EIGHT_PI),
        (LINE, LINE + 0.1, {"kernel": "linear"}, {"kernel": "linear", "degree": 0}, 2.0),
        (LINE, LINE + 0.1, {"kernel": "cubic"}, {"kernel": "cubic", "degree": 1}, 12.0),
        (LINE, LINE + 0.1, {"kernel": "polyharmonic", "order": 3}, {"kernel": "quintic", "degree": 2}, 240.0),
        (SPACE, SPACE + 0.1, {"kernel": Polyharmonic(3, 3)}, {"kernel": "cubic", "degree": 2}, 96.0 * np.pi),
        (PLANE, NEW, {"kernel": Multiquadric(0.5)}, {"kernel": "multiquadric", "epsilon": 2.0, "degree": 0}, 2.0),
    ],
    ids=lambda value: str(value)[:25],
)
def test_rbf_interpolator(x, new, spline, peer, factor, smoothing):
    """`strength` is `smoothing` over a factor that says in which units the two measure roughness."""
    if peer["kernel"] == "quintic" and smoothing == 0.0:
        pytest.skip(
            "the peer's system of fifth powers is too ill-conditioned without smoothing; see the natural spline"
        )
    y = SHEET[: len(x)] if len(x) < 70 else WAVE
    ours = SmoothingSpline(**spline, strength=smoothing / factor).fit(x, y)
    theirs = RBFInterpolator(x, y, smoothing=smoothing, **peer)
    np.testing.assert_allclose(ours.predict(new), theirs(new), atol=1e-6 if smoothing == 0.0 else 1e-8)


def test_rbf_interpolator_with_weights():
    ours = SmoothingSpline("thin_plate", strength=1.0).fit(PLANE, SHEET, WEIGHTS[:60])
    theirs = RBFInterpolator(PLANE, SHEET, smoothing=EIGHT_PI / WEIGHTS[:60])
    np.testing.assert_allclose(ours.predict(NEW), theirs(NEW), atol=1e-9)


def exact_outputs(x, y, strength):
    """f at the knots by Reinsch's equations in sixty digits: (R + λQᵀQ)γ = Qᵀy, f = y − λQγ."""
    n = len(x)
    with mpmath.workdps(60):
        t, targets = [mpmath.mpf(float(v)) for v in x], mpmath.matrix([mpmath.mpf(float(v)) for v in y])
        h = [t[i + 1] - t[i] for i in range(n - 1)]
        Q, R = mpmath.zeros(n, n - 2), mpmath.zeros(n - 2)
        for j in range(n - 2):
            Q[j, j], Q[j + 2, j] = 1 / h[j], 1 / h[j + 1]
            Q[j + 1, j] = -Q[j, j] - Q[j + 2, j]
            R[j, j] = (h[j] + h[j + 1]) / 3
            if j:
                R[j, j - 1] = R[j - 1, j] = h[j] / 6
        curvatures = mpmath.lu_solve(R + strength * Q.T * Q, Q.T * targets)
        return np.array([float(v) for v in targets - strength * Q * curvatures])


@pytest.mark.parametrize("strength", [1e-9, 1e-2, 1e2, 1e8])
def test_all_digits_are_right_however_strong_the_smoothing(strength):
    """At a strength of 10⁸ the normal equations have a condition of 10¹⁶, and scipy's answer is wrong."""
    rng = np.random.default_rng(3)
    x = np.sort(rng.uniform(size=40))
    x[7] = x[6] + 1e-9  # two knots next to each other
    y = np.sin(6.0 * x) + 0.1 * rng.standard_normal(40)
    ours = SmoothingSpline("cubic", strength=strength).fit(x[:, None], y).predict(x[:, None])
    np.testing.assert_allclose(ours, exact_outputs(x, y, strength), atol=1e-10)
