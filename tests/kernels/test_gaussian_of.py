"""The Gaussian of another kernel's feature distance."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernels.plain import WORDS, BareGaussian, Letters

from drupe import SVC
from drupe.foundation.errors import ParameterError
from drupe.inputs import Vectors
from drupe.kernels import INDEFINITE, POSITIVE, ExponentialOf, Gaussian, GaussianOf, Linear, Noise, Polynomial, Sigmoid
from drupe.kernels.checks import positive_semidefinite
from drupe.kernels.multiquadric import Multiquadric
from drupe.kernels.parameters import numeric_gradient

X = np.random.default_rng(0).normal(size=(9, 2))


def by_hand(inner, width, X):
    K = inner(X)
    squared = np.add.outer(K.diagonal(), K.diagonal()) - 2.0 * K
    return np.exp(-squared / (2.0 * width**2))


@pytest.mark.spec("C.B25", "H.K06")
@given(st.floats(0.2, 5.0))
def test_of_the_dot_product_it_is_the_gaussian_kernel(width):
    np.testing.assert_allclose(GaussianOf(Linear(), width)(X), Gaussian(width)(X), rtol=1e-10, atol=1e-300)
    np.testing.assert_allclose(
        GaussianOf(Linear(), width)(X, X[:2]), Gaussian(width)(X, X[:2]), rtol=1e-10, atol=1e-300
    )


@pytest.mark.spec("C.B25", "H.K06")
@pytest.mark.parametrize(
    "inner", [Polynomial(2, 1.0), Gaussian(0.5), BareGaussian(0.5), Linear() + Noise(0.1)], ids=repr
)
def test_values_follow_from_three_kernel_values(inner):
    k = GaussianOf(inner, width=1.4)
    np.testing.assert_allclose(k(X), by_hand(inner, 1.4, X), rtol=1e-10)
    np.testing.assert_array_equal(k.diagonal(Vectors.of(X)), np.ones(9))
    assert positive_semidefinite(k(X))


@pytest.mark.spec("H.K06")
def test_is_the_normalized_exponential():
    inner = Polynomial(2, 1.0)
    np.testing.assert_allclose(GaussianOf(inner, 3.0)(X), ExponentialOf(inner, 3.0).normalized()(X), rtol=1e-9)


@pytest.mark.spec("C.B25")
def test_serves_words():
    k, K = GaussianOf(Letters(0.0), width=2.0), Letters(0.0).matrix(WORDS, WORDS)
    squared = np.add.outer(K.diagonal(), K.diagonal()) - 2.0 * K
    np.testing.assert_allclose(k.matrix(WORDS, WORDS), np.exp(-squared / 8.0), rtol=1e-12)
    # "cat" and "car" differ in one letter each way: squared distance two.
    assert k.matrix(WORDS, WORDS)[0, 1] == pytest.approx(np.exp(-0.25))


def test_rounding_makes_no_examples_more_alike_than_equal():
    far = 1e6 + np.random.default_rng(1).normal(size=(20, 3))
    for inner in (Linear(), Linear() + BareGaussian(1e9)):
        assert GaussianOf(inner, 1.0)(far).max() <= 1.0


@pytest.mark.parametrize("inner", [Linear(), Linear() + BareGaussian(1e9)], ids=repr)
def test_single_precision_does_not_cancel(inner):
    # Far from the origin ⟨x, x⟩ ≈ 10⁶: in float32 its last digit alone is worth a sixteenth.
    far = (1e3 + X).astype(np.float32)
    np.testing.assert_allclose(GaussianOf(inner, 1.0)(far), Gaussian(1.0)(far.astype(np.float64)), rtol=1e-7)


@pytest.mark.parametrize("inner", [Polynomial(2, 1.0), BareGaussian(0.7), Gaussian(0.7) + Noise(0.2)], ids=repr)
def test_slopes(inner):
    k, inputs = GaussianOf(inner, 1.2), Vectors.of(X)
    slopes = k.gradient(inputs)
    assert set(slopes) == set(k.parameters())
    for name, slope in slopes.items():
        np.testing.assert_allclose(slope, numeric_gradient(k, inputs, name), rtol=1e-6, atol=1e-7)


def test_promise_follows_the_inner_kernel():
    assert GaussianOf(Linear()).definiteness == POSITIVE
    assert GaussianOf(Sigmoid()).definiteness == INDEFINITE


def test_conditionally_positive_of_order_one_is_enough():
    k = GaussianOf(Multiquadric(), 0.8)
    assert k.definiteness == POSITIVE
    assert positive_semidefinite(k(X))
    np.testing.assert_allclose(k(X), by_hand(Multiquadric(), 0.8, X), rtol=1e-10)


def test_indefinite_inner_kernel_is_taken_at_its_word():
    k = GaussianOf(Sigmoid(1.0, 0.5), 1.0)
    np.testing.assert_allclose(k(3.0 * X), by_hand(Sigmoid(1.0, 0.5), 1.0, 3.0 * X), rtol=1e-9)
    assert k(3.0 * X).max() > 1.0


def test_width_is_positive():
    with pytest.raises(ParameterError, match=r"GaussianOf\.width must lie in \[1e-150, 1e\+150\], got -1\.0"):
        GaussianOf(Linear(), -1.0)


def test_answers_in_bulk_are_those_one_by_one():
    # Of a narrow kernel of long vectors single precision sees no distance at all.
    rng = np.random.default_rng(1)
    train, codes = 20.0 * rng.normal(size=(40, 2)), rng.integers(0, 4, 40)
    machine = SVC(kernel=GaussianOf(Polynomial(2, 1.0), 0.01)).fit(train, codes)
    many = np.vstack([train, 20.0 * rng.normal(size=(300, 2))])
    np.testing.assert_array_equal(machine.predict(many)[:40], [machine.predict(row[None]).item() for row in train])
