"""Kernels of scikit-learn as they are: noise on the diagonal of rows, strings, and what is wrong with them."""

import numpy as np
import pytest
from sklearn.gaussian_process.kernels import RBF, CompoundKernel, Matern, WhiteKernel
from sklearn.gaussian_process.tests._mini_sequence_kernel import MiniSeqKernel

import drupe.kernels
from drupe.estimators.gaussian_process.scikit_learn.wrapped import ScikitLearnKernel, is_of_scikit_learn
from drupe.foundation.errors import InputError
from drupe.inputs import Sequences, Vectors

X = np.random.default_rng(0).normal(size=(9, 2))


def test_only_kernels_of_gaussian_processes_are_meant():
    assert is_of_scikit_learn(RBF() + 1.0)
    assert is_of_scikit_learn(MiniSeqKernel())
    assert not is_of_scikit_learn(drupe.kernels.Gaussian())
    assert not is_of_scikit_learn("rbf")


def test_rows_of_the_gram_matrix_have_the_noise_and_blocks_do_not():
    made = Matern(nu=1.0) + WhiteKernel(0.5)
    kernel, inputs = ScikitLearnKernel.of(made), Vectors.of(X)
    index = np.array([3, 1, 8])
    np.testing.assert_allclose(kernel.prepare(inputs).rows(index), made(X)[index])
    np.testing.assert_allclose(kernel.prepare(inputs).block(Vectors.of(X)), made(X, X))
    assert kernel.contracted(inputs, np.ones((9, 9))) == pytest.approx(made(X).sum())


def test_strings_reach_the_object_as_they_came():
    words = Sequences.of(["AB", "B", "CAB"])
    kernel = ScikitLearnKernel.of(MiniSeqKernel())
    np.testing.assert_allclose(kernel.matrix(words, words), MiniSeqKernel()(["AB", "B", "CAB"]))
    np.testing.assert_allclose(kernel.diagonal(words), MiniSeqKernel().diag(["AB", "B", "CAB"]))


def test_values_of_the_wrong_shape_are_refused():
    with pytest.raises(InputError, match=r"returned shape \(9, 9, 2\); it must return shape \(9, 9\)"):
        ScikitLearnKernel.of(CompoundKernel([RBF(), RBF(2.0)]))(X)


def test_equal_objects_are_equal_kernels():
    one, other = ScikitLearnKernel.of(Matern(nu=1.0)), ScikitLearnKernel.of(Matern(nu=1.0))
    assert one == other
    assert hash(one) == hash(other)
    assert one != ScikitLearnKernel.of(Matern(2.0, nu=1.0))
