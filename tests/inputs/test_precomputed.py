"""Precomputed Gram matrices: square, symmetric, shared by all sub-samples."""

import numpy as np
import pytest
import scipy.sparse as sp

from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs import Precomputed, same_space


@pytest.fixture
def gram():
    x = np.random.default_rng(0).standard_normal((6, 3))
    return x @ x.T


def test_the_matrix_is_shared_by_sub_samples(gram):
    train = Precomputed.of(gram)
    assert train.array is gram
    assert train.take([1, 2]).take([1]).array is gram
    assert len(train.take([4, 4, 1])) == 3
    assert Precomputed.of(train) is train


def test_sub_samples_of_sub_samples_read_the_right_entries(gram):
    train = Precomputed.of(gram)
    left, right = train.take([5, 3, 1]).take([2, 0]), train.take([-2])
    assert (left.against_reference(right) == gram[[1, 5]][:, [4]]).all()
    assert (left.diagonal() == gram[[1, 5], [1, 5]]).all()


def test_what_is_read_off_can_be_changed_without_harm(gram):
    before = gram.copy()
    train = Precomputed.of(gram)
    train.against_reference(train)[:] = 0.0
    assert (gram == before).all()


def test_new_examples_are_compared_with_training_ones(gram):
    train, new = Precomputed.of(gram), np.arange(12.0).reshape(2, 6)
    test = train.take([0, 1]).against(new)
    assert len(test) == 2
    assert (test.take([1]).against_reference(train.take([3, 0])) == new[[1]][:, [3, 0]]).all()


def test_single_precision_stays_single(gram):
    train = Precomputed.of(gram.astype(np.float32))
    assert train.against_reference(train).dtype == np.float32
    assert train.diagonal().dtype == np.float64


def test_strangers_are_refused(gram):
    train, other = Precomputed.of(gram), Precomputed.of(gram)
    test = train.against(gram[:2])
    for left, right in ((train, other), (train, test), (test, test), (test, other)):
        with pytest.raises(InputError, match="were not precomputed"):
            left.against_reference(right)
    with pytest.raises(InputError, match=r"k\(x, x\) of new examples"):
        test.diagonal()
    with pytest.raises(InputError, match="training ones, which these are not"):
        test.against(gram)
    same_space(train, test)
    with pytest.raises(InputError, match="SVC was fitted on another Gram matrix"):
        same_space(train, other, "SVC")


@pytest.mark.parametrize(
    ("data", "kind", "words"),
    [
        (np.ones((2, 3)), InputError, r"square, got shape \(2, 3\)"),
        (sp.eye_array(3), InputTypeError, "toarray"),
        ([[1.0, np.nan], [1.0, 1.0]], InputError, "NaN.*row 0, column 1"),
        (np.ones(3), InputError, "Reshape your data"),
    ],
)
def test_what_is_no_gram_matrix_is_refused(data, kind, words):
    with pytest.raises(kind, match=words):
        Precomputed.of(data)


def test_a_matrix_of_the_wrong_width_is_refused(gram):
    with pytest.raises(InputError, match="X has 5 features, but drupe is expecting 6 features as input"):
        Precomputed.of(gram).against(gram[:, :5])


@pytest.mark.parametrize(("row", "column"), [(2, 4), (300, 7), (7, 300)])
def test_the_worst_asymmetric_pair_is_named(row, column):
    K = np.eye(301)
    K[row, column] = 0.5
    K[1, 0] = 0.25
    first = min(row, column)
    with pytest.raises(
        InputError, match=rf"K\[{first}, {max(row, column)}\] = .*K\[{max(row, column)}, {first}\] = .*worst"
    ):
        Precomputed.of(K)


@pytest.mark.parametrize(("dtype", "rounding", "mistake"), [(np.float32, 1e-6, 1e-3), (np.float64, 1e-12, 1e-6)])
def test_rounding_is_forgiven_and_a_mistake_is_not(dtype, rounding, mistake):
    K = np.full((3, 3), 1000.0, dtype=dtype)
    K[0, 2] *= dtype(1.0 + rounding)
    Precomputed.of(K)
    K[0, 2] *= dtype(1.0 + mistake)
    with pytest.raises(InputError, match="symmetric"):
        Precomputed.of(K)


def test_vast_entries_do_not_overflow_in_the_comparison():
    Precomputed.of(np.full((2, 2), 1.7e308))
    with pytest.raises(InputError, match="symmetric"):
        Precomputed.of(np.array([[1.0, 1.7e308], [-1.7e308, 1.0]]))
