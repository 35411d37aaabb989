"""Vectors without zeros: pairs by hand, the way back, and the same kernels and machines as on dense rows."""

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from sklearn.datasets import load_digits
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

from drupe import SVC, PixelVectors, SparseVectors, load, save
from drupe.estimators.preparation.index_value_pairs import from_index_value_pairs
from drupe.foundation.errors import InputError, InputTypeError
from drupe.kernels import Gaussian, Linear, Polynomial

ROWS = hnp.arrays(
    np.float64,
    st.tuples(st.integers(1, 6), st.integers(1, 6)),
    elements=st.one_of(st.just(0.0), st.floats(-1e6, 1e6)),
)


@parametrize_with_checks([SparseVectors()])
def test_scikit_learn_takes_it_for_a_transformer(estimator, check):
    check(estimator)


@pytest.mark.spec("G.P-06")
@given(ROWS)
def test_pairs_are_the_entries_that_are_not_zero_and_lead_back(X):
    steps = SparseVectors().fit(X)
    pairs = steps.pairs(X)
    assert pairs == [[(j, float(value)) for j, value in enumerate(row) if value != 0.0] for row in X]
    np.testing.assert_array_equal(steps.from_pairs(pairs).toarray(), X)
    np.testing.assert_array_equal(steps.from_pairs([row[::-1] for row in pairs]).toarray(), X)
    sparse = steps.transform(X)
    assert isinstance(sparse, sp.csr_array)
    assert sparse.nnz == np.count_nonzero(X)
    np.testing.assert_array_equal(steps.inverse_transform(sparse), X)
    np.testing.assert_array_equal(steps.inverse_transform(X), X)


@pytest.mark.spec("G.P-06")
@pytest.mark.parametrize("kernel", [Linear(), Polynomial(3, 1.0, 1.0), Gaussian(500.0)], ids=repr)
def test_kernels_on_sparse_images_equal_those_on_dense_ones(kernel):
    images = (load_digits().images[:40] * 15).astype(np.uint8)
    X = PixelVectors().fit_transform(images)
    sparse = SparseVectors().fit_transform(X)
    assert sparse.nnz < 0.6 * X.size
    dense = X.astype(np.float64)
    np.testing.assert_allclose(kernel(sparse), kernel(dense), rtol=1e-12)
    np.testing.assert_allclose(kernel(sparse, dense[:7]), kernel(dense, dense[:7]), rtol=1e-12)
    by_pairs = from_index_value_pairs(SparseVectors().fit(X).pairs(X), width=64)
    np.testing.assert_allclose(kernel(by_pairs), kernel(dense), rtol=1e-12)


@pytest.mark.spec("G.P-06")
def test_inner_product_of_two_lists_is_that_of_the_images():
    """A merge of two lists, as the source has it, beside ⟨x, z⟩."""
    x, z = np.array([[0.0, 7.0, 0.0, 2.0, 1.0], [3.0, 5.0, 0.0, 0.0, 4.0]])
    one, other = SparseVectors().fit([x]).pairs([x, z])
    assert one == [(1, 7.0), (3, 2.0), (4, 1.0)]
    found = sum(a * b for i, a in one for j, b in other if i == j)
    assert found == x @ z == 39.0
    assert Linear()(SparseVectors().fit_transform([x, z]))[0, 1] == found


def test_types_and_stored_zeros():
    X = np.array([[0, 3], [0, 0]])
    for kind in (np.bool_, np.uint8, np.uint16, np.int8, np.float64):
        found = SparseVectors().fit_transform(X.astype(kind))
        assert found.dtype == np.float64
        np.testing.assert_array_equal(found.toarray(), X.astype(kind))
    assert SparseVectors().fit_transform(X.astype(np.float32)).dtype == np.float32
    stored = sp.csr_array((np.array([0.0, 2.0]), np.array([0, 1]), np.array([0, 2])), shape=(1, 2))
    found = SparseVectors().fit_transform(stored)
    assert (found.nnz, stored.nnz) == (1, 2), "zeros are left out of the answer, not of what was given"


def test_machines_learn_the_same_and_columns_keep_their_names(tmp_path):
    data = load_digits(as_frame=True)
    X, y = data.data[:200], data.target[:200]
    model = make_pipeline(SparseVectors(), SVC(gamma=1e-3)).fit(X, y)
    np.testing.assert_array_equal(model.predict(X), SVC(gamma=1e-3).fit(X, y).predict(X))
    assert model[0].get_feature_names_out().tolist() == list(X.columns)
    with pytest.raises(ValueError, match="feature names should match"):
        model.predict(X[X.columns[::-1]])
    save(model, tmp_path / "model.drupe")
    np.testing.assert_array_equal(load(tmp_path / "model.drupe").predict(X), model.predict(X))
    with pytest.raises(ValueError, match="sparse"):
        make_pipeline(SparseVectors(), SVC()).set_output(transform="pandas").fit(X, y)


@pytest.mark.parametrize(
    ("pairs", "kind", "words"),
    [
        ([[(0, 1.0)], [(3, 1.0)]], InputError, "row 1 has the index 3; indices are whole numbers from 0 to 2"),
        ([[(-1, 1.0)]], InputError, "row 0 has the index -1"),
        ([[(0.5, 1.0)]], InputError, "row 0 has the index 0.5"),
        ([[(1, 1.0), (0, 1.0), (1, 2.0)]], InputError, "row 0 has two values for index 1"),
        ([[(1, float("nan"))]], InputError, "row 0 has nan at index 1; values are finite"),
        ([[(1, "x")]], InputError, "row 0 has 'x' at index 1"),
        ([[1, 2]], InputTypeError, r"row 0 holds 1, which is no pair \(index, value\)"),
        ([[(1, 2.0, 3.0)]], InputTypeError, "no pair"),
    ],
)
def test_what_is_no_list_of_pairs_is_refused_by_its_row(pairs, kind, words):
    with pytest.raises(kind, match=words):
        SparseVectors().fit([[1.0, 2.0, 3.0]]).from_pairs(pairs)
    assert from_index_value_pairs([], width=3).shape == (0, 3)
