"""Centers put together: the same rows in the same order, without a copy where there need not be one."""

from itertools import pairwise

import numpy as np
import pytest
import scipy.sparse as sp

from drupe.inputs import Precomputed, Sequences, Vectors
from drupe.predictors.joined_centers import joined_centers

ROWS = np.random.default_rng(0).normal(size=(9, 3))


@pytest.mark.parametrize("cuts", [[0, 9], [0, 4, 9], [0, 0, 4, 4, 9, 9], [2, 5, 6], [3, 3]])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_neighbors_are_not_copied(cuts, dtype):
    whole = Vectors.of(ROWS.astype(dtype))
    joined = joined_centers([whole.between(a, b) for a, b in pairwise(cuts)])
    np.testing.assert_array_equal(joined.array, whole.array[cuts[0] : cuts[-1]])
    np.testing.assert_array_equal(joined.origin.positions, np.arange(cuts[0], cuts[-1]))
    assert joined.origin.token == whole.origin.token
    assert joined.array.dtype == dtype
    assert cuts[0] == cuts[-1] or np.shares_memory(joined.array, whole.array)


def test_what_is_not_neighboring_is_copied():
    whole = Vectors.of(ROWS)
    parts = [whole.between(4, 9), whole.between(0, 3), whole.take([1, 1])]
    expected = np.vstack([part.array for part in parts])
    np.testing.assert_array_equal(joined_centers(parts).array, expected)
    columns = Vectors.of(np.asfortranarray(ROWS))
    np.testing.assert_array_equal(joined_centers([columns.between(0, 4), columns.between(4, 9)]).array, ROWS)
    thin = Vectors.of(ROWS[:, :2])
    np.testing.assert_array_equal(joined_centers([thin.between(0, 4), thin.between(4, 9)]).array, ROWS[:, :2])


def test_sparse_rows_stay_sparse():
    first, second = Vectors.of(sp.csr_array(ROWS[:4])), Vectors.of(sp.csr_array(ROWS[4:]))
    joined = joined_centers([first, second])
    assert joined.sparse
    np.testing.assert_array_equal(joined.dense(), ROWS)
    assert not joined.origin.shares(first.origin)


def test_strings_are_joined_and_other_kinds_left_alone():
    words = joined_centers([Sequences.of(["ab", "b"]), Sequences.of(["ca"])])
    assert words.raw() == ["ab", "b", "ca"]
    assert joined_centers([Precomputed.of(np.eye(2)), Precomputed.of(np.eye(2))]) is None
