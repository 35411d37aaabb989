"""Examples as values: equal where their contents are, and nothing is changed by looking at them."""

import numpy as np
import pytest
import scipy.sparse as sp

from drupe.certification.example_values import stored_values


def with_stored_zeros(kind):
    """Three rows, of which the first stores a zero."""
    return kind((np.array([1.0, 0.0, 2.0, 3.0]), np.array([0, 1, 0, 2]), np.array([0, 2, 3, 4])), shape=(3, 3))


@pytest.mark.parametrize("kind", [sp.csr_matrix, sp.csr_array])
def test_looking_at_a_sparse_table_leaves_it_as_it_is(kind):
    table = with_stored_zeros(kind)
    stored_values(table)
    np.testing.assert_array_equal(table.data, [1.0, 0.0, 2.0, 3.0])
    np.testing.assert_array_equal(table.indptr, [0, 2, 3, 4])


def test_zeros_and_the_width_of_column_numbers_do_not_count():
    table = with_stored_zeros(sp.csr_array)
    wide = sp.csr_array(table.toarray())
    wide.indices, wide.indptr = wide.indices.astype(np.int64), wide.indptr.astype(np.int64)
    assert stored_values(table) == stored_values(wide) == stored_values(table.toarray())
