"""Windows: the moving window is a Parzen classifier, densities integrate to one, and the default looks at nothing."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad
from sklearn.dummy import DummyClassifier
from sklearn.neighbors import KernelDensity, RadiusNeighborsClassifier

from drupe import DefaultClassifier, MovingWindow, ParzenClassifier, ParzenDensity
from drupe.foundation.errors import InputError, InputTypeError, ParameterError
from drupe.kernels import Cauchy, Epanechnikov, Gaussian, Linear, Uniform
from drupe.losses import CostMatrix
from drupe.textbook.spaces import distances


def sample(seed, n=60, d=2, classes=3):
    random = np.random.default_rng(seed)
    labels = np.arange(n) % classes
    return random.normal(size=(n, d)) + labels[:, None], labels, random.normal(size=(50, d)) + 1.0


@pytest.mark.spec("G.A-15", "G.A-17")
@given(seed=st.integers(0, 10**6), radius=st.floats(0.3, 3.0))
def test_moving_window_is_a_parzen_classifier_with_a_uniform_window(seed, radius):
    points, labels, new = sample(seed)
    window, parzen = MovingWindow(radius).fit(points, labels), ParzenClassifier(Uniform(radius)).fit(points, labels)
    np.testing.assert_array_equal(window.predict(new), parzen.predict(new))
    np.testing.assert_allclose(window.predict_proba(new), parzen.predict_proba(new), atol=1e-12)
    np.testing.assert_array_equal(window.rejected(new), parzen.rejected(new))


@pytest.mark.spec("G.A-15")
def test_moving_window_agrees_with_scikit_learn_where_somebody_votes():
    points, labels, new = sample(0)
    ours = MovingWindow(1.0).fit(points, labels)
    covered = new[~ours.rejected(new)]
    peer = RadiusNeighborsClassifier(1.0).fit(points, labels)
    np.testing.assert_array_equal(ours.predict(covered), peer.predict(covered))


@pytest.mark.spec("G.A-15")
def test_outside_and_endless_windows():
    points, labels, _ = sample(1, n=61)
    far = np.full((1, 2), 99.0)
    assert MovingWindow(1.0).fit(points, labels).predict(far).tolist() == [0]  # one more than the others
    for machine in (MovingWindow(1.0, outside="reject"), ParzenClassifier(Uniform(1.0), outside="reject")):
        assert machine.fit(points, labels).predict(far).tolist() == [None]
        assert machine.rejected(far).all()
    priors = np.bincount(labels) / 61
    np.testing.assert_allclose(MovingWindow(1e9).fit(points, labels).predict_proba(far), [priors])


@pytest.mark.spec("G.A-15", "H.A07")
def test_window_in_feature_space():
    points, labels, new = sample(2)
    near = distances(Gaussian(1.0), new, points) <= 0.9
    votes = near.astype(float) @ np.eye(3)[labels]
    ours = MovingWindow(0.9, kernel=Gaussian(1.0)).fit(points, labels)
    np.testing.assert_allclose(ours._outputs(new), votes)


@pytest.mark.spec("G.A-17", "C.G18")
@given(seed=st.integers(0, 10**6))
def test_parzen_classifier_is_the_largest_prior_times_density(seed):
    points, labels, new = sample(seed, classes=2, n=41)
    kernel = Gaussian(0.7)
    machine = ParzenClassifier(kernel).fit(points, labels)
    shares = np.column_stack(
        [np.mean(labels == c) * ParzenDensity(kernel).fit(points[labels == c]).density(new) for c in (0, 1)]
    )
    np.testing.assert_array_equal(machine.predict(new), shares.argmax(axis=1))
    np.testing.assert_allclose(machine.predict_proba(new), shares / shares.sum(axis=1, keepdims=True), atol=1e-10)
    signs = np.where(labels == 1, 1.0, -1.0)
    np.testing.assert_array_equal(machine.predict(new) == 1, kernel(new, points) @ signs > 0)


def test_windows_that_are_negative_are_refused():
    points, labels, new = sample(3)
    with pytest.raises(InputError, match="must not be negative, but Linear"):
        ParzenClassifier(Linear()).fit(points, labels).predict(-new)


@pytest.mark.spec("G.A-16")
@pytest.mark.parametrize("kernel", [Gaussian(0.5), Uniform(0.8), Epanechnikov(1.1), Cauchy(0.6)])
def test_density_integrates_to_one(kernel):
    points = np.random.default_rng(0).normal(size=(12, 1))
    density = ParzenDensity(kernel).fit(points)
    breaks = np.unique(np.concatenate([points - kernel.width, points + kernel.width, [[-40.0], [40.0]]]))
    total = sum(quad(lambda t: density.density([[t]])[0], low, high)[0] for low, high in pairwise(breaks))
    if isinstance(kernel, Cauchy):
        total += np.mean(1.0 - (np.arctan((40.0 - points) / 0.6) + np.arctan((40.0 + points) / 0.6)) / np.pi)
    assert total == pytest.approx(1.0, abs=1e-6)


@pytest.mark.spec("G.A-16")
@pytest.mark.parametrize(
    ("kernel", "name"), [(Gaussian(0.5), "gaussian"), (Uniform(0.5), "tophat"), (Epanechnikov(0.5), "epanechnikov")]
)
@pytest.mark.parametrize("d", [1, 2, 3])
def test_density_is_that_of_scikit_learn(kernel, name, d):
    random = np.random.default_rng(d)
    points, weights = random.normal(size=(40, d)), random.uniform(0.1, 1.0, size=40)
    new = np.vstack([random.normal(size=(30, d)), np.full((1, d), 60.0)])  # the last one is far out in the tail
    peer = KernelDensity(kernel=name, bandwidth=0.5).fit(points, sample_weight=weights).score_samples(new)
    ours = ParzenDensity(kernel).fit(points, sample_weight=weights).score_samples(new)
    np.testing.assert_allclose(ours, peer, rtol=1e-9)


@pytest.mark.spec("G.A-16")
def test_density_needs_a_known_integral():
    with pytest.raises(InputTypeError, match="whose integral is known"):
        ParzenDensity(Linear()).fit([[0.0], [1.0]])
    with pytest.raises(ParameterError, match="no finite integral in 2 dimensions"):
        ParzenDensity(Cauchy()).fit([[0.0, 1.0]])


@pytest.mark.spec("G.A-17")
def test_weights_count_examples():
    points, labels, new = sample(4)
    weights = np.random.default_rng(0).integers(1, 4, size=60)
    for machine in (ParzenClassifier(Gaussian(0.5)), MovingWindow(1.0)):
        weighted = machine.fit(points, labels, sample_weight=weights).predict_proba(new)
        repeated = machine.fit(np.repeat(points, weights, axis=0), np.repeat(labels, weights)).predict_proba(new)
        np.testing.assert_allclose(weighted, repeated, atol=1e-12)


@pytest.mark.spec("G.L-05", "H.A15")
def test_default_classifier_and_its_risks():
    points, labels = np.zeros((10, 1)), np.array(list("aaaabbbbbc"))
    machine = DefaultClassifier().fit(points, labels)
    assert machine.risks_.tolist() == pytest.approx([0.6, 0.5, 0.9])
    peer = DummyClassifier(strategy="prior").fit(points, labels)
    np.testing.assert_array_equal(machine.predict(points), peer.predict(points))
    np.testing.assert_allclose(machine.predict_proba(points), peer.predict_proba(points))
    dear = CostMatrix(((0.0, 1.0, 1.0), (1.0, 0.0, 1.0), (99.0, 99.0, 0.0)))  # never to miss a c
    assert set(DefaultClassifier(dear).fit(points, labels).predict(points)) == {"c"}
    assert 1.0 - machine.score(points, labels) == pytest.approx(machine.risks_.min())


@pytest.mark.spec("G.L-03", "G.L-05")
@given(counts=st.lists(st.integers(1, 20), min_size=2, max_size=5))
def test_balanced_costs_make_all_constant_answers_alike(counts):
    labels = np.repeat(np.arange(len(counts)), counts)
    np.testing.assert_allclose(DefaultClassifier("balanced").fit(np.zeros((len(labels), 1)), labels).risks_, 1.0)


def test_default_classifier_takes_anything():
    machine = DefaultClassifier().fit(["ab", "cd", "ef"], [1, 2, 2])
    assert machine.predict(["xyz"]).tolist() == [2]
    with pytest.raises(ParameterError, match="costs are for 3 classes, but y holds 2"):
        DefaultClassifier(CostMatrix.zero_one(3)).fit(["ab", "cd"], [1, 2])
