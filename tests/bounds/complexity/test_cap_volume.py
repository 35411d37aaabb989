"""Caps and belts of the sphere: quadrature, high precision, Monte Carlo, and the lemmas behind the limits."""

import math

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad

from drupe.bounds.complexity.angles import arccos_proxy_gap, center_of_mass_gap, disagreement
from drupe.bounds.complexity.cap_volume import (
    belt_volume,
    belt_volume_limit,
    cap_information,
    cap_information_limit,
    log_cap_share,
    log_sphere_surface,
    opening,
)
from drupe.foundation.errors import InputError


def by_quadrature(margin: float, n: int) -> float:
    part, _ = quad(lambda t: math.sin(t) ** (n - 2), 0.0, math.asin(margin))
    whole, _ = quad(lambda t: math.sin(t) ** (n - 2), 0.0, math.pi)
    return -math.log(part / whole)


@pytest.mark.spec("H.T30", "G.B-23")
@pytest.mark.parametrize(
    ("n", "margin", "information"),
    [(3, 0.5, 2.70325), (10, 0.5, 8.16836), (10, 0.1, 22.76443), (100, 0.5, 71.70003), (100, 0.9193, 10.66488)],
)
def test_worked_volumes(n: int, margin: float, information: float) -> None:
    assert cap_information(margin, n) == pytest.approx(information, abs=1e-5)
    assert cap_information(margin, n) == pytest.approx(by_quadrature(margin, n), rel=1e-6)


@pytest.mark.spec("H.T30")
@pytest.mark.parametrize(
    ("n", "x", "exact", "bound"),
    [
        (10, 0.2, 6.466, 13.569),
        (10, 0.5, 2.836, 6.238),
        (10, 0.9, 0.955, 1.536),
        (100, 0.2, 53.57, 158.42),
        (100, 0.5, 16.79, 68.62),
        (100, 0.9, 1.833, 11.02),
    ],
)
def test_worked_volumes_of_the_book(n: int, x: float, exact: float, bound: float) -> None:
    margin = math.sqrt(1.0 - (1.0 - x) ** 2)
    assert opening(margin) == pytest.approx(x)
    assert cap_information(margin, n) == pytest.approx(exact, rel=1e-3)
    assert (n - 2) * math.log(1.0 / x) + math.log(2.0) == pytest.approx(bound, rel=1e-3)
    assert exact <= bound <= cap_information_limit(margin, n)


@pytest.mark.spec("H.T30", "G.B-49")
@given(st.floats(1e-6, 1.0), st.integers(1, 400))
def test_limit_dominates_and_simplifies(margin: float, n: int) -> None:
    exact, limit = cap_information(margin, n), cap_information_limit(margin, n)
    assert exact <= limit * (1 + 1e-9)
    assert limit <= n * math.log(2.0 / margin**2) + math.log(2.0) + 1e-6
    assert exact <= n * math.log(2.0 / margin**2) * (1 + 1e-9)
    assert opening(margin) >= margin**2 / 2.0 * (1 - 1e-12)


@pytest.mark.parametrize(("margin", "n"), [(1e-3, 300), (1e-6, 100), (0.01, 500), (0.3, 2000)])
def test_tiny_caps_keep_their_digits(margin: float, n: int) -> None:
    with mpmath.workdps(50):
        half = mpmath.mpf(n - 1) / 2
        share = mpmath.betainc(half, mpmath.mpf("0.5"), 0, mpmath.mpf(margin) ** 2, regularized=True) / 2
        exact = float(-mpmath.log(share))
    assert exact <= cap_information(margin, n) <= exact * (1 + 2e-11)


def log_share(angle: float, n: int) -> mpmath.mpf:
    """ln of the ratio of the integrals of sinⁿ⁻², the upper one relative to its largest value."""
    with mpmath.workdps(30):
        end = mpmath.mpf(angle)
        top = mpmath.log(mpmath.sin(end))
        low = mpmath.asin(mpmath.exp(top - mpmath.mpf(75) / (n - 2))) if n > 2 else mpmath.mpf(0)
        part = mpmath.quad(
            lambda t: mpmath.exp((n - 2) * (mpmath.log(mpmath.sin(t)) - top)), mpmath.linspace(low, end, 12)
        )
        whole = mpmath.log(mpmath.pi) / 2 + mpmath.loggamma(mpmath.mpf(n - 1) / 2) - mpmath.loggamma(mpmath.mpf(n) / 2)
        return (n - 2) * top + mpmath.log(part) - whole


