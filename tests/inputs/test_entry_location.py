"""Places in words."""

import numpy as np
import scipy.sparse as sp

from drupe.inputs.entry_location import in_column, in_coordinates, in_csr, in_table


def test_a_dense_place_names_the_column_if_it_has_a_name():
    assert in_table()((3, 1)) == "row 3, column 1"
    assert in_table(("a", "b"))((3, 1)) == "row 3, column 'b'"
    assert in_column("b")((3,)) == "row 3, column 'b'"


def test_sparse_places_agree_with_the_matrix():
    dense = np.array([[0.0, 0.0, 0.0], [7.0, 0.0, 8.0], [0.0, 0.0, 0.0], [0.0, 9.0, 0.0]])
    rows, coordinates = sp.csr_array(dense), sp.coo_array(dense)
    for place, values in (
        (in_csr(rows.indptr, rows.indices), rows.data),
        (in_coordinates(coordinates.row, coordinates.col), coordinates.data),
    ):
        found = {float(value): place((k,)) for k, value in enumerate(values)}
        assert found == {7.0: "row 1, column 0", 8.0: "row 1, column 2", 9.0: "row 3, column 1"}
