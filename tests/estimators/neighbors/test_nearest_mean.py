"""Nearest mean: explicit means, Fisher's and Parzen's limits, and the nearest neighbor as the width vanishes."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.datasets import load_iris
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid

from drupe import NearestMean, ParzenClassifier
from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Linear
from drupe.textbook.spaces import MeanHyperplane


def two_classes(seed, n=30):
    random = np.random.default_rng(seed)
    labels = np.where(np.arange(n) % 3 == 0, 1, -1)
    return random.normal(size=(n, 2)) + 0.8 * labels[:, None], labels


@pytest.mark.spec("G.A-18", "C.B27")
@given(seed=st.integers(0, 10**6))
def test_linear_kernel_compares_with_explicit_means(seed):
    points, labels = two_classes(seed)
    new = np.random.default_rng(seed + 1).normal(size=(20, 2))
    above, below = points[labels > 0].mean(axis=0), points[labels < 0].mean(axis=0)
    halves = 0.5 * (((new - below) ** 2).sum(axis=1) - ((new - above) ** 2).sum(axis=1))
    machine = NearestMean("linear").fit(points, labels)
    np.testing.assert_allclose(machine.decision_function(new), halves, atol=1e-10)
    np.testing.assert_array_equal(machine.predict(new), np.where(halves >= 0, 1, -1))
    np.testing.assert_allclose(machine.squared_norms_, [below @ below, above @ above], atol=1e-12)


@pytest.mark.spec("G.A-18")
def test_many_classes_are_those_of_nearest_centroid():
    points, labels = load_iris(return_X_y=True)
    new = points + np.random.default_rng(0).normal(scale=0.5, size=points.shape)
    ours, peer = NearestMean("linear").fit(points, labels), NearestCentroid().fit(points, labels)
    np.testing.assert_array_equal(ours.predict(new), peer.predict(new))


@pytest.mark.spec("G.A-18", "C.B27")
def test_any_kernel_has_the_hyperplane_between_the_means():
    points, labels = two_classes(3)
    machine, plane = NearestMean(Gaussian(0.7)).fit(points, labels), MeanHyperplane.of(Gaussian(0.7), points, labels)
    np.testing.assert_allclose(machine.decision_function(points), plane.decision(points), atol=1e-12)


@pytest.mark.spec("G.A-18")
def test_weights_count_examples():
    points, labels = two_classes(4)
    weights = np.random.default_rng(0).integers(0, 4, size=len(labels))
    weighted = NearestMean(Gaussian(1.0)).fit(points, labels, sample_weight=weights)
    repeated = NearestMean(Gaussian(1.0)).fit(np.repeat(points, weights, axis=0), np.repeat(labels, weights))
    np.testing.assert_allclose(weighted.decision_function(points), repeated.decision_function(points), atol=1e-12)


@pytest.mark.spec("G.A-18", "G.A-17")
def test_parzen_classifier_where_classes_are_equal_in_size_and_mean_length():
    random = np.random.default_rng(1)
    half = random.normal(loc=(1.0, 0.0), size=(20, 2))
    points, labels = np.vstack([half, -half]), np.repeat([1, 0], 20)  # a mirror image: both means equally long
    new = random.normal(size=(200, 2))
    mean, parzen = NearestMean(Gaussian(0.8)).fit(points, labels), ParzenClassifier(Gaussian(0.8)).fit(points, labels)
    assert mean.intercept_[0] == pytest.approx(0.0, abs=1e-12)
    np.testing.assert_array_equal(mean.predict(new), parzen.predict(new))


@pytest.mark.spec("G.A-19", "G.A-18")
@given(seed=st.integers(0, 10**6))
def test_nearest_neighbor_as_the_width_vanishes(seed):
    random = np.random.default_rng(seed)
    points, labels = random.uniform(-1, 1, size=(40, 2)), np.repeat([0, 1], 20)
    new = random.uniform(-1, 1, size=(50, 2))
    # Leave out points that are nearly as far from a second example: there the limit is reached later.
    squared = np.sort(((new[:, None] - points) ** 2).sum(axis=2), axis=1)
    new = new[(squared[:, 1] - squared[:, 0] > 0.01) & (squared[:, 0] < 1.0)]
    mean = NearestMean(Gaussian(0.03)).fit(points, labels)
    # With classes of equal size the means get equally long as well, and only the nearest example counts.
    without_offset = replace(mean.predictor_, offset=np.zeros(1))
    outputs = without_offset.decision(Vectors.of(new))[:, 0]
    nearest = KNeighborsClassifier(1).fit(points, labels).predict(new)
    np.testing.assert_array_equal(outputs > 0, nearest == 1)
    parzen = ParzenClassifier(Gaussian(0.002)).fit(points, labels)  # in logarithms: no underflow at all
    np.testing.assert_array_equal(parzen.predict(new), nearest)


@pytest.mark.spec("G.A-18")
def test_wide_gaussian_is_nearly_linear():
    points, labels = two_classes(5, n=60)
    new = np.random.default_rng(9).normal(size=(300, 2))
    wide, linear = NearestMean(Gaussian(100.0)).fit(points, labels), NearestMean(Linear()).fit(points, labels)
    assert np.mean(wide.predict(new) == linear.predict(new)) > 0.99
