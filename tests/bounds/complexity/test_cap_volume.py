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
    opening,
)


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
    assert exact <= cap_information(margin, n) <= exact * (1 + 1e-6) + 0.01 * exact


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
