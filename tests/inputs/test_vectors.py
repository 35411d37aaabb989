"""Vectors: dense and sparse rows behave alike."""

import re

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs import Sequences, Vectors, same_examples, same_space

DENSE = np.array([[0.0, 1.5, 0.0], [0.0, 0.0, 0.0], [2.0, 0.0, -3.0], [0.0, 1.5, 0.0]])


@pytest.fixture(params=["C", "F", "csr_array", "csr_matrix"])
def vectors(request):
    return Vectors.of(
        getattr(sp, request.param)(DENSE) if "csr" in request.param else np.array(DENSE, order=request.param)
    )


def test_size_and_width(vectors):
    assert len(vectors) == 4
    assert vectors.dimension == 3
    assert vectors.dtype == np.float64
    assert vectors.sparse == sp.issparse(vectors.array)
    assert (vectors.dense() == DENSE).all()


def test_vectors_pass_through_and_other_inputs_do_not(vectors):
    assert Vectors.of(vectors) is vectors
    with pytest.raises(InputTypeError, match="Sequences"):
        Vectors.of(Sequences.of(["a"]))


@pytest.mark.parametrize("index", [[2, 0], [-1], [True, False, True, False], slice(None, None, -1), [], [1, 1]])
def test_take_agrees_with_numpy(vectors, index):
    expected = DENSE[np.array(index, dtype=int) if index == [] else index]
    taken = vectors.take(index)
    assert (taken.dense() == expected).all()
    assert taken.sparse == vectors.sparse


def test_columns_agree_with_numpy(vectors):
    assert (vectors.columns([2, 0]).dense() == DENSE[:, [2, 0]]).all()
    assert (vectors.columns(np.array([True, False, True])).dense() == DENSE[:, [0, 2]]).all()
    with pytest.raises(InputError, match="position 3 was asked for, but there are 3 columns"):
        vectors.columns([3])


def test_columns_keep_their_names_and_the_examples():
    x = Vectors.of(pd.DataFrame(DENSE, columns=list("abc")))
    assert x.columns([2, 0]).names == ("c", "a")
    assert x.take([0]).names == ("a", "b", "c")
    assert np.equal(*same_examples(x, x.columns([1]))).all()


def test_squared_norms(vectors):
    assert vectors.squared_norms().tolist() == [2.25, 0.0, 13.0, 2.25]


@pytest.mark.parametrize("container", [np.asarray, sp.csr_array])
def test_squared_norms_of_single_precision_are_double(container):
    values = np.full((2, 3), 1e30, dtype=np.float32) * np.float32(1 / 3)
    expected = (values.astype(np.float64) ** 2).sum(axis=1)
    norms = Vectors.of(container(values)).squared_norms()
    assert norms.dtype == np.float64
    np.testing.assert_allclose(norms, expected, rtol=1e-14)


@pytest.mark.parametrize("container", [np.asarray, sp.csr_array])
def test_in_double_changes_the_type_only(container):
    single = Vectors.of(container(DENSE.astype(np.float32)))
    double = single.in_double()
    assert double.dtype == np.float64
    assert (double.dense() == single.dense()).all()
    assert np.equal(*same_examples(single, double)).all()
    assert double.in_double() is double


def test_with_array_keeps_the_examples(vectors):
    seen = vectors.with_array(np.zeros((4, 1)))
    assert seen.dimension == 1
    assert np.equal(*same_examples(vectors, seen)).all()


def test_joined_rows_are_new_examples(vectors):
    both = vectors.joined(Vectors.of(2.0 * DENSE))
    assert (both.dense() == np.vstack([DENSE, 2.0 * DENSE])).all()
    assert both.sparse == vectors.sparse
    assert not np.equal.outer(*same_examples(both, vectors)).any()


def test_values_are_equal_where_rows_are(vectors):
    values = vectors.values()
    assert values[0] == values[3]
    assert len(set(values)) == 3
    assert values == Vectors.of(np.where(DENSE == 0.0, -0.0, DENSE).astype(np.float32)).values()


def test_another_width_is_refused_in_the_words_of_the_estimator_checks(vectors):
    same_space(vectors, Vectors.of(np.ones((1, 3))), "SVC")
    with pytest.raises(ValueError, match=r"X has 1 features, but \w+ is expecting 3 features as input"):
        same_space(vectors, Vectors.of(np.ones((2, 1))), "SVC")
    with pytest.raises(InputError, match="X has 5 features, but drupe is expecting 3 features as input"):
        same_space(vectors, Vectors.of(np.ones((2, 5))))


def test_other_names_are_refused_before_the_width_is_looked_at():
    fitted = Vectors.of(pd.DataFrame(DENSE, columns=list("abc")))
    same_space(fitted, Vectors.of(DENSE))
    for names, words in (
        (["c", "b", "a"], "same order"),
        (["a", "b"], "now missing:\n- c"),
        (["a", "b", "x"], "unseen"),
    ):
        with pytest.raises(InputError, match=re.escape(words) if "same" in words else words):
            same_space(fitted, Vectors.of(pd.DataFrame(DENSE[:, : len(names)], columns=names)))
