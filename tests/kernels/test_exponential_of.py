"""The exponential of a kernel."""

import math

import numpy as np
import pytest
from kernels.plain import WORDS, BareGaussian, Letters

from drupe.foundation.errors import ParameterError
from drupe.inputs import Vectors
from drupe.kernels import INDEFINITE, POSITIVE, ExponentialOf, Gaussian, Linear, Sigmoid
from drupe.kernels.checks import positive_semidefinite
from drupe.kernels.multiquadric import Multiquadric
from drupe.kernels.parameters import numeric_gradient
from drupe.kernels.thin_plate import ThinPlate

X = np.random.default_rng(0).normal(size=(8, 2))


@pytest.mark.spec("C.B11", "H.K06", "G.K-08")
@pytest.mark.parametrize("inner", [Linear(), Gaussian(0.5), BareGaussian(0.5), Linear() * Gaussian()], ids=repr)
def test_values_are_exponentials(inner):
    k = ExponentialOf(inner, width=1.5)
    np.testing.assert_allclose(k(X), np.exp(inner(X) / 2.25), rtol=1e-12)
    np.testing.assert_allclose(k(X, X[:3]), np.exp(inner(X, X[:3]) / 2.25), rtol=1e-12)
    np.testing.assert_allclose(k.diagonal(Vectors.of(X)), k(X).diagonal(), rtol=1e-12)
    assert positive_semidefinite(k(X))


@pytest.mark.spec("C.B11")
def test_is_the_sum_of_all_powers():
    series = sum(Linear()(X) ** i / math.factorial(i) for i in range(60))
    np.testing.assert_allclose(ExponentialOf(Linear())(X), series, rtol=1e-11)


@pytest.mark.spec("H.K06", "H.K21")
def test_normalized_exponential_of_the_dot_product_is_the_gaussian():
    np.testing.assert_allclose(ExponentialOf(Linear(), width=1.3).normalized()(X), Gaussian(1.3)(X), rtol=1e-11)


def test_serves_words():
    k = ExponentialOf(Letters(), width=5.0)
    np.testing.assert_allclose(k.matrix(WORDS, WORDS), np.exp(Letters().matrix(WORDS, WORDS) / 25), rtol=1e-12)


@pytest.mark.parametrize("inner", [Gaussian(0.7), BareGaussian(0.7)], ids=repr)
def test_slopes(inner):
    k, inputs = ExponentialOf(inner, 1.2), Vectors.of(X)
    slopes = k.gradient(inputs)
    assert set(slopes) == {"kernel.width", "width"}
    for name, slope in slopes.items():
        np.testing.assert_allclose(slope, numeric_gradient(k, inputs, name), rtol=1e-6, atol=1e-7)


def test_promise_follows_the_inner_kernel():
    assert ExponentialOf(Gaussian()).definiteness == POSITIVE
    assert ExponentialOf(Sigmoid()).definiteness == ExponentialOf(ThinPlate()).definiteness == INDEFINITE


def test_conditionally_positive_of_order_one_is_enough():
    k = ExponentialOf(Multiquadric())
    assert not positive_semidefinite(Multiquadric()(X))
    assert k.definiteness == POSITIVE
    assert positive_semidefinite(k(X))


def test_width_is_positive():
    with pytest.raises(ParameterError, match=r"ExponentialOf\.width must lie in \[1e-150, 1e\+150\], got 0\.0"):
        ExponentialOf(Linear(), 0.0)
