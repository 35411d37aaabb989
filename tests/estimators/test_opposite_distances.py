"""Distances of opposite classes: against all pairs written out, in any feature space, and as the width of machines."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn.model_selection import GridSearchCV

from drupe import (
    SVC,
    SVR,
    KernelFisher,
    OneClassSVM,
    ParzenClassifier,
    SVCPathCV,
    TwoNormSVC,
    certify,
    opposite_distances,
)
from drupe.displays.fitted_kernel import fitted_kernel
from drupe.foundation.errors import InputError, ParameterError
from drupe.kernels import Gaussian, Polynomial
from drupe.predictors import distances


def written_out(squared, labels):
    apart = np.where(labels[:, None] != labels[None, :], squared, np.inf)
    return np.sqrt(apart.min(axis=1)), apart.argmin(axis=1)


@pytest.mark.spec("C.G02")
@pytest.mark.parametrize("classes", [2, 5])
def test_nearest_of_another_class_is_that_of_all_pairs(classes, monkeypatch):
    monkeypatch.setattr(distances, "BLOCK_BYTES", 8 * 300)  # several blocks
    rng = np.random.default_rng(classes)
    X, labels = rng.normal(size=(120, 4)), rng.integers(classes, size=120)
    found = opposite_distances(X, np.array(list("abcde"))[labels])
    nearest, partners = written_out(cdist(X, X, "sqeuclidean"), labels)
    np.testing.assert_allclose(found.nearest, nearest, rtol=1e-12)
    np.testing.assert_array_equal(found.partners, partners)
    assert found.smallest == pytest.approx(nearest.min())
    assert found.median == pytest.approx(np.median(nearest))
    assert set(found.pair) == {int(nearest.argmin()), int(partners[nearest.argmin()])}


@pytest.mark.spec("C.G02")
def test_distances_are_those_of_any_feature_space():
    rng = np.random.default_rng(3)
    X, labels = rng.normal(size=(40, 3)), rng.integers(2, size=40)
    K = (1.0 + X @ X.T) ** 2
    squared = K.diagonal()[:, None] + K.diagonal()[None, :] - 2.0 * K
    found = opposite_distances(X, labels, Polynomial(2, coef0=1.0))
    np.testing.assert_allclose(found.nearest, written_out(squared, labels)[0], rtol=1e-9)


def test_points_far_from_the_origin_keep_their_distances():
    X = np.array([[1e8, 1e8], [1e8, 1e8 + 1e-3], [1e8 + 1.0, 1e8]])
    assert opposite_distances(X, [0, 1, 0]).smallest == pytest.approx(X[1, 1] - X[0, 1], rel=1e-9)


@pytest.mark.spec("C.G02")
def test_equal_examples_of_opposite_classes_are_named_and_do_not_count():
    X, y = [[0.0], [0.0], [1.0], [3.0]], [0, 1, 1, 1]
    found = opposite_distances(X, y)
    assert found.contradictions.tolist() == [0, 1]
    assert found.pair == (0, 1)
    assert found.smallest == 1.0
    with pytest.raises(InputError, match="every example equals one of another class, as examples 0 and 1 do"):
        _ = opposite_distances([[0.0], [0.0]], [0, 1]).smallest


def test_labels_must_match_and_differ():
    with pytest.raises(InputError, match="two classes or more"):
        opposite_distances([[0.0], [1.0]], [1, 1])
    with pytest.raises(InputError, match="X holds 2 examples but y has shape"):
        opposite_distances([[0.0], [1.0]], [1, 0, 1])


@pytest.mark.spec("C.G02")
@pytest.mark.parametrize("kind", [SVC, TwoNormSVC, KernelFisher, ParzenClassifier])
def test_machines_take_the_width_of_their_own_examples(kind):
    rng = np.random.default_rng(5)
    X = rng.normal(size=(60, 3))
    y = np.where(X[:, 0] + 0.3 * rng.normal(size=60) > 0, "up", "down")
    for part in (slice(0, 60), slice(20, 60)):
        width = opposite_distances(X[part], y[part]).smallest
        ours = kind(kernel="rbf", gamma="closest_opposite").fit(X[part], y[part])
        told = kind(kernel=Gaussian(width)).fit(X[part], y[part])
        np.testing.assert_array_equal(ours.predict(X), told.predict(X))
        assert fitted_kernel(ours) == Gaussian(width)


def test_a_search_takes_the_width_anew_in_every_fold():
    rng = np.random.default_rng(6)
    X, y = rng.normal(size=(60, 2)), np.arange(60) % 2
    search = GridSearchCV(SVC(gamma="closest_opposite"), {"C": [0.1, 10.0]}, cv=3).fit(X, y)
    assert search.best_estimator_.predictor_ is not None
    with pytest.raises(ParameterError, match="labels held out"):
        SVCPathCV(gamma="closest_opposite").fit(X, y)


def test_a_width_from_labels_is_never_certified_by_the_training_examples():
    rng = np.random.default_rng(7)
    X = rng.normal(size=(200, 2))
    y = (X[:, 0] > 0).astype(int)
    assert certify(SVC(gamma=1.0, C=10.0).fit(X, y), X, y).best.value < 1.0
    table = certify(SVC(gamma="closest_opposite", C=10.0).fit(X, y), X, y)
    assert "takes the kernel from the data" in str(table)
    assert "Nothing could be certified" in str(table)


@pytest.mark.parametrize(
    ("machine", "words"),
    [
        (SVR(gamma="closest_opposite"), "none are known here"),
        (OneClassSVM(gamma="closest_opposite"), "none are known here"),
        (SVC(kernel="poly", gamma="closest_opposite"), "it goes with kernel='rbf', not 'poly'"),
    ],
)
def test_no_width_without_classes_or_bells(machine, words):
    with pytest.raises(ParameterError, match=words):
        machine.fit([[0.0], [1.0], [2.0], [3.0]], [0, 1, 0, 1])
