"""Centers and widths of networks: means of groups with weights, distances between different places."""

import numpy as np
import pytest

from drupe import RBFNetworkRegressor
from drupe.estimators.networks.network_centers import COMPARED, group_means, width_by
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


def width(rule, centers, x=((0.0, 0.0),), weights=None):
    return width_by(rule, Vectors.of(centers), Vectors.of(x), np.ones(len(x)) if weights is None else weights)


@pytest.mark.parametrize("rule", ["mean", "nearest"])
def test_distances_do_not_depend_on_repetitions(rule):
    x = np.random.default_rng(1).normal(size=(10, 2))
    assert width(rule, np.vstack([x, x[:4]])) == pytest.approx(width(rule, x))


@pytest.mark.parametrize("rule", ["mean", "nearest"])
@pytest.mark.parametrize("unit", [1e-6, 1.0, 1e6])
def test_around_one_place_the_spread_of_the_examples_is_the_width(rule, unit):
    """Whatever they are measured in; an example counts as often as its weight says."""
    x, weights = np.array([[2.0, 3.0], [5.0, 7.0], [2.0, 4.0]]), np.array([1.0, 2.0, 3.0])
    found = width(rule, [[2.0 * unit, 3.0 * unit]] * 5, x * unit, weights)
    assert found == pytest.approx(unit * np.sqrt((2.0 * 25.0 + 3.0 * 1.0) / 6.0))
    network = RBFNetworkRegressor(centers=1, width=rule).fit(x * unit, [0.0, 1.0, 2.0])
    middle = x.mean(axis=0)
    assert network.widths_ == pytest.approx(unit * np.sqrt(np.square(x - middle).sum(axis=1).mean()))


@pytest.mark.parametrize("rule", ["mean", "nearest"])
def test_where_all_is_at_one_place_any_width_does(rule):
    assert width(rule, [[2.0, 3.0]] * 5, [[2.0, 3.0]] * 2) == 1.0


def test_of_very_many_centers_some_are_measured():
    x = np.linspace(0.0, 1.0, 3 * COMPARED)[:, None]
    assert width("mean", x) == pytest.approx(1.0 / 3.0, rel=1e-2)
