"""Neighbors in feature space: as scikit-learn's, ties by position, rejection, the limit of a product kernel."""

from itertools import combinations

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from sklearn.datasets import load_digits, load_iris
from sklearn.neighbors import KNeighborsClassifier

from drupe import CondensedNeighbors, NeighborsClassifier
from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs import Tuples
from drupe.kernels import Gaussian, OnTuples, Polynomial
from drupe.textbook.spaces import distances


@pytest.mark.spec("H.A06", "G.A-12", "C.B32")
@pytest.mark.parametrize("count", [1, 5, 100])
def test_linear_and_gaussian_kernels_have_euclidean_neighbors(count):
    random = np.random.default_rng(0)
    points, labels = random.normal(size=(150, 4)), random.integers(0, 3, size=150)
    new = random.normal(size=(80, 4))
    peer = KNeighborsClassifier(count).fit(points, labels)
    for kernel in ("linear", Gaussian(1.0), Gaussian(0.01)):  # so narrow that all distances round to √2
        ours = NeighborsClassifier(count, kernel=kernel).fit(points, labels)
        np.testing.assert_array_equal(ours.predict(new), peer.predict(new))
        np.testing.assert_allclose(ours.predict_proba(new), peer.predict_proba(new))
        np.testing.assert_array_equal(ours.kneighbors(new)[1], peer.kneighbors(new)[1])
    np.testing.assert_allclose(
        NeighborsClassifier(count).fit(points, labels).kneighbors(new)[0], peer.kneighbors(new)[0]
    )


@pytest.mark.spec("H.A06", "H.A07", "C.B32", "G.A-12")
def test_metric_of_the_feature_space():
    random = np.random.default_rng(1)
    points, labels = random.normal(size=(60, 3)), random.integers(0, 2, size=60)
    new, kernel = random.normal(size=(20, 3)), Polynomial(degree=2, coef0=1.0)
    metric = distances(kernel, new, points)
    found, nearest = NeighborsClassifier(5, kernel=kernel).fit(points, labels).kneighbors(new)
    np.testing.assert_array_equal(nearest, np.argsort(metric, axis=1)[:, :5])
    np.testing.assert_allclose(found, np.sort(metric, axis=1)[:, :5])
    precomputed = NeighborsClassifier(5, kernel="precomputed").fit(kernel(points, points), labels)
    ours = NeighborsClassifier(5, kernel=kernel).fit(points, labels)
    np.testing.assert_array_equal(precomputed.predict(kernel(new, points)), ours.predict(new))


@pytest.mark.spec("G.A-12")
@given(seed=st.integers(0, 10**6), count=st.integers(1, 12))
def test_neighborhood_is_a_permutation_with_ties_by_position(seed, count):
    random = np.random.default_rng(seed)
    points = random.integers(0, 3, size=(60, 2)).astype(float)  # many equal distances
    labels, new = random.integers(0, 2, size=60), random.integers(0, 3, size=(5, 2)).astype(float)
    labels[:2] = 0, 1
    squared = ((new[:, None] - points) ** 2).sum(axis=2)
    ranks = (squared[:, None, :] < squared[:, :, None]).sum(axis=2) + np.array(
        [[(row[: i + 1] == row[i]).sum() for i in range(60)] for row in squared]
    )
    np.testing.assert_array_equal(np.sort(ranks, axis=1), np.tile(np.arange(1, 61), (5, 1)))
    nearest = NeighborsClassifier(count).fit(points, labels).kneighbors(new)[1]
    np.testing.assert_array_equal(nearest, np.argsort(ranks, axis=1)[:, :count])


@pytest.mark.spec("G.A-12")
def test_all_neighbors_are_the_majority_and_one_is_consistent():
    points, labels = load_iris(return_X_y=True)
    points, first = np.unique(points, axis=0, return_index=True)
    labels = labels[first]
    assert NeighborsClassifier(1).fit(points, labels).score(points, labels) == 1.0
    assert set(NeighborsClassifier(len(labels)).fit(points, labels).predict(points)) == {np.bincount(labels).argmax()}


@pytest.mark.spec("G.A-12")
def test_tie_breaker_decides_ties_and_nothing_else():
    points, labels = [[0.0], [1.0], [4.0]], ["a", "b", "b"]
    assert NeighborsClassifier(2).fit(points, labels).predict([[0.4]]).tolist() == ["a"]
    assert NeighborsClassifier(2, tie_breaker=[0.0, 0.5]).fit(points, labels).predict([[0.4]]).tolist() == ["b"]
    assert NeighborsClassifier(1, tie_breaker=[0.0, 0.5]).fit(points, labels).predict([[0.4]]).tolist() == ["a"]
    with pytest.raises(ParameterError, match="between 0 and 1/2"):
        NeighborsClassifier(1, tie_breaker=[0.0, 0.7]).fit(points, labels)


