"""Cells go from row to row in every kind of table, and nothing else changes."""

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp

from drupe.analysis.cells import cells_of
from drupe.inputs.frame import Frame
from drupe.inputs.sequences import Sequences
from drupe.inputs.vectors import Vectors

WEIGHTS, KINDS = [3.0, 1.0, 3.0, 2.0], ["plum", "pear", "plum", "fig"]

TABLES = {
    "array": np.array([[0.0, weight] for weight in WEIGHTS]),
    "objects": np.array([["a", kind] for kind in KINDS], dtype=object),
    "csr": sp.csr_array([[0.0, weight] for weight in WEIGHTS]),
    "pandas": pd.DataFrame({"zero": [0.0] * 4, "kind": pd.Categorical(KINDS)}, index=[7, 7, 5, 5]),
    "polars": pl.DataFrame({"zero": [0.0] * 4, "kind": KINDS}),
    "frame": Frame.of({"zero": [0.0] * 4, "kind": KINDS}),
    "vectors": Vectors.of([[0.0, weight] for weight in WEIGHTS]),
}


def plain(table: Any) -> list[list[Any]]:
    if isinstance(table, Frame):
        return [list(row) for row in table]
    if isinstance(table, pl.DataFrame):
        return [list(row) for row in table.rows()]
    return (table.toarray() if sp.issparse(table) else np.asarray(table)).tolist()


@pytest.mark.parametrize("name", TABLES)
def test_one_column_comes_from_the_donors_and_all_else_stays(name: str) -> None:
    cells, before = cells_of(TABLES[name]), plain(TABLES[name])
    assert cells is not None
    found = cells.exchanged(1, np.array([3, 0, 0]), np.array([1, 2, 3]))
    assert plain(found) == [[before[3][0], before[1][1]], [before[0][0], before[2][1]], [before[0][0], before[3][1]]]
    assert plain(TABLES[name]) == before
    raw = TABLES[name].array if isinstance(TABLES[name], Vectors) else TABLES[name]
    assert type(found) is type(raw)


@pytest.mark.parametrize("name", TABLES)
def test_equal_cells_have_equal_codes(name: str) -> None:
    codes = cells_of(TABLES[name]).codes(1)  # type: ignore[union-attr]
    assert codes[0] == codes[2]
    assert len(set(codes.tolist())) == 3


def test_types_of_a_data_frame_stay() -> None:
    found = cells_of(TABLES["pandas"]).exchanged(1, np.array([0]), np.array([3]))  # type: ignore[union-attr]
    assert found.dtypes.tolist() == TABLES["pandas"].dtypes.tolist()


def test_names_are_those_of_the_data_or_of_the_caller() -> None:
    assert cells_of(TABLES["pandas"]).names == ("zero", "kind")  # type: ignore[union-attr]
    assert cells_of(TABLES["array"], ("a", "b")).names == ("a", "b")  # type: ignore[union-attr]
    assert cells_of(pd.DataFrame([[1.0, 2.0]])).names == ("0", "1")  # type: ignore[union-attr]


def test_examples_without_columns_have_no_cells() -> None:
    assert cells_of(["plum", "pear"]) is None
    assert cells_of(Sequences.of(["plum", "pear"])) is None
    assert cells_of(np.array(["plum", "pear"])) is None
