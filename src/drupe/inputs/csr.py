"""Sparse matrices of any format as CSR whose structure can be trusted: the core reads it without looking twice."""

from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from drupe.foundation.arrays import aligned
from drupe.foundation.errors import InputError
from drupe.inputs.entry_location import in_coordinates, in_csr
from drupe.inputs.exact import floats
from drupe.inputs.finite import check_finite

_REMEDY = "build the sparse matrix anew, for example with scipy.sparse.csr_array(dense)"


def checked_csr(data: Any) -> Any:
    """A csr_array with sorted columns and no duplicates; arrays that are right already are shared, not copied."""
    rows = _rows(data)
    stored = int(rows.indptr[-1])
    values = floats(rows.data[:stored], in_csr(rows.indptr, rows.indices))
    checked = sp.csr_array((values, aligned(rows.indices[:stored]), aligned(rows.indptr)), shape=rows.shape)
    if not checked.has_canonical_format:
        checked = checked.copy()
        checked.sum_duplicates()
    if data.dtype == np.bool_:
        # Duplicates of truth values are alternatives in scipy, not summands.
        np.minimum(checked.data, 1.0, out=checked.data)
    check_finite(checked.data, in_csr(checked.indptr, checked.indices))
    return checked


def _rows(data: Any) -> Any:
    """The matrix in CSR, its structure checked before scipy's own conversions, which trust it too."""
    if data.format == "coo":
        _check_coordinates(data)
        # Floats first: duplicates are summed on the way, and small integers would wrap around.
        values = floats(data.data, in_coordinates(data.row, data.col))
        return sp.coo_array((values, (data.row, data.col)), shape=data.shape).tocsr()
    if data.format in ("csr", "csc", "bsr"):
        _check_compressed(data)
        return data.tocsr()
    rows = data.tocsr()
    _check_compressed(rows)
    return rows


def _check_coordinates(data: Any) -> None:
    if not len(data.row) == len(data.col) == len(data.data):
        raise _corrupt(f"{len(data.data)} values, {len(data.row)} rows and {len(data.col)} columns")
    for name, index, size in (("row", data.row, data.shape[0]), ("column", data.col, data.shape[1])):
        beyond = _outside(index, size)
        if beyond is not None:
            raise _corrupt(f"{name} {index[beyond]} for entry {beyond}, but only {size} {name}s")


def _check_compressed(data: Any) -> None:
    """The three arrays of CSR; for CSC with rows and columns swapped, for BSR with blocks in place of entries."""
    lines, width = _grid(data)
    starts, index = data.indptr, data.indices
    if starts.shape != (lines + 1,):
        raise _corrupt(f"an indptr of shape {starts.shape}, where {lines} lines need ({lines + 1},)")
    if starts.dtype.kind != "i" or index.dtype.kind != "i" or index.ndim != 1:
        raise _corrupt(f"an indptr of type {starts.dtype} and indices of type {index.dtype}")
    if starts[0] != 0:
        raise _corrupt(f"an indptr that starts at {starts[0]} instead of 0")
    falls = starts[1:] < starts[:-1]
    if falls.any():
        raise _corrupt(f"an indptr that falls after line {int(falls.argmax())}")
    if len(index) != len(data.data) or starts[-1] > len(index):
        raise _corrupt(f"an indptr that ends at {starts[-1]}, with {len(index)} indices and {len(data.data)} values")
    beyond = _outside(index[: starts[-1]], width)
    if beyond is not None:
        line = int(np.searchsorted(starts, beyond, side="right")) - 1
        raise _corrupt(f"the index {index[beyond]} in line {line}, where indices lie in [0, {width})")


def _grid(data: Any) -> tuple[int, int]:
    """How many compressed lines there are, and how many positions each has."""
    rows, columns = data.shape
    if data.format == "csc":
        return columns, rows
    if data.format == "bsr":
        return rows // data.blocksize[0], columns // data.blocksize[1]
    return rows, columns


def _outside(index: npt.NDArray[Any], size: int) -> int | None:
    """The first position whose index is not in [0, size)."""
    if not len(index) or (index.min() >= 0 and index.max() < size):
        return None
    return int(((index < 0) | (index >= size)).argmax())


def _corrupt(found: str) -> InputError:
    return InputError(f"the sparse matrix is corrupt: it has {found}; {_REMEDY}.")
