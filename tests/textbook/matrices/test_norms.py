"""Norms of every order: numpy, the inequalities that make a norm and those between norms, and extreme numbers."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.foundation.errors import InputError
from drupe.textbook.matrices.norms import dual_order, norm

NUMBERS = st.floats(-1e6, 1e6).map(lambda t: 0.0 if abs(t) < 1e-6 else t)
VECTORS = st.lists(NUMBERS, min_size=1, max_size=6).map(np.array)
PAIRS = st.integers(1, 6).flatmap(lambda n: st.tuples(*[st.lists(NUMBERS, min_size=n, max_size=n).map(np.array)] * 2))


@pytest.mark.spec("H.M09")
@given(VECTORS)
def test_orders_of_numpy(x):
    for p in (0, 1, 2, np.inf, 3.5, 0.5):
        assert norm(x, float(p)) == pytest.approx(np.linalg.norm(x, p), rel=1e-12)


@pytest.mark.spec("H.M09")
@given(PAIRS, st.floats(1.0, 20.0), st.floats(-100.0, 100.0))
def test_what_makes_a_norm_and_its_dual(pair, p, factor):
    x, z = pair
    assert norm(x + z, p) <= (norm(x, p) + norm(z, p)) * (1 + 1e-12) + 1e-9
    assert norm(factor * x, p) == pytest.approx(abs(factor) * norm(x, p), rel=1e-12, abs=1e-300)
    assert abs(x @ z) <= norm(x, p) * norm(z, dual_order(p)) * (1 + 1e-9)
    # Larger orders give smaller lengths, and the limits are the largest entry and the count.
    assert norm(x, p + 1.0) <= norm(x, p) * (1 + 1e-12)
    assert norm(x, np.inf) == pytest.approx(norm(x, 1e6), rel=1e-5)


@pytest.mark.spec("H.M09")
@given(VECTORS, st.floats(1.05, 20.0))
def test_the_dual_order_is_attained(x, p):
    """⟨x, z⟩ = ‖x‖ₚ ‖z‖_q for zⱼ = sign(xⱼ) |xⱼ|ᵖ⁻¹: with any other order the two sides differ."""
    scaled = x / max(np.abs(x).max(), 1e-300)
    z = np.sign(scaled) * np.abs(scaled) ** (p - 1.0)
    assert scaled @ z == pytest.approx(norm(scaled, p) * norm(z, dual_order(p)), rel=1e-9)
    assert dual_order(dual_order(p)) == pytest.approx(p, rel=1e-9)


@pytest.mark.spec("H.M09")
def test_the_dual_orders_of_one_and_infinity_are_each_other():
    x = np.array([3.0, -1.0, 2.0])
    assert np.abs(x).sum() == norm(x, dual_order(math.inf)) == x @ np.sign(x)
    assert np.abs(x).max() == norm(x, dual_order(1.0)) == x @ [1.0, 0.0, 0.0]


@pytest.mark.spec("H.M09")
def test_order_zero_counts_and_below_one_there_is_no_triangle():
    assert norm([0.0, 1e-300, -5.0, 0.0], 0.0) == 2.0
    assert sum(abs(t) ** 1e-9 for t in (1e-5, 7.0)) == pytest.approx(norm([1e-5, 0.0, 7.0], 0.0), abs=1e-6)
    one, other = np.array([1.0, 0.0]), np.array([0.0, 1.0])
    assert norm(one + other, 0.5) > norm(one, 0.5) + norm(other, 0.5)


@pytest.mark.spec("H.M09")
def test_extreme_numbers():
    assert norm([3e200, 4e200], 2.0) == pytest.approx(5e200, rel=1e-14)
    assert norm([3e-200, 4e-200], 2.0) == pytest.approx(5e-200, rel=1e-14)
    assert norm([1e-200, 1.0], 500.0) == 1.0
    assert norm([], 2.0) == norm([0.0], 3.0) == norm([], 0.0) == 0.0
    assert norm([math.inf, 1.0], 2.0) == math.inf
    for p, x in ((-1.0, [1.0]), (math.nan, [1.0]), (1.0, [math.nan])):
        with pytest.raises(InputError, match="order of a norm"):
            norm(x, p)
    with pytest.raises(InputError, match="dual norm"):
        dual_order(0.5)
