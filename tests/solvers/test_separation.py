"""Whether classes can be separated: both answers proven, and in agreement with a linear program."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog
from solvers.toys import FOUR, FOUR_SIGNS, LINE, LINE_SIGNS, PAIR_SIGNS, clouds, gaussian_gram, linear_gram

from drupe.grams import DenseGram
from drupe.solvers.balance import Balanced, Free
from drupe.solvers.box import solve
from drupe.solvers.builders.hard_margin import hard_margin
from drupe.solvers.coincidence import contradiction
from drupe.solvers.options import Options, Precision
from drupe.solvers.separation import NotSeparableError, require_separable, separate

EXACT = Options(tolerance=1e-11, max_iterations=500_000, precision=Precision.DOUBLE)


def feasible(x, signs, offset):
    """By HiGHS: is there w, b with yᵢ(⟨w, xᵢ⟩ + b) ≥ 1?"""
    rows = signs[:, None] * (np.column_stack([x, np.ones(len(x))]) if offset else x)
    result = linprog(np.zeros(rows.shape[1]), A_ub=-rows, b_ub=-np.ones(len(x)), bounds=(None, None))
    return result.status == 0


@pytest.mark.spec("C.E01", "H.S01", "M.S09", "C.D07")
@pytest.mark.parametrize("balance", [Balanced(), Free()], ids=["offset", "free"])
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("apart", [0.3, 1.2, 2.0])
def test_answer_is_that_of_a_linear_program(balance, seed, apart):
    x, signs = clouds(14, apart, seed)
    found = separate(linear_gram(x), signs, balance)
    assert found.separable != found.meets
    assert found.separable == feasible(x, signs, isinstance(balance, Balanced))
    if not found.separable:
        # The proof: one point that is an average of either class (or, without an offset, the origin).
        weights = found.weights
        assert weights.min() >= 0.0
        sums = [weights.sum()] if isinstance(balance, Free) else [weights[signs > 0].sum(), weights[signs < 0].sum()]
        np.testing.assert_allclose(sums, 1.0)
        assert np.linalg.norm((signs * weights) @ x) <= 1e-6 * np.linalg.norm(x, axis=1).max()


@pytest.mark.spec("C.D07", "S.A11", "C.A02")
@pytest.mark.parametrize("balance", [Balanced(), Free()], ids=["offset", "free"])
def test_distance_brackets_the_margin(balance):
    x, signs = clouds(40, 3.0, 1)
    gram = linear_gram(x)
    found = separate(gram, signs, balance)
    best = solve(hard_margin(gram, signs, balance=balance), EXACT)
    margin = 1.0 / np.sqrt(best.alpha.sum())
    low, high = found.margin_bounds
    assert 0.0 < low <= margin * (1 + 1e-9)
    assert margin <= high * (1 + 1e-9)
    # From the multipliers of the nearest points the solver has little left to do.
    started = solve(hard_margin(gram, signs, found.multipliers(), balance), EXACT)
    assert started.objective == pytest.approx(best.objective, rel=1e-9)
    assert started.iterations <= best.iterations


@pytest.mark.spec("C.D07")
def test_points_on_a_line_that_alternate_meet():
    found = separate(linear_gram(LINE), LINE_SIGNS)
    assert found.meets
    assert found.margin_bounds[0] == 0.0
    with pytest.raises(NotSeparableError, match=r"averages of the two classes come within .* allow slack") as caught:
        require_separable(found)
    assert caught.value.separation is found


def test_hulls_that_only_touch_meet():
    x = np.array([[0.0, 0.0], [2.0, 0.0], [1.0, 0.0], [1.0, 5.0]])
    assert separate(linear_gram(x), np.array([1.0, 1.0, -1.0, -1.0])).meets


def test_contradictory_copies_are_found_at_once():
    x, signs = clouds(30, 0.5, 2)
    x[7], signs[7], signs[20] = x[20], 1.0, -1.0
    found = separate(gaussian_gram(x), signs)
    assert found.meets
    assert found.solution.iterations == 0
    assert np.flatnonzero(found.weights).tolist() == [7, 20]


def test_near_copies_are_no_contradiction():
    x = np.array([[0.0], [1e-6], [1.0]])
    assert contradiction(gaussian_gram(x), np.array([1.0, -1.0, 1.0])) is None
    assert separate(gaussian_gram(x), np.array([1.0, -1.0, 1.0])).separable


def test_through_the_origin_opposite_points_of_one_sign_contradict():
    x = np.array([[1.0, 2.0], [-1.0, -2.0], [3.0, 0.0]])
    signs = np.array([1.0, 1.0, -1.0])
    assert contradiction(linear_gram(x), signs) is None
    assert contradiction(linear_gram(x), signs, through_origin=True) == (0, 1)
    assert contradiction(linear_gram(np.array([[0.0], [1.0]])), PAIR_SIGNS, through_origin=True) == (0, 0)
    assert separate(linear_gram(x), signs, Free()).meets


def test_a_search_cut_short_says_so():
    x, signs = clouds(40, 0.3, 3)
    found = separate(gaussian_gram(x, 5.0), signs, options=Options(max_iterations=3))
    with pytest.raises(NotSeparableError, match="reached the iteration limit"):
        require_separable(found)


@pytest.mark.spec("C.A02", "G.A-06")
@settings(max_examples=30)
@given(seed=st.integers(0, 10**6), scale=st.floats(1e-3, 1e3))
def test_answer_does_not_depend_on_scale(seed, scale):
    x, signs = clouds(12, 1.0, seed)
    one, other = separate(linear_gram(x), signs), separate(linear_gram(scale * x), signs)
    assert one.separable == other.separable
    if one.separable:
        assert other.distance == pytest.approx(scale * one.distance, rel=0.2)


@pytest.mark.spec("H.S01")
def test_four_points_can_be_separated():
    found = separate(linear_gram(FOUR), FOUR_SIGNS)
    assert found.separable
    assert found.distance == pytest.approx(np.sqrt(5.0), rel=1e-3)
    assert not separate(DenseGram(np.ones((4, 4))), FOUR_SIGNS).separable
