"""Sigmoids against a general minimiser, coupling against its definition, consistency against its promise."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

from drupe.foundation.errors import InputError
from drupe.predictors import Platt, coupled
from drupe.predictors.consistent import consistent


def likelihood(unknowns, outputs, signs, weights):
    plus, minus = weights[signs > 0].sum(), weights[signs < 0].sum()
    targets = np.where(signs > 0, (plus + 1) / (plus + 2), 1 / (minus + 2))
    u = unknowns[0] * outputs + unknowns[1]
    return float(weights @ (np.logaddexp(0, u) - (1 - targets) * u))


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
@pytest.mark.parametrize("noise", [0.0, 1.0, 10.0])
def test_sigmoid_is_the_most_likely_one(scale, noise):
    rng = np.random.default_rng(0)
    outputs = rng.normal(size=80)
    signs = np.where(outputs + noise * rng.normal(size=80) > 0.3, 1.0, -1.0)
    weights = rng.integers(1, 4, 80).astype(float)
    found = Platt.fitted(scale * outputs, signs, weights)
    best = minimize(likelihood, [0.0, 0.0], (outputs, signs, weights), method="BFGS", options={"gtol": 1e-9})
    np.testing.assert_allclose([found.slope * scale, found.offset], best.x, rtol=1e-3, atol=1e-4)
    ours = likelihood([found.slope * scale, found.offset], outputs, signs, weights)
    assert ours <= best.fun + 1e-9 * abs(best.fun)


def test_weights_are_repetitions():
    outputs, signs, weights = np.array([-1.0, 0.5, 2.0, 0.1]), np.array([-1.0, 1, 1, -1]), np.array([3, 1, 2, 1])
    one = Platt.fitted(outputs, signs, weights.astype(float))
    other = Platt.fitted(np.repeat(outputs, weights), np.repeat(signs, weights), np.ones(7))
    np.testing.assert_allclose([one.slope, one.offset], [other.slope, other.offset], rtol=1e-6)


def test_equal_outputs_give_the_smoothed_share():
    found = Platt.fitted(np.zeros(4), np.array([1.0, 1, 1, -1]), np.ones(4))
    expected = (3 * 4 / 5 + 1 / 3) / 4
    assert found.probability(np.zeros(1))[0] == pytest.approx(expected)


def test_nothing_to_fit_is_refused():
    with pytest.raises(InputError, match="positive weights"):
        Platt.fitted(np.zeros(2), np.ones(2), np.zeros(2))


@st.composite
def beliefs(draw):
    k = draw(st.integers(2, 6))
    return np.array([draw(st.lists(st.floats(0, 1), min_size=k * (k - 1) // 2, max_size=k * (k - 1) // 2))])


@given(beliefs())
def test_coupling_is_the_minimum_over_the_simplex(pairs):
    (p,) = coupled(pairs)
    k = len(p)
    r = np.clip(pairs[0], 1e-7, 1 - 1e-7) if k > 2 else pairs[0]

    def cost(q):
        return sum(
            ((1 - rij) * q[i] - rij * q[j]) ** 2 for rij, (i, j) in zip(r, combinations(range(k), 2), strict=True)
        )

    assert p.sum() == pytest.approx(1.0)
    assert p.min() >= 0
    rng = np.random.default_rng(0)
    for q in [*np.eye(k), *rng.dirichlet(np.ones(k), 20)]:
        for step in (1.0, 1e-3):
            assert cost(p) <= cost((1 - step) * p + step * q) + 1e-12


def test_coupling_finds_the_distribution_that_pairs_come_from():
    p = np.array([[0.5, 0.3, 0.15, 0.05]])
    pairs = np.array([[p[0, i] / (p[0, i] + p[0, j]) for i, j in combinations(range(4), 2)]])
    np.testing.assert_allclose(coupled(np.repeat(pairs, 5000, axis=0))[4999], p[0], rtol=1e-9)


@given(st.integers(2, 5), st.integers(0, 2**32 - 1))
def test_predicted_class_becomes_the_most_probable_and_nothing_moves_without_need(k, seed):
    rng = np.random.default_rng(seed)
    p = rng.dirichlet(np.ones(k), 20)
    predicted = rng.integers(0, k, 20)
    q = consistent(p, predicted, np.zeros(20))
    np.testing.assert_array_equal(q.argmax(axis=1), predicted)
    np.testing.assert_allclose(q.sum(axis=1), 1.0)
    assert q.min() >= 0
    agree = p.argmax(axis=1) == predicted
    np.testing.assert_array_equal(q[agree], p[agree])
    # No consistent distribution is nearer: the distance to it never falls on the way to random consistent ones.
    for row, close, c in zip(p, q, predicted, strict=True):
        other = rng.dirichlet(np.ones(k), 30)
        fit = other[other.argmax(axis=1) == c]
        assert (np.sum((fit - row) ** 2, axis=1) >= np.sum((close - row) ** 2) - 1e-7).all()


def test_confidence_orders_what_was_made_equal():
    p = np.array([[0.2, 0.8], [0.2, 0.8]])
    q = consistent(p, np.array([0, 0]), np.array([0.1, 0.9]))
    assert q[1, 0] > q[0, 0] > 0.5
