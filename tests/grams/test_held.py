"""A Gram that is held is the Gram it was made from, in the precision asked for where that costs nothing."""

import numpy as np
import pytest

from drupe.grams import DenseGram, LazyGram
from drupe.grams.held import held, held_bytes
from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Linear

SINGLE, DOUBLE = np.dtype(np.float32), np.dtype(np.float64)
X = np.random.default_rng(0).standard_normal((30, 4))


@pytest.mark.parametrize("dtype", [SINGLE, DOUBLE])
def test_native_forms_are_held_in_either_precision(dtype: np.dtype) -> None:
    gram = LazyGram(Gaussian(1.0), Vectors.of(X))
    matrix = held(gram, dtype).matrix
    assert matrix.dtype == dtype
    assert matrix.nbytes == held_bytes(gram, dtype)
    np.testing.assert_allclose(matrix, gram.dense(), rtol=1e-5)


def test_others_keep_their_own_precision() -> None:
    function = LazyGram(Linear(), Vectors.of(X))
    given = DenseGram(function.dense())
    assert held(given, SINGLE) is given
    assert held_bytes(given, SINGLE) == 30 * 30 * 8
