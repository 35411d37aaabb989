"""Growth functions, shattering and VC dimensions: counted, derived, and compared."""

import math
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drupe.bounds.complexity.growth import (
    FiniteGrowth,
    PolynomialGrowth,
    SauerGrowth,
    hyperplane_patterns,
    interval_patterns,
    patterns,
    threshold_patterns,
)
from drupe.bounds.complexity.sauer import log_sauer_limit, log_sauer_sum, sauer_sum
from drupe.textbook.capacity.shattering import linear_patterns, linearly_shattered, separable
from drupe.textbook.capacity.vc_dimension import empirical_dimension, finite_dimension, linear_dimension

ALL = np.array(list(product((-1, 1), repeat=3)))


@pytest.mark.spec("H.T08", "C.C02", "G.B-05", "S.C07")
@given(st.integers(1, 60), st.integers(1, 60))
def test_sauer_sum_obeys_its_recursion_and_its_limit(n: int, d: int) -> None:
    assert sauer_sum(n, n) == 2**n
    if d < n:
        assert sauer_sum(n, d) == sauer_sum(n - 1, d) + sauer_sum(n - 1, d - 1)
        assert math.log(sauer_sum(n, d)) <= log_sauer_limit(n, d)
    assert log_sauer_sum(n, d) == pytest.approx(math.log(sauer_sum(n, d)), rel=1e-9)


@pytest.mark.spec("H.T08")
def test_worked_sums() -> None:
    assert [sauer_sum(10, d) for d in (1, 2, 3)] == [11, 56, 176]
    assert [round(math.exp(log_sauer_limit(10, d)), 2) for d in (1, 2, 3)] == [27.18, 184.73, 743.91]


def tables() -> st.SearchStrategy[np.ndarray]:
    rows = st.lists(st.lists(st.sampled_from([-1, 1]), min_size=6, max_size=6), min_size=1, max_size=25)
    return rows.map(np.array)


@pytest.mark.spec("H.T08", "S.C05", "S.C06", "S.C07", "H.T15")
@settings(max_examples=40)
@given(tables())
def test_a_finite_class_shows_no_more_patterns_than_sauer_allows(table: np.ndarray) -> None:
    d = finite_dimension(table)
    assert patterns(table) <= sauer_sum(table.shape[1], d)
    assert 2**d <= patterns(table)
    shattered = [
        len(part)
        for size in range(1, 7)
        for part in _subsets(6, size)
        if len(np.unique(table[:, list(part)], axis=0)) == 2**size
    ]
    assert d == max(shattered, default=0)


def _subsets(n: int, size: int) -> list[tuple[int, ...]]:
    return list(combinations(range(n), size))


@pytest.mark.spec("S.C05", "S.C06", "H.T09")
def test_thresholds_intervals_and_monotone_rules() -> None:
    points = np.arange(5.0)
    thresholds = np.array([points >= t for t in np.arange(-0.5, 5.0)])
    assert patterns(thresholds) == threshold_patterns(5) == 6
    assert finite_dimension(thresholds) == 1
    ends = [(a, b) for a in np.arange(-0.5, 5.0) for b in np.arange(-0.5, 5.0) if a <= b]
    intervals = np.array([(points >= a) & (points <= b) for a, b in ends])
    assert patterns(intervals) == interval_patterns(5) == 16
    assert finite_dimension(intervals) == 2
    rng = np.random.default_rng(0)
    x = np.linspace(-2.0, 2.0, 6)
    weights = rng.normal(size=(500, 4))
    powers = np.array([np.abs(x) ** power for power in (1, 2, 3)])
    # Monotone in x, whatever the number of parameters.
    monotone = np.sign(np.abs(weights[:, :3]) @ powers * np.sign(x) + weights[:, 3:])
    assert finite_dimension(monotone) == 1


@pytest.mark.spec("H.T09")
def test_one_frequency_shatters_any_number_of_points() -> None:
    points = 10.0 ** -np.arange(1, 6)
    for labels in product((0, 1), repeat=5):
        frequency = math.pi * (1 + sum((1 - label) * 10**i for i, label in enumerate(labels, 1)))
        assert (np.sign(np.sin(frequency * points)) == 2 * np.array(labels) - 1).all()


@pytest.mark.spec("C.C05", "G.B-08", "H.T09", "C.C02")
@pytest.mark.parametrize("d", [1, 2, 3])
def test_hyperplanes_shatter_as_many_points_as_their_dimension(d: int) -> None:
    x = np.random.default_rng(d).normal(size=(d + 2, d))
    assert linear_patterns(x[: d + 1]) == 2 ** (d + 1)
    assert linearly_shattered(x[: d + 1])
    assert linear_patterns(x) < 2 ** (d + 2)
    assert not linearly_shattered(x)
    assert linear_dimension(d) == d + 1
    assert linear_patterns(np.eye(d), offset=False) == 2**d
    assert linear_patterns(x[: d + 1], offset=False) < 2 ** (d + 1)
    assert linear_dimension(d, offset=False) == d


@pytest.mark.spec("C.C02", "H.T08", "S.C05")
def test_points_in_general_position_are_cut_as_cover_counts() -> None:
    x = np.random.default_rng(0).normal(size=(6, 2))
    assert linear_patterns(x, offset=False) == hyperplane_patterns(6, 2) == 12
    assert linear_patterns(x) == hyperplane_patterns(6, 3) == 32
    assert math.log(32) <= PolynomialGrowth(3).log(6)


@pytest.mark.spec("H.T15")
def test_empirical_dimension_is_the_rank() -> None:
    rng = np.random.default_rng(0)
    x = rng.normal(size=(5, 2)) @ rng.normal(size=(2, 4))
    counts = [linear_patterns(x[list(part)], offset=False) == 2 ** len(part) for part in _subsets(5, 2)]
    assert any(counts)
    assert not any(linear_patterns(x[list(part)], offset=False) == 8 for part in _subsets(5, 3))
    assert empirical_dimension(x) == 2


def test_separable_knows_the_exclusive_or() -> None:
    corners = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]])
    assert not separable(corners, np.array([1.0, 1.0, -1.0, -1.0]))
    assert separable(corners, np.array([1.0, 1.0, 1.0, -1.0]))
    assert not separable(np.empty((2, 0)), np.array([1.0, -1.0]), offset=False)


def test_growth_functions_never_exceed_all_patterns() -> None:
    for growth in (FiniteGrowth(100), SauerGrowth(5)):
        assert all(growth.log(n) <= n * math.log(2.0) * (1 + 1e-9) for n in range(1, 20))
    assert PolynomialGrowth(5).log(3) == pytest.approx(3 * math.log(2.0))
