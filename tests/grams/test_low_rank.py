"""Grams of low rank: cheap products, and features that go on to new examples."""

import tracemalloc

import numpy as np
import pytest

from drupe.foundation.errors import InputError, InputTypeError
from drupe.grams import DenseGram, LazyGram, LowRankGram, nystroem
from drupe.grams.low_rank import Extension
from drupe.inputs import Vectors
from drupe.kernels import Gaussian

FACTOR = np.random.default_rng(2).normal(size=(9, 2))


def test_rank_is_the_number_of_features() -> None:
    gram = LowRankGram(FACTOR)
    assert gram.rank == 2
    assert np.linalg.matrix_rank(gram.dense()) == 2


def test_rank_zero_is_the_zero_matrix() -> None:
    gram = LowRankGram(np.empty((3, 0)))
    np.testing.assert_array_equal(gram.dense(), np.zeros((3, 3)))
    np.testing.assert_array_equal(gram @ np.ones((3, 2)), np.zeros((3, 2)))
    np.testing.assert_array_equal(gram.diagonal(), np.zeros(3))


def test_a_product_takes_memory_for_the_vectors_only() -> None:
    gram = LowRankGram(np.ones((100_000, 3)))
    vector = np.ones(100_000)
    tracemalloc.start()
    try:
        product = gram @ vector
        assert tracemalloc.get_traced_memory()[1] < 5 * vector.nbytes
    finally:
        tracemalloc.stop()
    np.testing.assert_allclose(product, 3e5)


def test_the_factor_is_held_read_only_and_without_a_copy() -> None:
    factor = FACTOR.copy()
    gram = LowRankGram(factor)
    assert np.shares_memory(gram.factor, factor)
    with pytest.raises(ValueError, match="read-only"):
        gram.factor[0, 0] = 1.0


def test_features_of_new_examples_stand_for_the_kernel() -> None:
    old, new = Vectors.of(FACTOR), Vectors.of(np.random.default_rng(3).normal(size=(4, 2)))
    gram = nystroem(LazyGram(Gaussian(1.0), old), range(9)).gram
    features = gram.features(new)
    assert features.shape == (4, gram.rank)
    np.testing.assert_allclose(features @ gram.factor.T, Gaussian(1.0).matrix(new, old), atol=1e-8)
    np.testing.assert_allclose(gram.diagonal_of(new), (features**2).sum(axis=1), rtol=1e-12)
    np.testing.assert_allclose(gram.take([1, 2]).features(new), features)


def test_an_extension_by_hand() -> None:
    # k(x, z) = exp(−(x − z)²/2) at x = 0 and landmarks 0 and 2; weights 1 and 2.
    landmarks = LazyGram(Gaussian(1.0), Vectors.of([[0.0], [2.0]]))
    feature = Extension(landmarks, np.array([[1.0], [2.0]]))(Vectors.of([[0.0]]))
    np.testing.assert_allclose(feature, [[1.0 + 2.0 * np.exp(-2.0)]])


def test_features_need_somebody_who_can_compare() -> None:
    new = Vectors.of([[0.0, 1.0]])
    with pytest.raises(InputError, match="LowRankGram knows only its own 9 examples"):
        LowRankGram(FACTOR).features(new)
    with pytest.raises(InputError, match="DenseGram knows only its own 1 examples"):
        nystroem(DenseGram(np.eye(3)), [1]).features(new)


def test_a_factor_that_is_none_is_refused() -> None:
    with pytest.raises(InputError, match=r"a row per example, got shape \(3,\)"):
        LowRankGram(np.ones(3))
    with pytest.raises(InputError, match="finite"):
        LowRankGram([[np.nan]])
    with pytest.raises(InputTypeError, match="real numbers"):
        LowRankGram([[1j]])
