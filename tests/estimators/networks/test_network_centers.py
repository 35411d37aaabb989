"""Centers and widths of networks: means of groups with weights, distances between different places."""

import numpy as np
import pytest

from drupe.estimators.networks.network_centers import COMPARED, group_means, mean_distance, nearest_distance
from drupe.inputs import Vectors


def test_as_many_groups_as_places_are_the_places():
    x = np.array([[0.0, 1.0], [3.0, 3.0], [0.0, 1.0], [5.0, -2.0]])
    found = group_means(Vectors.of(x), np.ones(4), 3, np.random.default_rng(0)).array
    np.testing.assert_allclose(found[np.lexsort(found.T)], np.unique(x, axis=0)[np.lexsort(np.unique(x, axis=0).T)])


def test_examples_pull_their_mean_as_often_as_they_count():
    x = Vectors.of([[0.0], [1.0], [100.0]])
    found = group_means(x, np.array([3.0, 1.0, 0.5]), 2, np.random.default_rng(0)).array
    np.testing.assert_allclose(np.sort(found.ravel()), [0.25, 100.0])


def test_one_seed_gives_one_result():
    x = Vectors.of(np.random.default_rng(0).normal(size=(80, 3)))
    one, other = (group_means(x, np.ones(80), 7, np.random.default_rng(5)).array for _ in range(2))
    np.testing.assert_array_equal(one, other)


def test_of_more_groups_than_places_there_is_one_for_each_place():
    found = group_means(Vectors.of([[0.0], [1.0], [0.0]]), np.ones(3), 3, np.random.default_rng(0))
    assert found.array.tolist() == [[0.0], [1.0]]


def test_distances_do_not_depend_on_repetitions_and_one_place_has_none():
    x = np.random.default_rng(1).normal(size=(10, 2))
    for rule in (mean_distance, nearest_distance):
        assert rule(Vectors.of(np.vstack([x, x[:4]]))) == pytest.approx(rule(Vectors.of(x)))
        assert rule(Vectors.of([[2.0, 3.0]] * 5)) == 1.0


def test_of_very_many_centers_some_are_measured():
    x = np.linspace(0.0, 1.0, 3 * COMPARED)[:, None]
    assert mean_distance(Vectors.of(x)) == pytest.approx(1.0 / 3.0, rel=1e-2)
