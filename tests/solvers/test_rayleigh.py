"""Directions of Rayleigh coefficients: bounds of the quotient, the spectral theorem, discriminants without noise."""

import numpy as np
import pytest

from drupe.foundation.errors import InputError
from drupe.solvers.rayleigh import (
    by_pseudo_inverse,
    is_positive,
    of_least_noise,
    quotient,
    rayleigh,
    weighted_sum,
)


def symmetric(rng: np.random.Generator, n: int) -> np.ndarray:
    a = rng.normal(size=(n, n))
    return a + a.T


def positive(rng: np.random.Generator, n: int, rank: int) -> np.ndarray:
    a = rng.normal(size=(n, rank))
    return a @ a.T


@pytest.mark.spec("H.M04", "M.R01")
def test_directions_are_stationary_and_none_is_better():
    rng = np.random.default_rng(0)
    information, noise = symmetric(rng, 7), positive(rng, 7, 9)
    found = rayleigh(information, noise, 7)
    assert (np.diff(found.values) <= 0.0).all()
    np.testing.assert_allclose(information @ found.vectors, noise @ found.vectors * found.values, atol=1e-10)
    np.testing.assert_allclose(found.vectors.T @ noise @ found.vectors, np.eye(7), atol=1e-10)
    assert (found.vectors[np.abs(found.vectors).argmax(axis=0), np.arange(7)] > 0.0).all()
    others = [quotient(v, information, noise) for v in rng.normal(size=(200, 7))]
    assert found.values[-1] <= min(others) <= max(others) <= found.values[0]
    assert quotient(found.vectors[:, 0], information, noise) == pytest.approx(found.values[0])


@pytest.mark.spec("H.M04")
def test_the_spectral_theorem_and_bounds_of_the_quotient():
    rng = np.random.default_rng(1)
    a = symmetric(rng, 5)
    found = rayleigh(a, np.eye(5), 5)
    np.testing.assert_allclose((found.vectors * found.values) @ found.vectors.T, a, atol=1e-12)
    quotients = [quotient(v, a) for v in rng.normal(size=(100, 5))]
    assert found.values[-1] <= min(quotients) <= max(quotients) <= found.values[0]


@pytest.mark.spec("H.M04")
def test_positive_semidefinite_matrices_are_told_from_others():
    rng = np.random.default_rng(2)
    assert is_positive(positive(rng, 6, 3)), "rank 3 of 6"
    assert not is_positive(positive(rng, 6, 3) - 1e-3 * np.eye(6))
    assert is_positive(np.diag([1.0, -1e-3]), tolerance=1e-2)
    assert is_positive(np.zeros((3, 3)))


@pytest.mark.spec("M.R01")
def test_sums_of_information_and_noise():
    rng = np.random.default_rng(3)
    parts = [(2.0, positive(rng, 4, 4)), (0.5, positive(rng, 4, 4))]
    noises = [(1.0, positive(rng, 4, 2)), (1e-3, np.eye(4))]
    found = rayleigh(weighted_sum(parts), weighted_sum(noises), 1)
    v = found.vectors[:, 0]
    above = sum(weight * v @ matrix @ v for weight, matrix in parts)
    below = sum(weight * v @ matrix @ v for weight, matrix in noises)
    assert above / below == pytest.approx(found.values[0])
    with pytest.raises(InputError, match="zero or more"):
        weighted_sum([(-1.0, np.eye(2))])


def test_a_rank_one_numerator_has_its_solution_in_closed_form():
    rng = np.random.default_rng(4)
    d, noise = rng.normal(size=5), positive(rng, 5, 6)
    found = rayleigh(np.outer(d, d), noise, 1)
    solved = np.linalg.solve(noise, d)
    assert found.values[0] == pytest.approx(d @ solved)
    cosine = found.vectors[:, 0] @ solved / np.linalg.norm(found.vectors[:, 0]) / np.linalg.norm(solved)
    assert abs(cosine) == pytest.approx(1.0)


@pytest.mark.spec("M.R09")
def test_singular_noise():
    rng = np.random.default_rng(5)
    noise = positive(rng, 6, 4)
    inside = noise @ rng.normal(size=6)
    np.testing.assert_allclose(by_pseudo_inverse(inside, noise), np.linalg.pinv(noise) @ inside, atol=1e-9)
    along = of_least_noise(inside, noise)
    np.testing.assert_allclose(
        along * (inside @ np.linalg.pinv(noise) @ inside), np.linalg.pinv(noise) @ inside, atol=1e-8
    )
    outside = inside + np.linalg.svd(noise)[0][:, -1]
    free = of_least_noise(outside, noise)
    assert free @ noise @ free == pytest.approx(0.0, abs=1e-12)
    assert free @ outside == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("information", "noise", "count", "message"),
    [
        (np.eye(2), np.zeros((2, 2)), 1, "not positive definite"),
        (np.eye(2), np.diag([1.0, -1.0]), 1, "add a multiple of the identity"),
        (np.eye(2), np.eye(3), 1, "of one size"),
        (np.array([[0.0, 1.0], [2.0, 0.0]]), np.eye(2), 1, "symmetric"),
        (np.full((2, 2), np.nan), np.eye(2), 1, "finite"),
        (np.ones((2, 3)), np.eye(2), 1, "square"),
        (np.eye(2), np.eye(2), 3, "count"),
    ],
)
def test_what_has_no_largest_coefficient_is_refused(information, noise, count, message):
    with pytest.raises(ValueError, match=message):
        rayleigh(information, noise, count)


def test_a_quotient_needs_something_below():
    with pytest.raises(InputError, match="divides by 0"):
        quotient(np.array([0.0, 1.0]), np.eye(2), np.diag([1.0, 0.0]))
