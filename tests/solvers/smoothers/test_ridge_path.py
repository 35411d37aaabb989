"""Ridge regression for all strengths, beside normal equations, scikit-learn and refits."""

import numpy as np
import pytest
from sklearn.linear_model import Ridge

from drupe.foundation.errors import ParameterError
from drupe.solvers.smoothers.knots import Knots
from drupe.solvers.smoothers.ridge_path import RidgePath

RNG = np.random.default_rng(5)
DESIGN = RNG.normal(size=(40, 6)) * [1.0, 10.0, 0.1, 1.0, 1.0, 1.0] + 3.0
Y = RNG.normal(size=(40, 2))
WEIGHTS = RNG.uniform(0.2, 3.0, size=40)
ROOT = RNG.normal(size=(6, 6))
PENALTY = ROOT @ ROOT.T
KNOTS = Knots(np.arange(40), np.arange(40), Y, WEIGHTS)


def hat(strength, penalty, weights=WEIGHTS):
    columns = np.column_stack([DESIGN, np.ones(40)])
    bordered = np.zeros((7, 7))
    bordered[:6, :6] = strength * penalty
    return columns @ np.linalg.solve(columns.T @ (weights[:, None] * columns) + bordered, columns.T * weights)


@pytest.mark.parametrize("strength", [1e-3, 1.0, 1e3])
@pytest.mark.parametrize("penalty", [None, PENALTY], ids=["identity", "given"])
def test_all_numbers_are_those_of_the_normal_equations(strength, penalty):
    path = RidgePath(DESIGN, penalty, KNOTS)
    smoother = hat(strength, np.eye(6) if penalty is None else penalty)
    found, balance = path.coefficients(strength), path.balance(strength)
    np.testing.assert_allclose(DESIGN @ found.weights + found.offset, smoother @ Y, atol=1e-9)
    assert balance.freedom == pytest.approx(np.trace(smoother))
    np.testing.assert_allclose(balance.squares, WEIGHTS @ np.square(Y - smoother @ Y), rtol=1e-9)
    lengths = np.einsum("ij,ij->j", found.weights, (np.eye(6) if penalty is None else penalty) @ found.weights)
    np.testing.assert_allclose(balance.energy, lengths, rtol=1e-7)
    np.testing.assert_allclose(balance.objective, balance.squares + strength * lengths, rtol=1e-9)


def test_it_is_that_of_scikit_learn():
    found = RidgePath(DESIGN, None, KNOTS).coefficients(0.7)
    peer = Ridge(alpha=0.7).fit(DESIGN, Y, WEIGHTS)
    np.testing.assert_allclose(found.weights.T, peer.coef_, atol=1e-10)
    np.testing.assert_allclose(found.offset, peer.intercept_, atol=1e-10)


def test_examples_left_out_are_those_of_refits():
    weights = np.where(np.arange(40) % 2 == 0, 2.0, 0.6)
    missed = RidgePath(DESIGN, PENALTY, Knots(np.arange(40), np.arange(40), Y, weights)).missed(0.5)
    for i in (0, 1, 20, 39):
        fewer = weights.copy()
        fewer[i] = max(0.0, weights[i] - 1.0)
        np.testing.assert_allclose(missed[i], Y[i] - (hat(0.5, PENALTY, fewer) @ Y)[i], rtol=1e-8)


def test_the_least_strength_is_least_squares_with_the_shortest_weights():
    """A column twice: both share its weight."""
    twice = np.column_stack([DESIGN, DESIGN[:, 0]])
    path = RidgePath(twice, None, KNOTS)
    found = path.coefficients(path.least)
    np.testing.assert_allclose(twice @ found.weights + found.offset, hat(0.0, np.eye(6)) @ Y, atol=1e-9)
    np.testing.assert_allclose(found.weights[0], found.weights[6], atol=1e-9)


def test_directions_without_a_length_are_left_out():
    flat = np.diag([1.0, 1.0, 1.0, 1.0, 1.0, 0.0])
    found = RidgePath(DESIGN, flat, KNOTS).coefficients(0.5)
    np.testing.assert_allclose(found.weights[5], 0.0, atol=1e-12)


def test_a_negative_penalty_is_refused():
    with pytest.raises(ParameterError, match=r"eigenvalue -2\.0e\+00"):
        RidgePath(DESIGN, np.diag([1.0, 1.0, 1.0, 1.0, 1.0, -2.0]), KNOTS)
