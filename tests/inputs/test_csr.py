"""Sparse matrices of every format become CSR that can be trusted, and the user's object stays as it was."""

import copy

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs.csr import checked_csr

DENSE = np.array([[0.0, 1.0, 0.0, 2.0], [0.0, 0.0, 0.0, 0.0], [3.0, 0.0, 0.0, 4.0], [0.0, 5.0, 6.0, 0.0]])


def corrupt(format="csr", **changes):
    matrix = sp.csr_array(DENSE).asformat(format)
    for name, value in changes.items():
        setattr(matrix, name, np.asarray(value))
    return matrix


@pytest.mark.parametrize("format", ["bsr", "coo", "csc", "csr", "dia", "dok", "lil"])
@pytest.mark.parametrize("container", [sp.csr_array, sp.csr_matrix])
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int8, np.bool_])
def test_every_format_keeps_its_numbers(format, container, dtype):
    given_matrix = container(DENSE.astype(dtype)).asformat(format)
    result = checked_csr(given_matrix)
    assert result.format == "csr"
    assert result.dtype == (np.float32 if dtype == np.float32 else np.float64)
    assert (result.toarray() == given_matrix.toarray()).all()


@pytest.mark.parametrize("container", [sp.csr_array, sp.csr_matrix])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_proper_csr_matrix_is_shared(container, dtype):
    matrix = container(DENSE.astype(dtype))
    result = checked_csr(matrix)
    assert np.shares_memory(result.data, matrix.data)
    assert np.shares_memory(result.indices, matrix.indices)


@pytest.mark.parametrize("format", ["csr", "csc", "coo"])
def test_long_indices_are_taken(format):
    matrix = sp.csr_array(DENSE).asformat(format)
    if format == "coo":
        matrix.row, matrix.col = matrix.row.astype(np.int64), matrix.col.astype(np.int64)
    else:
        matrix.indices, matrix.indptr = matrix.indices.astype(np.int64), matrix.indptr.astype(np.int64)
    result = checked_csr(matrix)
    assert (result.toarray() == DENSE).all()
    if format == "csr":
        assert result.indices.dtype == result.indptr.dtype == np.int64
        assert np.shares_memory(result.indices, matrix.indices)


def shuffled(values):
    """Columns out of order, and column 1 of row 0 twice."""
    return sp.csr_array((np.array(values), np.array([3, 1, 1, 0]), np.array([0, 3, 4])), shape=(2, 4))


def test_duplicates_are_summed_and_columns_sorted_without_touching_the_original():
    matrix = shuffled([1.0, 2.0, 3.0, 4.0])
    before = copy.deepcopy(matrix.__dict__)
    result = checked_csr(matrix)
    assert result.indices.tolist() == [1, 3, 0]
    assert result.data.tolist() == [5.0, 1.0, 4.0]
    assert (matrix.data == before["data"]).all()
    assert (matrix.indices == before["indices"]).all()
    assert (matrix.indptr == before["indptr"]).all()


def test_a_stale_promise_of_order_is_not_believed():
    matrix = sp.csr_array(DENSE)
    assert matrix.has_canonical_format
    matrix.indices[:2] = [3, 1]
    assert checked_csr(matrix).indices.tolist()[:2] == [1, 3]


@pytest.mark.parametrize("format", ["csr", "coo"])
def test_duplicates_of_small_integers_do_not_wrap_around(format):
    values = np.array([1, 100, 100, 4], dtype=np.int8)
    matrix = shuffled(values) if format == "csr" else sp.coo_array((values, ([0, 0, 0, 1], [3, 1, 1, 0])), shape=(2, 4))
    assert checked_csr(matrix).toarray()[0, 1] == 200.0