@pytest.mark.spec("G.Q-12")
@pytest.mark.parametrize("n", [2, 3, 4, 11, 41, 100, 1000, 10**4, 10**6])
def test_caps_of_any_angle_and_dimension_to_twelve_digits(n: int) -> None:
    """Shares down to e^(−10⁸), angles next to 0 and to π/2."""
    for angle in (1e-200, 1e-8, 0.01, 0.3, 0.7, 0.785, 0.79, 1.2, 1.5, 1.57, 1.570796):
        exact = log_share(angle, n)
        assert log_cap_share(angle, n) == pytest.approx(float(exact), rel=1e-12)
        margin = math.sin(angle)
        if margin < 0.9:  # else the angle is not known from its sine to all digits
            assert float(-exact) * (1 - 1e-12) <= cap_information(margin, n) <= float(-exact) * (1 + 2e-11)


@pytest.mark.spec("G.Q-12")
def test_caps_of_the_circle_and_the_ball() -> None:
    for angle in (1e-12, 0.3, 1.0, math.pi / 2, 2.0, 3.0, math.pi):
        assert math.exp(log_cap_share(angle, 2)) == pytest.approx(angle / math.pi, rel=1e-13)
        assert math.exp(log_cap_share(angle, 3)) == pytest.approx(math.sin(angle / 2.0) ** 2, rel=1e-13)
    # Circumference 2π, surfaces 4π and 2π², and the three of one dimension: two points, and one inside a cap.
    surfaces = [math.exp(log_sphere_surface(n)) for n in (1, 2, 3, 4)]
    assert surfaces == pytest.approx([2.0, 2.0 * math.pi, 4.0 * math.pi, 2.0 * math.pi**2], rel=1e-14)
    cap = math.exp(log_sphere_surface(3) + log_cap_share(math.pi / 3, 3))
    assert cap == pytest.approx(2.0 * math.pi * (1.0 - 0.5), rel=1e-13)  # 2π r h
    assert log_cap_share(1.0, 1) == -math.log(2.0)
    assert log_cap_share(0.0, 5) == -math.inf
    for angle, n in ((-0.1, 2), (3.2, 2), (1.0, 0), (math.nan, 2)):
        with pytest.raises(InputError, match="a cap has an angle"):
            log_cap_share(angle, n)


@pytest.mark.spec("G.Q-12")
@pytest.mark.parametrize("n", [2, 4, 7])
def test_caps_by_draws(n: int) -> None:
    w = np.random.default_rng(n).normal(size=(100_000, n))
    angles = np.arccos(w[:, 0] / np.linalg.norm(w, axis=1))
    for angle in (0.6, 1.2, 2.0):
        share = math.exp(log_cap_share(angle, n))
        assert (angles < angle).mean() == pytest.approx(share, abs=5.0 * math.sqrt(share * (1.0 - share) / 1e5))


@pytest.mark.spec("G.Q-13")
@pytest.mark.parametrize(("n", "margin", "limit"), [(100, 0.5, 201.69), (10, 0.5, 20.79), (7, 1.0, 0.693147)])
def test_worked_limits_of_the_ratio(n: int, margin: float, limit: float) -> None:
    assert cap_information_limit(margin, n) == pytest.approx(limit, rel=1e-3)
    # The limit as printed has n − 2: right from three dimensions on, exact there, and wrong for two.
    printed = (n - 2) * -math.log(opening(margin)) + math.log(2.0)
    assert cap_information(margin, n) <= printed * (1 + 1e-9)
    assert cap_information(margin, 3) == pytest.approx(-math.log(opening(margin)) + math.log(2.0), rel=1e-9)
    assert cap_information(margin, 2) >= math.log(2.0)


@pytest.mark.spec("G.Q-13")
@given(st.floats(1e-9, 1.0), st.integers(2, 10**6))
def test_the_limit_holds_in_any_dimension(margin: float, n: int) -> None:
    exact, limit = cap_information(margin, n), cap_information_limit(margin, n)
    assert exact <= limit * (1 + 1e-9)
    if margin > 0.9999:  # tight where margins are large
        assert limit <= 2.0 * exact + n * 0.05


