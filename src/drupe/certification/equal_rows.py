"""Which examples are the same: to the last digit, or but for rounding, in one table or across several."""

from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from drupe.certification.example_values import example_values
from drupe.foundation.arrays import Index, Matrix
from drupe.inputs.vectors import Vectors

GRIDS = (1e-9, 1e-5, 1e-3)
"""Resolutions at which rows are compared, in standard deviations of their columns: digit by digit, as far as float32
and six digits go, and as far as they go where a column lies far from zero."""

DIRECTIONS = 4
"""Projections that stand for a row. Rounded copies agree in all of them; different rows hardly in one."""

SEED = 20004
"""Of the directions; they must not depend on the data."""

LOOKED_AT = 2000
"""Rows from which the spread of the columns is taken."""

AT_ONCE = 4_000_000
"""Entries of a table that are turned into double precision together."""

NARROW = 1e-2
"""Share of its largest value below which the spread of a column says little: rounding takes its digits first."""

GAP = 7.0
"""Where a value that is missing is put, in standard deviations."""


def groupings(*tables: Any) -> list[tuple[Index, ...]]:
    """For each resolution a number for every row, the same for the same rows; one array for each table.

    Rows of numbers are compared by rounded projections, O(rows × columns) in time and without a copy; anything else by
    its contents. Empty where the tables cannot be compared.

    >>> codes, *_ = groupings([[0.1], [0.2], [0.1 + 1e-14]])
    >>> bool(codes[0][0] == codes[0][2] != codes[0][1])
    True
    """
    arrays = [number_table(table) for table in tables]
    if any(array is None or array.shape[1] != arrays[0].shape[1] for array in arrays):
        return _by_contents(tables)
    directions = _directions(arrays[0])
    places = np.concatenate([_projected(array, directions) for array in arrays])
    if not np.isfinite(places).all():
        return _by_contents(tables)
    sizes = [array.shape[0] for array in arrays]
    return [_parted(_numbered(np.round(places / grid) + 0.0), sizes) for grid in GRIDS]


def number_table(X: Any) -> Any:
    """A two-dimensional array or CSR matrix of real numbers; None for what is none."""
    if isinstance(X, Vectors):
        X = X.array
    if sp.issparse(X):
        return X.tocsr() if X.shape[0] else None
    try:
        array = np.asarray(X)
        array = array if array.dtype.kind in "biuf" else _numbers_in(array)
    except (TypeError, ValueError):
        return None
    return array if array.ndim == 2 and array.size else None


def _numbers_in(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Python numbers in an array of objects; text is no number, even where it could be read as one."""
    if array.dtype.kind != "O" or any(isinstance(value, str | bytes) for value in array.flat):
        raise TypeError("not a table of numbers")
    return array.astype(np.float64)


def _directions(array: Any) -> Matrix:
    """Columns of Gaussian weights, over the spread of each column of the table."""
    few = array[np.linspace(0, array.shape[0] - 1, min(LOOKED_AT, array.shape[0])).astype(np.int64)]
    if sp.issparse(few):
        few = abs(few.astype(np.float64))
        largest = np.asarray(few.max(axis=0).todense()).ravel()
        unit = few @ sp.diags_array(1.0 / np.where(largest > 0.0, largest, 1.0))
        spread = np.sqrt(np.maximum(0.0, _means(unit.power(2)) - _means(unit) ** 2))
    else:
        few = np.nan_to_num(few.astype(np.float64), posinf=0.0, neginf=0.0)
        largest = np.abs(few).max(axis=0)
        spread = (few / np.where(largest > 0.0, largest, 1.0)).std(axis=0)
    scale = largest * np.maximum(spread, NARROW)
    scale = np.where(scale > 0.0, scale, 1.0)
    weights = np.random.default_rng(SEED).normal(size=(len(scale), DIRECTIONS)) / np.sqrt(len(scale))
    return np.asarray(weights / scale[:, None])


def _means(matrix: Any) -> npt.NDArray[np.float64]:
    return np.asarray(matrix.mean(axis=0)).ravel()


def _projected(array: Any, directions: Matrix) -> Matrix:
    if sp.issparse(array):
        return np.asarray(array.astype(np.float64) @ directions)
    step = max(1, AT_ONCE // array.shape[1])
    parts = []
    for start in range(0, array.shape[0], step):
        block = array[start : start + step].astype(np.float64)
        gaps = np.isnan(block)
        found = np.where(gaps, 0.0, block) @ directions if gaps.any() else block @ directions
        parts.append(found + GAP * (gaps @ np.sign(directions)) if gaps.any() else found)
    return np.concatenate(parts)


def _numbered(rounded: Matrix) -> Index:
    """A number for every row, the same for equal rows."""
    rows = np.ascontiguousarray(rounded).view(np.dtype((np.void, rounded.itemsize * rounded.shape[1]))).ravel()
    return np.asarray(np.unique(rows, return_inverse=True)[1], dtype=np.int64).ravel()


def _by_contents(tables: tuple[Any, ...]) -> list[tuple[Index, ...]]:
    values = [example_values(table) for table in tables]
    if any(found is None for found in values):
        return []
    numbers: dict[Any, int] = {}
    return [
        tuple(
            np.array([numbers.setdefault(value, len(numbers)) for value in found or ()]).astype(np.int64)
            for found in values
        )
    ]


def _parted(codes: Index, sizes: list[int]) -> tuple[Index, ...]:
    return tuple(np.split(codes, np.cumsum(sizes)[:-1]))
