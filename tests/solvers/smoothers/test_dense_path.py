"""Smoothing beside free functions for all strengths: dense formulas, weights of all sizes, singular matrices."""

import mpmath
import numpy as np
import pytest

from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Polyharmonic
from drupe.solvers.smoothers.dense_path import DensePath, determined
from drupe.solvers.smoothers.knots import Knots

RNG = np.random.default_rng(4)
X = RNG.uniform(-1.0, 1.0, size=(30, 2))
Y = RNG.normal(size=(30, 2))
WEIGHTS = RNG.uniform(0.2, 3.0, size=30)
KERNEL = Polyharmonic(2, 2)


def path_of(x=X, y=Y, weights=WEIGHTS, kernel=KERNEL, order=2):
    T = np.column_stack([np.ones(len(x)), x])[:, : 1 + x.shape[1] * (order > 1)]
    return DensePath(kernel(x).copy(), T[:, : len(T[0]) * (order > 0)], Knots.of(Vectors.of(x), y, weights)), T


def smoother(strength):
    T = np.column_stack([np.ones(30), X])
    system = np.block([[KERNEL(X) + np.diag(strength / WEIGHTS), T], [T.T, np.zeros((3, 3))]])
    return np.linalg.solve(system, np.eye(33, 30))[:30]


@pytest.mark.parametrize("factor", [False, True], ids=["spectrum", "factor"])
@pytest.mark.parametrize("strength", [1e-4, 0.3, 50.0])
def test_all_numbers_are_those_of_the_dense_system(strength, factor):
    path, T = path_of()
    if factor:
        path.factor(strength)
    P = smoother(strength)
    hat = np.eye(30) - (strength / WEIGHTS)[:, None] * P
    balance, found = path.balance(strength), path.expansion(strength)
    np.testing.assert_allclose(found.coefficients, P @ Y, atol=1e-8)
    np.testing.assert_allclose(KERNEL(X) @ found.coefficients + T @ found.free, hat @ Y, atol=1e-9)
    assert balance.freedom == pytest.approx(np.trace(hat))
    np.testing.assert_allclose(balance.squares, WEIGHTS @ np.square(Y - hat @ Y), rtol=1e-8)
    energy = np.einsum("ij,ij->j", P @ Y, KERNEL(X) @ P @ Y)
    np.testing.assert_allclose(balance.energy, energy, rtol=1e-7)
    np.testing.assert_allclose(balance.objective, balance.squares + strength * balance.energy, rtol=1e-8)
    left_out = (Y - hat @ Y) / (1.0 - np.minimum(WEIGHTS, 1.0) / WEIGHTS * np.diag(hat))[:, None]
    np.testing.assert_allclose(path.missed(strength), left_out, rtol=1e-7)
    # det of the covariance of contrasts that are orthonormal after weighting.
    root = np.sqrt(WEIGHTS)
    contrasts = np.linalg.qr(root[:, None] * T, mode="complete")[0][:, 3:]
    covariance = contrasts.T @ (root[:, None] * KERNEL(X) * root / strength + np.eye(30)) @ contrasts
    assert balance.log_determinant == pytest.approx(np.linalg.slogdet(covariance)[1], rel=1e-9)


@pytest.mark.spec("S.A20")
@pytest.mark.parametrize("factor", [False, True], ids=["spectrum", "factor"])
def test_weights_of_very_different_size_cost_no_digits(factor):
    """Beside mpmath with 40 digits: weights from 1e-4 to 1e4 and a strength that hardly smooths."""
    x, y, strength = X[:18], Y[:18, :1], 1e-9
    weights = 10.0 ** RNG.uniform(-4.0, 4.0, size=18)
    path, T = path_of(x, y, weights)
    if factor:
        path.factor(strength)
    with mpmath.workdps(40):
        system = mpmath.matrix(21, 21)
        for i in range(18):
            for j in range(18):
                squared = mpmath.fsum((mpmath.mpf(a) - mpmath.mpf(b)) ** 2 for a, b in zip(x[i], x[j], strict=True))
                if i != j:
                    system[i, j] = squared * mpmath.log(squared) / (16 * mpmath.pi)
            system[i, i] += mpmath.mpf(strength) / mpmath.mpf(weights[i])
            for j, value in enumerate((1.0, *x[i])):
                system[i, 18 + j] = system[18 + j, i] = mpmath.mpf(value)
        solved = mpmath.lu_solve(system, mpmath.matrix([*y[:, 0], 0, 0, 0]))
        exact = np.array([float(value) for value in solved])
        fitted = np.array([float(y[i, 0] - strength * solved[i] / weights[i]) for i in range(18)])
    found = path.expansion(strength)
    np.testing.assert_allclose(found.coefficients[:, 0], exact[:18], rtol=1e-6, atol=1e-7 * np.abs(exact).max())
    np.testing.assert_allclose(KERNEL(x) @ found.coefficients[:, 0] + T @ found.free[:, 0], fitted, atol=1e-9)


@pytest.mark.parametrize("strength", [1e-30, 1e-18])
def test_below_rounding_it_is_the_limit_of_least_squares(strength):
    """The kernel x·z of 30 examples has rank two: the limit is linear regression, with its residuals and freedom."""
    knots = Knots(np.arange(30), np.arange(30), Y, WEIGHTS)
    path = DensePath(X @ X.T, np.ones((30, 1)), knots)
    path.factor(strength)
    T, root = np.column_stack([np.ones(30), X]), np.sqrt(WEIGHTS)[:, None]
    expected = T @ np.linalg.lstsq(root * T, root * Y, rcond=None)[0]
    found = path.expansion(strength)
    np.testing.assert_allclose(X @ (X.T @ found.coefficients) + found.free, expected, atol=1e-9)
    assert np.abs(found.coefficients).max() < 1e3
    balance = path.balance(strength)
    assert balance.freedom == pytest.approx(3.0)
    np.testing.assert_allclose(balance.squares, WEIGHTS @ np.square(Y - expected), rtol=1e-8)
    np.testing.assert_allclose(balance.energy, np.square(X.T @ found.coefficients).sum(axis=0), rtol=1e-6)
    assert path.left_over > 1e-3


def test_the_searched_strengths_are_around_the_eigenvalues_and_above_rounding():
    path, _ = path_of(kernel=Gaussian(5.0), order=1)
    low, high = path.strengths
    values = path.spectrum.values
    assert 1e-15 * values.max() < low < high
    assert high > 1e3 * values.max()


def test_examples_on_a_line_do_not_determine_a_plane():
    x = np.column_stack([np.linspace(0.0, 1.0, 30), np.linspace(0.0, 1.0, 30)])
    assert not determined(path_of(x=x)[0].triangle)
    assert determined(path_of()[0].triangle)
    assert determined(np.empty((0, 0)))
