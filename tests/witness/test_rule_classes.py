"""Classes of rules count their patterns no lower than they are: cuts and trees by enumeration."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from drupe.foundation.errors import DrupeError
from drupe.witness.rule_classes import Cuts, FiniteRules, labelings
from drupe.witness.votes import FiniteVote, PatternVote, VoteMargins


def stumps(X):
    """All answers of cuts on these examples, constant ones among them."""
    found = {(1,) * len(X), (-1,) * len(X)}
    for column in X.T:
        for threshold in np.unique(column):
            side = np.where(column > threshold, 1, -1)
            found |= {tuple(side), tuple(-side)}
    return found


def trees(X, depth):
    """All answers of trees of cuts with leaves ±1."""
    if depth == 1:
        return stumps(X)
    found = set(stumps(X))
    below = trees(X, depth - 1)
    for column in X.T:
        for threshold in np.unique(column):
            left = column <= threshold
            found |= {tuple(np.where(left, a, b)) for a, b in itertools.product(below, repeat=2)}
    return found


TABLES = st.integers(1, 3).flatmap(
    lambda columns: arrays(np.float64, st.tuples(st.integers(1, 7), st.just(columns)), elements=st.integers(0, 4))
)


@given(TABLES)
def test_cuts_show_no_more_patterns_than_was_counted(X) -> None:
    counted = Cuts.of(X)
    assert len(stumps(X)) <= counted.labelings <= counted.growth
    assert counted.growth <= 2 * X.shape[1] * (len(X) - 1) + 2


@given(arrays(np.float64, st.tuples(st.integers(1, 30), st.just(1)), elements=st.integers(0, 9)))
def test_the_count_of_one_column_is_exact(X) -> None:
    assert len(stumps(X)) == Cuts.of(X).labelings


def test_growth_is_reached_by_columns_in_different_orders() -> None:
    X = np.random.default_rng(0).normal(size=(9, 2))
    assert Cuts.of(X).labelings == Cuts.of(X).growth == 2 * 2 * 8 + 2
    assert len(stumps(X)) > 2 * 2 * 8 - 4


@given(arrays(np.float64, st.tuples(st.integers(1, 5), st.integers(1, 2)), elements=st.integers(0, 3)))
def test_trees_show_no_more_patterns_than_was_counted(X) -> None:
    counted = Cuts.of(X, depth=2)
    assert len(trees(X, 2)) <= counted.labelings <= counted.growth


@given(st.floats(-1.0, 1.0), st.floats(-1.0, 1.0))
def test_graded_stumps_are_mixtures_of_cuts(left, right) -> None:
    """Values u, v on the two sides are those of weights on the cut, its negative, and the two constants."""
    constant, cut = 0.5 * (left + right), 0.5 * (right - left)
    rest = 1.0 - abs(constant) - abs(cut)
    assert rest >= -1e-15
    weights = [max(constant, 0.0) + rest / 2, max(-constant, 0.0) + rest / 2, max(cut, 0.0), max(-cut, 0.0)]
    mixture = np.array(weights) @ np.array([[1, 1], [-1, -1], [-1, 1], [1, -1]])
    np.testing.assert_allclose(mixture, [left, right], atol=1e-15)
    assert sum(weights) == pytest.approx(1.0)


def test_deeper_trees_show_more_and_never_more_than_all() -> None:
    assert [labelings(9, depth, 10) for depth in (1, 2, 3)] == [20, 1024, 1024]
    assert labelings(9, 2, 100) == 9 * 20**2
    assert labelings(0, 3, 100) == 2
    assert Cuts.of(np.zeros((5, 3))) == Cuts(2, 26)


@pytest.mark.parametrize(
    "make",
    [
        lambda: FiniteRules(0),
        lambda: Cuts(0, 4),
        lambda: VoteMargins([1.1]),
        lambda: VoteMargins([np.nan]),
        lambda: VoteMargins([]),
        lambda: PatternVote([0.5], patterns=0),
        lambda: FiniteVote([0.5], rules=2, divergence=0.8),
        lambda: FiniteVote([0.5], rules=2, divergence=-0.1),
    ],
)
def test_impossible_values_are_refused(make) -> None:
    with pytest.raises(DrupeError):
        make()