@pytest.mark.spec("G.A-13")
def test_rejection_is_nested_and_spares_errors():
    points, labels = load_digits(return_X_y=True)
    train, test = slice(0, 300), slice(300, 900)
    accepted, errors = [], []
    for required in (None, 6, 8, 10):
        machine = NeighborsClassifier(10, required_votes=required, reject_label=-1).fit(points[train], labels[train])
        predicted = machine.predict(points[test])
        accepted.append(set(np.flatnonzero(predicted != -1)))
        kept = predicted != -1
        errors.append(np.mean(predicted[kept] != labels[test][kept]))
        np.testing.assert_array_equal(machine.rejected(points[test]), ~kept)
        votes = np.rint(machine.predict_proba(points[test]).max(axis=1) * 10)
        np.testing.assert_array_equal(kept, votes >= (required or 0))
    assert accepted[0] > accepted[1] > accepted[2] > accepted[3]
    assert errors[0] > errors[1] > errors[2] > errors[3]


def test_what_cannot_be_asked():
    points, labels = [[0.0], [1.0], [4.0]], ["a", "b", "b"]
    with pytest.raises(ParameterError, match="more than half of n_neighbors = 3"):
        NeighborsClassifier(3, required_votes=1).fit(points, labels)
    with pytest.raises(InputError, match="5 neighbors were asked for, but there are 3"):
        NeighborsClassifier().fit(points, labels)


@pytest.mark.spec("G.A-19")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_product_kernel_on_subsets_is_the_vote_of_neighbors(count):
    random = np.random.default_rng(count)
    points, signs = random.uniform(-1, 1, size=(10, 2)), random.choice([-1, 1], size=10)
    new = random.uniform(-1, 1, size=(30, 2))
    order = np.sort(((new[:, None] - points) ** 2).sum(axis=2), axis=1)
    new = new[order[:, count] - order[:, count - 1] > 0.02]
    subsets = np.array(list(combinations(range(10), count)))
    copies = Tuples.of(*[new] * count)
    tuples = Tuples.of(*[points[subsets[:, place]] for place in range(count)])
    outputs = OnTuples(Gaussian(0.04)).matrix(copies, tuples) @ signs[subsets].sum(axis=1)
    votes = signs[NeighborsClassifier(count).fit(points, np.arange(10)).kneighbors(new)[1]].sum(axis=1)
    decided = votes != 0
    np.testing.assert_array_equal(np.sign(outputs[decided]), np.sign(votes[decided]))


@pytest.mark.spec("G.A-14", "G.A-42")
@pytest.mark.parametrize("convert", [np.asarray, sp.csr_matrix])
def test_condensed_neighbors_answer_for_the_whole_sample(convert):
    points, labels = load_iris(return_X_y=True)
    points, first = np.unique(points, axis=0, return_index=True)
    labels = labels[first]
    machine = CondensedNeighbors().fit(convert(points), labels)
    assert machine.score(convert(points), labels) == 1.0
    assert len(machine.kept_) < 0.2 * len(labels)
    kept = np.sort(machine.kept_)
    alone = NeighborsClassifier(1).fit(points[kept], labels[kept])
    new = points + np.random.default_rng(0).normal(scale=0.3, size=points.shape)
    np.testing.assert_array_equal(machine.predict(new), alone.predict(new))
    # The kept examples, in the order in which they were, are kept again.
    again = CondensedNeighbors().fit(points[machine.kept_], labels[machine.kept_])
    assert again.kept_.tolist() == list(range(len(machine.kept_)))


@pytest.mark.spec("G.A-12")
def test_perfect_metric_needs_one_example_of_each_class():
    random = np.random.default_rng(0)
    labels = np.arange(60) % 3
    points = np.array([[0.0, 0.0], [9.0, 0.0], [0.0, 9.0]])[labels] + random.uniform(-1, 1, size=(60, 2))
    one_each = NeighborsClassifier(1).fit(points[:3], labels[:3])
    assert one_each.score(points, labels) == 1.0
    assert len(CondensedNeighbors().fit(points, labels).kept_) == 3
