"""Examples at one place: means, what is left within, and what is left out."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drupe.inputs import Sequences, Vectors
from drupe.solvers.smoothers.knots import Knots


@given(st.lists(st.integers(0, 5), min_size=1, max_size=30), st.integers(1, 3), st.integers(0, 99))
@settings(max_examples=60, deadline=None)
def test_means_and_what_is_within_are_those_of_a_plain_loop(places, columns, seed):
    rng = np.random.default_rng(seed)
    table = rng.normal(size=(6, columns))
    y, weights = rng.normal(size=(len(places), 2)), rng.uniform(0.1, 3.0, size=len(places))
    knots = Knots.of(Vectors.of(table[places]), y, weights)
    seen = list(dict.fromkeys(places))
    assert [places[i] for i in knots.first] == seen
    assert [seen[j] for j in knots.place] == places
    for j, place in enumerate(seen):
        here = np.array(places) == place
        np.testing.assert_allclose(knots.means[j], np.average(y[here], axis=0, weights=weights[here]), atol=1e-12)
        assert knots.total_weights[j] == pytest.approx(weights[here].sum())
    expected = sum(weights[i] * (y[i] - knots.means[seen.index(places[i])]) ** 2 for i in range(len(places)))
    np.testing.assert_allclose(knots.within, expected, atol=1e-12)
    assert knots.total == pytest.approx(weights.sum())


def test_equal_targets_are_their_own_mean_to_the_last_digit():
    knots = Knots.of(Vectors.of([[0.1]] * 7), np.full((7, 1), 0.3), np.array([0.1, 0.2, 0.7, 1e5, 1e-5, 3.0, 1.0]))
    assert knots.means.item() == 0.3
    assert knots.within.item() == 0.0


def test_examples_that_are_no_vectors_are_all_different():
    knots = Knots.of(Sequences.of(["a", "b", "a"]), np.zeros((3, 1)), np.ones(3))
    assert len(knots) == 3
    assert not knots.repeated


def test_left_out_of_the_mean_itself():
    """A smoother that answers with the mean of each place: without an example it is the mean of the others there."""
    y, weights = np.array([[1.0], [4.0], [7.0]]), np.array([1.0, 2.0, 0.5])
    knots = Knots.of(Vectors.of([[0.0]] * 3), y, weights)
    missed = knots.missed(np.zeros((1, 1)), np.zeros(1)).ravel()
    for i, taken in enumerate((1.0, 1.0, 0.5)):
        fewer = weights.copy()
        fewer[i] -= taken
        assert missed[i] == pytest.approx(y[i, 0] - np.average(y[:, 0], weights=fewer))


def test_a_place_that_only_one_example_determines_cannot_do_without_it():
    knots = Knots.of(Vectors.of([[0.0], [1.0]]), np.ones((2, 1)), np.ones(2))
    assert not np.isfinite(knots.missed(np.zeros((2, 1)), np.zeros(2))).any()
