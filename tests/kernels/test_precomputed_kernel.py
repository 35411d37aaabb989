"""The precomputed kernel reads off what another kernel has computed."""

import numpy as np
import pytest

from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs import Precomputed as PrecomputedInputs
from drupe.inputs import Vectors
from drupe.kernels.gaussian import Gaussian
from drupe.kernels.precomputed import Precomputed


@pytest.fixture
def vectors():
    return Vectors.of(np.random.default_rng(0).standard_normal((9, 2)))


@pytest.fixture
def new():
    return Vectors.of(np.random.default_rng(1).standard_normal((4, 2)))


@pytest.fixture
def train(vectors):
    return PrecomputedInputs.of(Gaussian(1.0).matrix(vectors, vectors))


def test_it_agrees_with_the_kernel_that_was_computed(vectors, new, train):
    k, gaussian = Precomputed(), Gaussian(1.0)
    test = train.against(gaussian.matrix(new, vectors))
    some, others = np.array([3, 0, 8]), np.array([1, 3])
    for ours, theirs in (
        (k.matrix(train, train), gaussian.matrix(vectors, vectors)),
        (k.matrix(train.take(some), train.take(others)), gaussian.matrix(vectors.take(some), vectors.take(others))),
        (k.matrix(test, train), gaussian.matrix(new, vectors)),
        (k.matrix(test.take(others), train.take(some)), gaussian.matrix(new.take(others), vectors.take(some))),
        (k.diagonal(train.take(some)), gaussian.diagonal(vectors.take(some))),
    ):
        np.testing.assert_allclose(ours, theirs, rtol=1e-10)


def test_prepared_it_gives_rows_and_products(vectors, train):
    K = Gaussian(1.0).matrix(vectors, vectors)
    prepared, weights = Precomputed().prepare(train), np.arange(18.0).reshape(9, 2)
    np.testing.assert_allclose(prepared.rows(np.array([2, 5])), K[[2, 5]], rtol=1e-10)
    np.testing.assert_allclose(prepared.gram_product(weights), K @ weights, rtol=1e-10)


def test_the_algebra_holds(vectors, train):
    K = Gaussian(1.0).matrix(vectors, vectors)
    combined = 2.0 * Precomputed() * Precomputed() + 1.0
    np.testing.assert_allclose(combined.matrix(train, train), 2.0 * K**2 + 1.0, rtol=1e-10)
    shifted = (Precomputed() + 1.0).normalized()
    np.testing.assert_allclose(shifted.matrix(train, train), (K + 1.0) / 2.0, rtol=1e-10)


def test_values_that_were_not_computed_are_refused(train):
    test, other = train.against(train.array[:2]), PrecomputedInputs.of(train.array)
    for left, right in ((test, test), (train, test), (other, train)):
        with pytest.raises(InputError, match="were not precomputed"):
            Precomputed().matrix(left, right)
    with pytest.raises(InputError, match="new examples"):
        Precomputed().diagonal(test)


def test_vectors_are_refused_with_advice(vectors, train):
    for call in (
        lambda: Precomputed().matrix(vectors, train),
        lambda: Precomputed().matrix(train, vectors),
        lambda: Precomputed().diagonal(vectors),
        lambda: Precomputed()([[1.0, 0.0], [0.0, 1.0]]),
    ):
        with pytest.raises(InputTypeError, match=r"got Vectors; wrap it with drupe.inputs.Precomputed.of"):
            call()


def test_it_has_no_parameters_and_is_a_value():
    assert Precomputed() == Precomputed()
    assert Precomputed().parameters() == {}
