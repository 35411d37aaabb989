"""How far covariances of samples are from the true one: formulas in many digits, scale, and how loose they are."""

import mpmath as mp
import numpy as np
import pytest
from bounds.theorems_in_digits import assert_says

from drupe.bounds.spectral.centering import SHARE
from drupe.bounds.spectral.covariance import (
    BernsteinCovariance,
    CovarianceBound,
    HilbertSchmidtCovariance,
    RademacherCovariance,
)
from drupe.textbook.spectra.printed_reliability import printed_radius
from drupe.witness.spectrum import Spectrum

ABOUT_ORIGIN = Spectrum([0.06, 0.02], n=5000, radius=2.0, total=0.09, squares=0.005, fourth=0.04)
ABOUT_MEAN = Spectrum([0.06, 0.02], n=5000, radius=2.0, total=0.09, squares=0.005, fourth=0.04, mean=0.3, least=0.0)
ALL = (HilbertSchmidtCovariance(), BernsteinCovariance(), RademacherCovariance())


def test_hilbert_schmidt_form() -> None:
    assert_says(
        HilbertSchmidtCovariance(), ABOUT_ORIGIN, 0.05, lambda d: mp.mpf(4) / mp.sqrt(5000) * (1 + mp.sqrt(-mp.log(d)))
    )


def test_an_unknown_mean_costs_the_reach_and_a_square() -> None:
    def formula(delta: mp.mpf) -> mp.mpf:
        moved = 2 / mp.sqrt(5000) * (1 + mp.sqrt(-2 * mp.log(SHARE * delta)))
        reach = 4 + (mp.mpf("0.3") + moved) ** 2
        return reach / mp.sqrt(5000) * (1 + mp.sqrt(-mp.log((1 - SHARE) * delta))) + moved**2

    assert_says(HilbertSchmidtCovariance(), ABOUT_MEAN, 0.05, formula)


def test_bernstein_form() -> None:
    def formula(delta: mp.mpf) -> mp.mpf:
        spread = mp.sqrt((mp.mpf("0.04") - mp.mpf("0.005")) * 5000 / 4999)
        sigma = spread + 2 * mp.sqrt(2) * 4 * mp.sqrt(-mp.log(mp.mpf("0.15") * delta) / 5000)
        log = mp.log(2 / (mp.mpf("0.85") * delta))
        return sigma * mp.sqrt(2 * log / 5000) + 2 * mp.sqrt(2) * 4 * log / 5000

    assert_says(BernsteinCovariance(), ABOUT_ORIGIN, 0.05, formula)


@pytest.mark.spec("M.B17")
def test_random_signs_have_the_factor_that_the_proof_gives() -> None:
    unit = Spectrum([1.0], n=10**6, radius=1.0, total=1.0, squares=1.0, fourth=1.0)
    value = RademacherCovariance().risk(unit, 0.05)
    assert 4.0 * value == pytest.approx(printed_radius(np.ones(10**6), 1.0, 0.05), rel=1e-6)
    thrice = Spectrum([9.0], n=10**6, radius=3.0, total=9.0, squares=81.0, fourth=81.0)
    assert RademacherCovariance().risk(thrice, 0.05) == pytest.approx(9.0 * value)
    assert printed_radius(np.full(10**6, 9.0), 3.0, 0.05) == pytest.approx(3.0 * 4.0 * value, rel=1e-6)


@pytest.mark.parametrize("bound", ALL, ids=lambda bound: type(bound).__name__)
def test_bounds_grow_with_the_square_of_the_data(bound: CovarianceBound) -> None:
    seen = Spectrum([0.6, 0.4], n=10**6, radius=1.0, total=1.0, squares=0.52, fourth=1.0, mean=0.2)
    twice = Spectrum([2.4, 1.6], n=10**6, radius=2.0, total=4.0, squares=8.32, fourth=16.0, mean=0.4)
    assert bound.risk(twice, 0.05) == pytest.approx(4.0 * bound.risk(seen, 0.05))


def seen_in(x: np.ndarray) -> Spectrum:
    """What a sample about the origin, within the unit ball, shows."""
    second = x.T @ x / len(x)
    values = np.linalg.eigvalsh(second)[::-1]
    fourth = float((np.square(x).sum(axis=1) ** 2).mean())
    return Spectrum(values, len(x), 1.0, float(values.sum()), float(np.square(second).sum()), fourth)


def ball(rng: np.random.Generator, n: int) -> np.ndarray:
    """The ten-dimensional ball with axes 1, 1/√2, 1/√3, ..."""
    directions = rng.standard_normal((n, 10))
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    return directions * rng.random(n)[:, None] ** 0.1 / np.sqrt(np.arange(1, 11))


def axes(rng: np.random.Generator, n: int) -> np.ndarray:
    """Four axes with random signs."""
    return np.eye(4)[rng.choice(4, n, p=[0.4, 0.3, 0.2, 0.1])] * rng.choice([-1.0, 1.0], n)[:, None]


def test_the_median_looseness_is_small() -> None:
    # Against the 95 % quantile of the true deviation, at a thousand examples in worlds of known covariance.
    rng = np.random.default_rng(0)
    ratios = []
    for draw, true in ((ball, np.diag(1.0 / np.arange(1, 11)) / 12.0), (axes, np.diag([0.4, 0.3, 0.2, 0.1]))):
        samples = [draw(rng, 1000) for _ in range(200)]
        off = np.quantile([np.linalg.norm(true - x.T @ x / 1000, ord=2) for x in samples], 0.95)
        # The smaller of two, each with half of what may fail.
        ratios.append(min(bound.risk(seen_in(samples[0]), 0.025) for bound in ALL[:2]) / off)
    assert np.median(ratios) <= 5.0


def test_means_and_sums_must_fit() -> None:
    with pytest.raises(ValueError, match="within the radius"):
        Spectrum([0.5], n=10, radius=1.0, total=1.0, squares=0.3, fourth=1.0, mean=1.5)
    with pytest.raises(ValueError, match="add up"):
        Spectrum([0.8, 0.7], n=10, radius=1.0, total=1.0, squares=0.3, fourth=1.0)
    with pytest.raises(ValueError, match="largest first"):
        Spectrum([0.1, 0.7], n=10, radius=1.0, total=1.0, squares=0.3, fourth=1.0)
