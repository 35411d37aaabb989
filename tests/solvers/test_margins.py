"""Margins, slack, concentration and support: definitions, invariances and closed forms."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from solvers.toys import FOUR, FOUR_SIGNS, clouds, gaussian_gram, linear_gram

from drupe.foundation.errors import InputError
from drupe.grams import NormalizedGram
from drupe.solvers.balance import Free
from drupe.solvers.box import solve
from drupe.solvers.builders.hard_margin import hard_margin
from drupe.solvers.builders.two_norm import two_norm
from drupe.solvers.margins import Margins, support, suspects
from drupe.solvers.options import Options, Precision
from drupe.textbook.spaces.concentration import concentration

EXACT = Options(tolerance=1e-11, max_iterations=200_000, precision=Precision.DOUBLE)


@pytest.mark.spec("H.A13", "C.A02", "G.Q-01", "G.Q-02", "G.Q-03", "G.Q-04", "M.T20")
def test_margins_are_distances_in_the_plane():
    weights, offset = np.array([0.4, 0.0, 0.0, -0.4]), -1.4
    w = weights @ FOUR
    margins = Margins.of(linear_gram(FOUR), weights, FOUR_SIGNS, offset)
    functional = FOUR_SIGNS * (FOUR @ w + offset)
    np.testing.assert_allclose(margins.functional, functional)
    np.testing.assert_allclose(margins.geometric, functional / np.linalg.norm(w))
    assert margins.geometric.min() == pytest.approx(1.1180340)
    assert margins.radius == pytest.approx(np.sqrt(10.0))
    assert margins.consistent
    assert margins.radius_margin_ratio == pytest.approx(10.0 / 1.25)


@pytest.mark.spec("H.A13", "G.Q-04", "G.Q-05", "C.A02")
@given(factor=st.floats(0.01, 100.0), seed=st.integers(0, 1000))
def test_invariance_under_scaling(factor, seed):
    rng = np.random.default_rng(seed)
    x, signs = clouds(8, 0.5, seed)
    weights = rng.normal(size=8)
    one = Margins.of(linear_gram(x), weights, signs, 0.3)
    other = Margins.of(linear_gram(x), factor * weights, signs, factor * 0.3)
    np.testing.assert_allclose(other.functional, factor * one.functional, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(other.geometric, one.geometric, rtol=1e-9, atol=1e-12)
    # Normalized margins through the origin do not see the length of any example.
    lengths = rng.uniform(0.1, 10.0, size=8)
    plain = Margins.of(linear_gram(x), weights, signs)
    stretched = Margins.of(linear_gram(lengths[:, None] * x), weights / lengths, signs)
    np.testing.assert_allclose(stretched.normalized, plain.normalized, rtol=1e-8, atol=1e-10)
    assert np.abs(plain.normalized).max() <= 1 + 1e-12
    assert np.all(np.diff(plain.distribution) >= 0)


@pytest.mark.spec("G.B-42", "G.Q-04", "H.A14")
def test_normalized_margin_is_no_less_than_margin_over_radius():
    x, signs = clouds(20, 3.0, 1)
    solution = solve(hard_margin(linear_gram(x), signs, balance=Free()), EXACT)
    margins = Margins.of(linear_gram(x), signs * solution.alpha, signs)
    assert margins.consistent
    assert margins.geometric.min() / margins.radius <= margins.normalized.min()
    # The ball of that radius around w/‖w‖ stays in version space; beyond it a step across the nearest cut leaves it.
    w = (signs * solution.alpha) @ x
    unit = w / np.linalg.norm(w)
    i = int(np.argmin(margins.normalized))
    step = -signs[i] * x[i] / np.linalg.norm(x[i])
    inside, outside = (unit + share * margins.version_space_radius * step for share in (0.999, 1.001))
    assert np.all(signs * (x @ inside) > 0)
    assert not np.all(signs * (x @ outside) > 0)


@pytest.mark.spec("C.A06")
def test_slack_measures_what_is_missing():
    margins = Margins(np.array([2.0, 1.0, 0.25, -0.5]), 1.0, np.ones(4))
    np.testing.assert_allclose(margins.slack(), [0.0, 0.0, 0.75, 1.5])
    np.testing.assert_allclose(margins.slack(0.5), [0.0, 0.0, 0.25, 1.0])
    assert np.array_equal(margins.slack(0.5) > 0.5, margins.functional < 0)
    assert np.linalg.norm(margins.slack()) == pytest.approx(np.sqrt(0.75**2 + 1.5**2))


def test_no_direction_no_distance():
    zero = Margins.of(linear_gram(FOUR), np.zeros(4), FOUR_SIGNS)
    with pytest.raises(InputError, match="w = 0 has no direction"):
        _ = zero.geometric
    with pytest.raises(InputError, match="example 2 is the origin"):
        _ = Margins.of(linear_gram(FOUR), np.ones(4), FOUR_SIGNS).normalized


@pytest.mark.spec("G.Q-06")
def test_concentration_is_the_margin_of_all_ones():
    x = np.abs(np.random.default_rng(3).normal(size=(15, 3))) + 0.1
    found = concentration(linear_gram(x))
    direct = solve(hard_margin(NormalizedGram(linear_gram(x)), np.ones(15), balance=Free()), EXACT)
    assert found.cosine == pytest.approx(1.0 / np.sqrt(direct.alpha.sum()), rel=1e-6)
    assert concentration(linear_gram(np.array([[1.0, 0.0], [-1.0, 0.0]]))).cosine == pytest.approx(0.0, abs=1e-6)


@pytest.mark.spec("G.Q-07", "G.Q-06")
def test_angles_of_pairs_bound_the_cap():
    x = np.abs(np.random.default_rng(4).normal(size=(10, 3)))
    found = concentration(linear_gram(x))
    unit = x / np.linalg.norm(x, axis=1)[:, None]
    assert found.opening_angle == pytest.approx(0.5 * np.arccos(np.abs(unit @ unit.T).min()))
    assert found.half_angle >= found.opening_angle
    two = concentration(linear_gram(np.array([[1.0, 0.0], [1.0, 1.0]])))
    assert two.half_angle == pytest.approx(np.pi / 8)
    assert two.opening_angle == pytest.approx(np.pi / 8)


@pytest.mark.spec("G.Q-08", "C.E19")
def test_support_and_suspects():
    alpha = np.array([0.0, -2.0, 1e-12, 0.5])
    assert support(alpha).tolist() == [1, 2, 3]
    assert support(alpha, relative=1e-8).tolist() == [1, 3]
    assert suspects(alpha, 2).tolist() == [1, 3]
    # A flipped label is the first suspect of the 2-norm machine.
    x, signs = clouds(30, 2.5, 1)
    signs[11] *= -1
    solution = solve(two_norm(gaussian_gram(x, 2.0), signs, np.full(30, 1.0)), EXACT)
    assert suspects(solution.alpha, 1).tolist() == [11]
