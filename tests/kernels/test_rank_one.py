"""The rank-one kernel is the product of one function's values."""

import pickle

import numpy as np
import pytest
import scipy.sparse as sp
from kernels.plain import WORDS, Letters

from drupe.foundation.errors import InputError
from drupe.inputs import Vectors
from drupe.kernels import Gaussian, RankOne
from drupe.kernels.checks import positive_semidefinite


def norm(X):
    return np.linalg.norm(X, axis=1)


@pytest.mark.spec("C.B14", "H.K05", "G.K-08")
def test_values_are_products():
    X, Z = np.random.default_rng(0).normal(size=(5, 2)), np.random.default_rng(1).normal(size=(3, 2))
    np.testing.assert_allclose(RankOne(norm)(X, Z), np.outer(norm(X), norm(Z)), rtol=1e-14)
    np.testing.assert_allclose(RankOne(norm).diagonal(Vectors.of(X)), norm(X) ** 2, rtol=1e-14)
    assert np.linalg.matrix_rank(RankOne(norm)(X)) == 1
    assert positive_semidefinite(RankOne(norm)(X))


@pytest.mark.spec("C.B14")
def test_gaussian_is_a_rank_one_factor_of_an_exponential():
    # exp(−‖x − z‖²/2) = f(x) f(z) exp⟨x, z⟩ with f(x) = exp(−‖x‖²/2).
    X = np.random.default_rng(2).normal(size=(6, 3))
    factor = RankOne(lambda X: np.exp(-0.5 * norm(X) ** 2))
    np.testing.assert_allclose(factor(X) * np.exp(X @ X.T), Gaussian(1.0)(X), rtol=1e-12)
    np.testing.assert_allclose((factor * Gaussian(2.0))(X), factor(X) * Gaussian(2.0)(X), rtol=1e-12)


def test_sparse_rows_are_handed_over_dense():
    X = np.array([[0.0, 2.0], [1.0, 0.0], [0.0, 0.0]])
    np.testing.assert_allclose(RankOne(norm)(sp.csr_array(X)), RankOne(norm)(X))


def test_examples_of_another_kind_are_handed_over_as_they_are():
    length = RankOne(lambda words: [float(len(word)) for word in words.words])
    expected = np.outer([3, 3, 7, 7, 5, 5], [3, 3, 7, 7, 5, 5])
    np.testing.assert_array_equal(length.matrix(WORDS, WORDS), expected)
    np.testing.assert_array_equal((length + Letters()).matrix(WORDS, WORDS), expected + Letters().matrix(WORDS, WORDS))


def test_named_functions_can_be_pickled():
    assert pickle.loads(pickle.dumps(RankOne(np.ravel))) == RankOne(np.ravel)


@pytest.mark.parametrize(
    ("function", "message"),
    [(lambda X: X, r"made \(3, 2\) from 3"), (lambda X: 1.0, r"made \(\)"), (lambda X: X[:, 0] + np.nan, "non-finite")],
)
def test_function_must_give_one_finite_number_for_each_example(function, message):
    with pytest.raises(InputError, match=message):
        RankOne(function)(np.zeros((3, 2)))
