"""Centring in feature space: as if the mean had been taken off before the kernel."""

import numpy as np
import pytest
from sklearn.preprocessing import KernelCenterer

from drupe.foundation.progress import Progress
from drupe.grams import CenteredGram, DenseGram, LazyGram, LowRankGram
from drupe.inputs import Vectors
from drupe.kernels import Gaussian

RNG = np.random.default_rng(11)
FEATURES = RNG.normal(loc=5.0, size=(20, 3))
NEW = RNG.normal(size=(4, 20))


def test_it_is_the_gram_of_centered_features() -> None:
    centered = FEATURES - FEATURES.mean(axis=0)
    gram = CenteredGram(LowRankGram(FEATURES))
    np.testing.assert_allclose(gram.dense(), centered @ centered.T, atol=1e-11)


def test_scikit_learn_agrees_on_own_and_on_new_examples() -> None:
    inputs, new = Vectors.of(FEATURES), Vectors.of(RNG.normal(loc=4.0, size=(6, 3)))
    plain = LazyGram(Gaussian(2.0), inputs)
    gram = CenteredGram(plain)
    peer = KernelCenterer().fit(plain.dense())
    np.testing.assert_allclose(gram.dense(), peer.transform(plain.dense()), atol=1e-12)
    np.testing.assert_allclose(gram.against(new), peer.transform(plain.against(new)), atol=1e-12)


def test_constants_are_its_null_space() -> None:
    gram = CenteredGram(DenseGram(FEATURES @ FEATURES.T))
    np.testing.assert_allclose(gram @ np.ones(20), 0.0, atol=1e-9)
    np.testing.assert_allclose(np.ones(20) @ gram, 0.0, atol=1e-9)


def test_centering_twice_is_centering_once() -> None:
    once = CenteredGram(DenseGram(FEATURES @ FEATURES.T))
    np.testing.assert_allclose(CenteredGram(once).dense(), once.dense(), atol=1e-10)


def test_a_part_keeps_the_origin_of_the_whole() -> None:
    gram = CenteredGram(DenseGram(FEATURES @ FEATURES.T))
    centered = FEATURES - FEATURES.mean(axis=0)
    part = gram.take([0, 3]).take([1])
    assert part.dense().item() == pytest.approx(centered[3] @ centered[3])
    own = CenteredGram(DenseGram((FEATURES @ FEATURES.T)[:1, :1]))
    assert own.dense().item() == pytest.approx(0.0)


def test_the_means_come_from_one_product() -> None:
    class Watched(DenseGram):
        products = 0

        def _product(self, vectors: np.ndarray, progress: Progress | None) -> np.ndarray:
            self.products += 1
            return super()._product(vectors, progress)

        def _dense(self, progress: Progress | None) -> np.ndarray:
            raise AssertionError("never held")

    inner = Watched(FEATURES @ FEATURES.T)
    gram = CenteredGram(inner)
    gram.rows([1])
    gram.diagonal()
    gram.take([2, 3]).diagonal()
    assert inner.products == 1
