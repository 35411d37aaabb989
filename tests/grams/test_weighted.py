"""Weights of examples in a Gram: the eigenvalues of so many copies."""

import numpy as np
import pytest

from drupe.foundation.errors import InputError
from drupe.grams import CenteredGram, DenseGram, WeightedGram

RNG = np.random.default_rng(1)
FEATURES = RNG.normal(size=(7, 3))
WEIGHTS = np.array([1, 3, 2, 1, 4, 1, 2])


def test_copies_have_the_same_eigenvalues() -> None:
    copies = np.repeat(FEATURES, WEIGHTS, axis=0)
    centered = copies - copies.mean(axis=0)
    wanted = np.linalg.eigvalsh(centered @ centered.T)[::-1][:3]
    gram = WeightedGram(CenteredGram(DenseGram(FEATURES @ FEATURES.T), WEIGHTS), WEIGHTS)
    np.testing.assert_allclose(np.linalg.eigvalsh(gram.dense())[::-1][:3], wanted)


def test_rough_products_are_products_in_single_precision() -> None:
    K = FEATURES @ FEATURES.T
    single = WeightedGram(CenteredGram(DenseGram(K.astype(np.float32)), WEIGHTS), WEIGHTS)
    double = WeightedGram(CenteredGram(DenseGram(K), WEIGHTS), WEIGHTS)
    vectors = RNG.normal(size=(7, 4))
    found = single.rough_product(vectors)
    assert found.dtype == np.float64
    np.testing.assert_allclose(found, double @ vectors, atol=2e-5)
    np.testing.assert_allclose(double.rough_product(vectors), double @ vectors, atol=1e-12)


def test_negative_weights_are_refused() -> None:
    with pytest.raises(InputError, match="zero or more"):
        WeightedGram(DenseGram(np.eye(2)), [1.0, -1.0])