@pytest.mark.parametrize("format", ["csr", "coo"])
def test_duplicates_of_truth_values_are_alternatives(format):
    values = np.ones(4, dtype=bool)
    matrix = shuffled(values) if format == "csr" else sp.coo_array((values, ([0, 0, 0, 1], [3, 1, 1, 0])), shape=(2, 4))
    assert checked_csr(matrix).toarray()[0, 1] == 1.0


def test_room_behind_the_last_entry_is_cut_off():
    matrix = corrupt(data=[*sp.csr_array(DENSE).data, np.nan], indices=[*sp.csr_array(DENSE).indices, 99])
    result = checked_csr(matrix)
    assert len(result.data) == len(result.indices) == result.indptr[-1] == 6


@pytest.mark.parametrize(
    ("matrix", "word"),
    [
        (corrupt(indptr=[0, 2, 2, 4]), "an indptr of shape"),
        (corrupt(indptr=[1, 2, 2, 4, 6]), "starts at 1"),
        (corrupt(indptr=[0, 4, 2, 4, 6]), "falls after line 1"),
        (corrupt(indptr=[0, 2, 2, 4, 7]), "ends at 7"),
        (corrupt(indptr=[0.0, 2.0, 2.0, 4.0, 6.0]), "float64"),
        (corrupt(indices=[1, 3, 0, 4, 1, 2]), "index 4 in line 2"),
        (corrupt(indices=[1, 3, 0, -1, 1, 2]), "index -1 in line 2"),
        (corrupt(indices=[1, 3, 0]), "3 indices and 6 values"),
        (corrupt(data=[1.0]), "6 indices and 1 values"),
        (corrupt("csc", indices=[2, 0, 3, 3, 0, 9]), "index 9 in line 3"),
        (corrupt("csc", indptr=[0, 9, 3, 4, 6]), "falls"),
        (corrupt("bsr", indices=[7] * len(sp.csr_array(DENSE).tobsr().indices)), "index 7 in line 0"),
        (corrupt("coo", row=[0, 0, 2, 2, 3, 4]), "row 4 for entry 5"),
        (corrupt("coo", col=[1, 3, 0, 3, -1, 2]), "column -1 for entry 4"),
        (corrupt("coo", data=[1.0]), "1 values"),
    ],
)
def test_a_corrupt_structure_is_refused(matrix, word):
    with pytest.raises(InputError, match=f"sparse matrix is corrupt.*{word}"):
        checked_csr(matrix)


def test_a_value_that_cannot_be_used_is_named_by_row_and_column():
    for format in ("csr", "coo", "csc"):
        with pytest.raises(InputError, match=r"NaN.* row 2, column 3"):
            checked_csr(sp.csr_array(np.where(DENSE == 4.0, np.nan, DENSE)).asformat(format))
        with pytest.raises(InputError, match="row 2, column 3 cannot be held"):
            checked_csr(sp.csr_array(np.where(DENSE == 4.0, 2**53 + 1, DENSE.astype(np.int64))).asformat(format))
    with pytest.raises(InputError, match=r"infinity.* row 0, column 1"):
        checked_csr(shuffled([1.0, 1.5e308, 1.5e308, 4.0]))
    with pytest.raises(InputTypeError, match="Complex data not supported"):
        checked_csr(sp.csr_array(DENSE * 1j))


@given(
    hnp.arrays(np.float64, (5, 6), elements=st.sampled_from([0.0, 0.0, 1.0, -2.5])),
    st.permutations(range(30)),
    st.sampled_from(["csr", "csc", "coo", "lil"]),
)
def test_any_order_of_entries_gives_the_same_matrix(dense, order, format):
    rows, columns = np.divmod(np.array(order), 6)
    matrix = sp.coo_array((dense[rows, columns], (rows, columns)), shape=dense.shape)
    result = checked_csr(matrix if format == "coo" else matrix.asformat(format))
    assert (result.toarray() == dense).all()
    for start, end in zip(result.indptr[:-1], result.indptr[1:], strict=True):
        assert (np.diff(result.indices[start:end]) > 0).all()
