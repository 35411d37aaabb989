"""The linear kernel."""

import numpy as np
import pytest
import scipy.sparse as sp
from kernels.formula_checks import assert_follows, assert_positive, inner, points
from sklearn.metrics.pairwise import linear_kernel

from drupe.inputs.vectors import Vectors
from drupe.kernels import Linear


@pytest.mark.spec("H.K07", "M.K01", "C.B06", "G.K-01", "S.K01")
def test_it_is_the_inner_product() -> None:
    assert_follows(Linear(), lambda x, z, _: inner(x, z), points(0, 5, 4))
    assert Linear()([[3.0]], [[-2.0]]).item() == -6.0


def test_agrees_with_scikit_learn_on_dense_and_sparse_data() -> None:
    x, z = points(1, 6, 3).array, points(2, 4, 3).array
    np.testing.assert_allclose(Linear()(x, z), linear_kernel(x, z), rtol=1e-12)
    np.testing.assert_allclose(Linear()(sp.csr_array(x), sp.csr_array(z)), linear_kernel(x, z), rtol=1e-12)


def test_positive_with_the_rank_of_the_space() -> None:
    inputs = points(3, 20, 4)
    assert_positive(Linear(), inputs)
    assert np.linalg.matrix_rank(Linear().matrix(inputs, inputs)) == 4


@pytest.mark.spec("G.K-09")
def test_normalized_it_is_the_cosine() -> None:
    inputs = Vectors.of([[3.0, 0.0], [2.0, 2.0], [0.0, -5.0]])
    root = np.sqrt(0.5)
    cosines = [[1.0, root, 0.0], [root, 1.0, -root], [0.0, -root, 1.0]]
    np.testing.assert_allclose(Linear().normalized().matrix(inputs, inputs), cosines, atol=1e-12)
