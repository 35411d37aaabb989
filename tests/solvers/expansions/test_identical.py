"""Examples with identical rows of K are found, and no others."""

import numpy as np
import pytest

from drupe.grams import DenseGram, LazyGram
from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Linear
from drupe.solvers.expansions.identical import first_of_identical


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_copies_are_found_among_others(dtype):
    rng = np.random.default_rng(0)
    x = rng.normal(size=(40, 3)).astype(dtype)
    which = np.concatenate([np.arange(40), rng.integers(0, 40, 25)])
    rng.shuffle(which)
    first = [i for i, k in enumerate(which) if k not in which[:i]]
    gram = LazyGram(Gaussian(1.0), Vectors.of(x[which]))
    assert first_of_identical(gram).tolist() == first


def test_neighbors_are_not_copies():
    x = np.array([[0.0], [1e-3], [1.0]])
    assert first_of_identical(LazyGram(Gaussian(1.0), Vectors.of(x))).tolist() == [0, 1, 2]


def test_opposite_rows_and_zeros():
    assert first_of_identical(LazyGram(Linear(), Vectors.of([[1.0], [-1.0], [0.0], [0.0]]))).tolist() == [0, 1, 2]
    assert first_of_identical(DenseGram(np.zeros((3, 3)))).tolist() == [0]