def test_corner_cases() -> None:
    assert cap_information(0.0, 5) == cap_information_limit(-1.0, 5) == math.inf
    assert cap_information(0.3, 1) == pytest.approx(math.log(2.0))
    assert cap_information(1.0, 50) == pytest.approx(math.log(2.0))
    assert cap_information(0.5, 2) == pytest.approx(-math.log(math.asin(0.5) / math.pi))


@pytest.mark.spec("G.B-25")
@pytest.mark.parametrize("n", [2, 3, 6])
def test_belts_by_monte_carlo_and_their_limit(n: int) -> None:
    w = np.random.default_rng(n).normal(size=(100_000, n))
    cosines = np.abs(w[:, 0]) / np.linalg.norm(w, axis=1)
    for concentration in (0.3, 0.7, 0.95):
        share = (cosines <= math.sqrt(1.0 - concentration**2)).mean()
        assert belt_volume(concentration, n) == pytest.approx(share, abs=0.01)
        assert belt_volume(concentration, n) <= belt_volume_limit(concentration, n) * (1 + 1e-12)
    assert belt_volume(0.0, n) == 1.0
    assert belt_volume(1.0, n) == pytest.approx(0.0)


@pytest.mark.spec("G.B-49")
@given(st.integers(1, 12), st.floats(0.01, 0.49))
def test_lemmas_behind_the_limit(j: int, x: float) -> None:
    terms = [math.comb(2 * i, i) * (x * (1.0 - x)) ** i for i in range(1, j + 1)]
    assert sum(terms) <= 2.0 * x * ((2.0 * x) ** (2 * j) - 1.0) / (2.0 * x - 1.0) * (1 + 1e-12)
    assert math.comb(2 * (j + 1), j + 1) == pytest.approx(math.comb(2 * j, j) * (4.0 - 2.0 / (j + 1)))
    # Odd dimensions 2j + 3: the cap is a finite sum of these terms.
    angle = math.acos(1.0 - x)
    weights = [4.0 ** (j - i) * math.comb(2 * i, i) / math.comb(2 * j, j) for i in range(j + 1)]

    def antiderivative(t: float) -> float:
        return -math.cos(t) / (2 * j + 1) * sum(math.sin(t) ** (2 * i) * weights[i] for i in range(j + 1))

    share = (antiderivative(angle) - antiderivative(0.0)) / (antiderivative(math.pi) - antiderivative(0.0))
    # The closed form cancels: only larger caps can be compared.
    if share > 1e-9:
        assert cap_information(math.sin(angle), 2 * j + 3) == pytest.approx(-math.log(share), rel=1e-4)


@pytest.mark.spec("G.B-46")
def test_disagreement_is_the_angle() -> None:
    rng = np.random.default_rng(0)
    w, other = rng.normal(size=(2, 4))
    x = rng.normal(size=(100_000, 4))
    share = ((x @ w > 0) != (x @ other > 0)).mean()
    assert disagreement(w, other) == pytest.approx(share, abs=0.006)
    assert disagreement(w, 3.0 * w) == pytest.approx(0.0, abs=1e-15)
    assert disagreement(w, -w) == pytest.approx(1.0)
    tiny = np.array([1.0, 1e-9])
    assert disagreement(np.array([1.0, 0.0]), tiny) == pytest.approx(1e-9 / math.pi)


@pytest.mark.spec("G.B-45")
def test_center_of_mass_gap_covers_the_proxy() -> None:
    assert math.sqrt(1.0 - 4.0 / math.pi**2) == pytest.approx(0.771178, abs=1e-6)
    assert center_of_mass_gap(-1.0) == pytest.approx(0.105257, abs=1e-6)
    assert center_of_mass_gap(1.0) == 0.0
    for cosine in np.linspace(-1.0, 1.0, 41):
        worst = max(arccos_proxy_gap(t) for t in np.linspace(cosine, 1.0, 500))
        assert worst <= center_of_mass_gap(float(cosine)) + 1e-12
    rng = np.random.default_rng(0)
    w, other = rng.normal(size=(2, 3))
    w, other = w / np.linalg.norm(w), other / np.linalg.norm(other)
    assert disagreement(w, other) <= 0.25 * np.sum((w - other) ** 2) + center_of_mass_gap(float(w @ other)) + 1e-12
