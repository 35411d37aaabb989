"""The kernel classifier: machines seen through it, margins by the Gram matrix, signs, and fewer examples."""

import numpy as np
import pytest

from drupe import SVC, BayesPointMachine, HardMarginSVC, KernelPerceptron
from drupe.foundation.errors import InputError
from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Linear, Spectrum
from drupe.predictors.expansion import Expansion
from drupe.textbook.learning.kernel_classifier import KernelClassifier

RNG = np.random.default_rng(0)
X = RNG.normal(size=(40, 2))
y = np.where(X[:, 0] + 0.3 * X[:, 1] ** 2 > 0.1, 1, -1)
NEW = RNG.normal(size=(200, 2))


@pytest.mark.spec("G.A-39")
@pytest.mark.parametrize(
    "machine",
    [
        KernelPerceptron(Gaussian(1.0)),
        HardMarginSVC(kernel=Gaussian(0.5)),
        BayesPointMachine(Gaussian(0.5), n_samples=50, random_state=0),
    ],
    ids=lambda one: type(one).__name__,
)
def test_machines_are_kernel_classifiers(machine):
    rule = KernelClassifier(machine.fit(X, y).predictor_)
    np.testing.assert_array_equal(rule.predict(NEW), machine.predict(NEW))
    np.testing.assert_allclose(rule.decision(NEW), machine.decision_function(NEW), rtol=1e-6, atol=1e-9)


@pytest.mark.spec("G.A-39")
def test_norm_and_margins_by_the_gram_matrix():
    alpha, kernel = RNG.normal(size=40), Gaussian(0.8)
    rule, K = KernelClassifier.of(kernel, X, alpha), kernel(X)
    length = np.sqrt(alpha @ K @ alpha)
    assert rule.norm == pytest.approx(length, rel=1e-12)
    np.testing.assert_allclose(rule.margins(X, y), y * (K @ alpha) / length, atol=1e-12)
    flat = KernelClassifier.of(Linear(), X, alpha)
    w = X.T @ alpha
    cosines = y * (X @ w) / (np.linalg.norm(w) * np.linalg.norm(X, axis=1))
    np.testing.assert_allclose(flat.normalized_margins(X, y), cosines, atol=1e-12)
    # Neither the length of w nor that of an example matters.
    longer = KernelClassifier.of(Linear(), X, 7.0 * alpha)
    np.testing.assert_allclose(longer.normalized_margins(3.0 * X, y), cosines, atol=1e-12)


@pytest.mark.spec("G.A-39")
def test_offset_counts_as_one_more_feature_in_normalized_margins():
    rule = KernelClassifier.of(Linear(), [[1.0]], [3.0], offset=4.0)
    assert rule.normalized_margins([[0.0]], np.array([1.0])).item() == pytest.approx(0.8)
    assert rule.margins([[2.0]], np.array([1.0])).item() == pytest.approx(10.0 / 3.0)


@pytest.mark.spec("G.A-39")
def test_dual_variables_get_the_signs_of_labels():
    machine = SVC(kernel=Gaussian(1.0), C=10.0, tol=1e-8).fit(X, y)
    dual = np.zeros(40)
    dual[machine.support_] = np.abs(machine.dual_coef_[0])
    rule = KernelClassifier.from_dual(Gaussian(1.0), X, y, dual, machine.intercept_.item())
    np.testing.assert_allclose(rule.decision(NEW), machine.decision_function(NEW), atol=1e-9)
    assert rule.sparsity == len(machine.support_) == len(rule.function.centers) < 40


@pytest.mark.spec("G.A-39")
def test_zero_is_positive_and_small_coefficients_can_go():
    rule = KernelClassifier.of(Linear(), [[1.0], [2.0], [4.0]], [1.0, 1e-9, -0.5])
    assert rule.predict([[0.0], [1.0], [-1.0]]).tolist() == [1, -1, 1]
    assert rule.compressed(1e-6).alpha.tolist() == [1.0, -0.5]
    assert rule.compressed().sparsity == rule.sparsity == 3
    # What is small is so beside the largest, whatever the units; what has just the size of the limit goes, too.
    large = KernelClassifier.of(Linear(), [[1.0], [2.0], [4.0]], [4096.0, 4.0, -2048.0])
    assert large.compressed(1e-6).sparsity == 3
    assert large.compressed(2.0**-10).alpha.tolist() == [4096.0, -2048.0]
    # What is dropped moves the function by no more than its own length.
    gap = np.abs(rule.compressed(1e-6).decision(NEW[:, :1]) - rule.decision(NEW[:, :1]))
    assert (gap <= 2e-9 * np.abs(NEW[:, 0]) + 1e-15).all()
    nothing = KernelClassifier.of(Linear(), [[1.0]], [0.0])
    assert (nothing.sparsity, nothing.norm, nothing.predict([[-1.0]]).tolist()) == (0, 0.0, [1])


def test_strings_and_what_is_no_classifier():
    rule = KernelClassifier.of(Spectrum(length=1), ["aa", "bb"], [1.0, -1.0])
    assert rule.predict(["aab", "abb"]).tolist() == [1, -1]
    with pytest.raises(InputError, match="one output"):
        KernelClassifier(Expansion(Linear(), Vectors.of([[1.0]]), np.ones((1, 2)), np.zeros(2)))
