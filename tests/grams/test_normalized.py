"""The Gram of cosines: unit diagonal, scale-free, and no example without a direction."""

import numpy as np
import pytest

from drupe.foundation.errors import InputError
from drupe.grams import DenseGram, LazyGram, LowRankGram, NormalizedGram
from drupe.inputs import Vectors
from drupe.kernels import Gaussian

FEATURES = np.random.default_rng(5).normal(size=(10, 4)) * np.geomspace(1e-3, 1e3, 10)[:, None]


def test_entries_are_cosines() -> None:
    unit = FEATURES / np.linalg.norm(FEATURES, axis=1, keepdims=True)
    gram = NormalizedGram(LowRankGram(FEATURES))
    np.testing.assert_allclose(gram.dense(), unit @ unit.T, atol=1e-13)
    np.testing.assert_array_equal(gram.diagonal(), 1.0)


def test_lengths_play_no_part() -> None:
    gram = NormalizedGram(LowRankGram(FEATURES))
    longer = NormalizedGram(LowRankGram(FEATURES * np.arange(1.0, 11.0)[:, None]))
    np.testing.assert_allclose(longer.dense(), gram.dense(), atol=1e-13)


def test_it_agrees_with_the_normalized_kernel() -> None:
    inputs, new = Vectors.of(FEATURES), Vectors.of(FEATURES[::-1].copy())
    kernel = Gaussian(2.0) * 3.0 + 1.0
    by_gram, by_kernel = NormalizedGram(LazyGram(kernel, inputs)), LazyGram(kernel.normalized(), inputs)
    np.testing.assert_allclose(by_gram.dense(), by_kernel.dense(), rtol=1e-12)
    np.testing.assert_allclose(by_gram.against(new), by_kernel.against(new), rtol=1e-12)
    np.testing.assert_array_equal(by_gram.diagonal_of(new), 1.0)


@pytest.mark.parametrize("length", [0.0, -2.0])
def test_an_example_without_length_is_refused_at_once(length: float) -> None:
    with pytest.raises(InputError, match=rf"example 1 has k\(x, x\) = {length:g} and cannot be normalized"):
        NormalizedGram(DenseGram(np.diag([1.0, length, 1.0])))
