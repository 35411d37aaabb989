"""Margins of every order: distances by linear programs, projections and searches that know nothing of duality."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.linalg import null_space
from scipy.optimize import linprog, minimize, minimize_scalar

from drupe.foundation.errors import InputError
from drupe.textbook.boosting.margins import convex_weights, distance, margin, margins, nearest, vote
from drupe.textbook.boosting.printed_adaboost import adaboost

DUAL = {1.0: math.inf, 1.5: 3.0, 2.0: 2.0, 3.0: 1.5, math.inf: 1.0}
ORDERS = list(DUAL)
entries = st.floats(-100.0, 100.0).map(lambda t: round(t, 3))


def cases(d: int) -> list[tuple[np.ndarray, np.ndarray]]:
    rng = np.random.default_rng(d)
    return [(rng.normal(size=d), rng.normal(size=d)) for _ in range(6)]


@pytest.mark.spec("S.V11")
@pytest.mark.parametrize("p", ORDERS)
def test_distance_from_a_line_by_search_along_it(p: float) -> None:
    for w, x in cases(2):
        along = np.array([-w[1], w[0]])

        def length(t: float, x: np.ndarray = x, along: np.ndarray = along) -> float:
            return float(np.linalg.norm(x - t * along, DUAL[p]))

        found = minimize_scalar(length, bracket=(-1.0, 1.0), tol=1e-12)
        assert distance(w, x, p) == pytest.approx(found.fun, rel=1e-9)


@pytest.mark.spec("S.V11")
@pytest.mark.parametrize("d", [3, 6])
def test_distances_of_orders_one_and_infinity_by_linear_programs(d: int) -> None:
    for w, x in cases(d):
        # The largest |x - z| is t: minimize t subject to -t <= x - z <= t, <w, z> = 0.
        ones, eye = np.ones((d, 1)), np.eye(d)
        sides = np.block([[eye, -ones], [-eye, -ones]])
        bounds = [(None, None)] * d + [(0, None)]
        largest = linprog(np.append(np.zeros(d), 1.0), sides, np.append(x, -x), [[*w, 0.0]], [0.0], bounds)
        assert distance(w, x, 1.0) == pytest.approx(largest.fun, rel=1e-9)
        # The sum of |x - z|, split into what is above and what is below.
        total = linprog(np.ones(2 * d), A_eq=[[*w, *-w]], b_eq=[w @ x])
        assert distance(w, x, math.inf) == pytest.approx(total.fun, rel=1e-9)


@pytest.mark.spec("S.V11")
@pytest.mark.parametrize("p", [1.5, 2.0, 3.0])
def test_distances_of_other_orders_by_descent_within_the_hyperplane(p: float) -> None:
    q = DUAL[p]
    for w, x in cases(5):
        basis = null_space(w[None, :])

        def power(t: np.ndarray, x: np.ndarray = x, basis: np.ndarray = basis) -> tuple[float, np.ndarray]:
            rest = x - basis @ t
            return float((np.abs(rest) ** q).sum()), -q * basis.T @ (np.sign(rest) * np.abs(rest) ** (q - 1.0))

        found = minimize(power, basis.T @ x, jac=True, method="BFGS", options={"gtol": 1e-10, "maxiter": 5000})
        assert distance(w, x, p) == pytest.approx(found.fun ** (1.0 / q), rel=1e-7)


@pytest.mark.spec("S.V11")
@pytest.mark.parametrize("p", ORDERS)
@given(w=arrays(float, 4, elements=entries), x=arrays(float, 4, elements=entries), z=arrays(float, 4, elements=entries))
def test_nearest_point_lies_on_the_hyperplane_and_no_other_is_nearer(
    p: float, w: np.ndarray, x: np.ndarray, z: np.ndarray
) -> None:
    if not w.any():
        return
    near, far = nearest(w, x, p), distance(w, x, p)
    scale = np.abs(w).sum() * (np.abs(x).max() + 1.0)
    assert abs(w @ near) <= 1e-12 * scale
    assert np.linalg.norm(x - near, DUAL[p]) == pytest.approx(far, rel=1e-11, abs=1e-12)
    other = z - (w @ z) / (w @ w) * w
    assert np.linalg.norm(x - other, DUAL[p]) >= far * (1.0 - 1e-9) - 1e-9


@pytest.mark.spec("S.V11")
def test_margins_are_signed_distances_of_any_scale() -> None:
    rng = np.random.default_rng(0)
    outputs, signs, w = rng.normal(size=(20, 3)), rng.choice([-1.0, 1.0], 20), rng.normal(size=3)
    for p in ORDERS:
        found = margins(w, outputs, signs, p)
        np.testing.assert_allclose(np.abs(found), [distance(w, u, p) for u in outputs])
        np.testing.assert_array_equal(np.sign(found), np.sign(signs * (outputs @ w)))
        np.testing.assert_allclose(margins(1e-200 * w, outputs, signs, p), found)
        assert margin(w, outputs, signs, p) == found.min()


def stumps() -> tuple[np.ndarray, np.ndarray, list[tuple[float, int]]]:
    """Ten points on a line, and thresholds between them with the sign on the left, low ones first."""
    x, signs = np.arange(10.0), np.array([1, 1, 1, -1, -1, -1, 1, 1, 1, -1], dtype=float)
    names = [(t + 0.5, side) for t in range(-1, 9) for side in (1, -1)]
    return np.array([np.where(x < at, side, -side) for at, side in names], dtype=float), signs, names


@pytest.mark.spec("S.V11")
def test_largest_margin_of_a_vote_by_a_linear_program_and_how_near_adaboost_comes() -> None:
    outputs, signs, _ = stumps()
    rules = len(outputs)
    # The largest t with y_i <w, u_i> >= t, w >= 0, sum w = 1.
    sides = np.column_stack([-(signs[:, None] * outputs.T), np.ones(10)])
    equal = np.append(np.ones(rules), 0.0)[None, :]
    bounds = [(0, None)] * rules + [(None, None)]
    best = linprog(np.append(np.zeros(rules), -1.0), sides, np.zeros(10), equal, [1.0], bounds)
    assert margin(best.x[:-1], outputs.T, signs, 1.0) == pytest.approx(1.0 / 3.0, rel=1e-9)
    reached = {}
    for rounds in (3, 6, 10, 100, 1000):
        weights = np.zeros(rules)
        for found in adaboost(outputs, signs, rounds):
            weights[found.rule] += found.step
        reached[rounds] = margin(convex_weights(weights), outputs.T, signs, 1.0)
    # Near, not monotone, and below.
    assert reached == pytest.approx({3: 0.1760, 6: 0.2606, 10: 0.2493, 100: 0.3253, 1000: 0.33253}, abs=6e-5)


@pytest.mark.spec("S.V01")
def test_vote_is_a_convex_combination() -> None:
    rng = np.random.default_rng(1)
    outputs = rng.choice([-1.0, 1.0], size=(50, 7))
    weights = rng.random(7)
    np.testing.assert_allclose(convex_weights(weights).sum(), 1.0)
    np.testing.assert_allclose(vote(weights, outputs), sum(weights[j] * outputs[:, j] for j in range(7)) / sum(weights))
    assert (np.abs(vote(weights, outputs)) <= 1.0).all()
    # Scale does not count, and one rule alone says what it says.
    np.testing.assert_allclose(vote(1e300 * weights, outputs), vote(weights, outputs))
    np.testing.assert_array_equal(vote(np.eye(7)[2], outputs), outputs[:, 2])


@pytest.mark.spec("S.V01")
@pytest.mark.parametrize("weights", [[1.0, -1.0], [0.0, 0.0], [], [math.inf, 1.0], [math.nan, 1.0], [[1.0]]])
def test_weights_that_are_no_vote_are_refused(weights: list[float]) -> None:
    with pytest.raises(InputError, match="weights of a vote"):
        convex_weights(weights)


def test_margins_without_a_hyperplane_or_a_norm_are_refused() -> None:
    with pytest.raises(InputError, match="not all are zero"):
        margin(np.zeros(2), np.ones((1, 2)), np.ones(1), 1.0)
    with pytest.raises(InputError, match="order 1 or more"):
        distance(np.ones(2), np.ones(2), 0.5)
