"""Checks a table of numbers at the border: what comes out is float32 or float64, finite, two-dimensional.

Nothing is changed, and nothing is copied that is float32 or float64 already, whatever its strides, and aligned.
"""

from typing import Any

import narwhals as nw
import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs.csr import checked_csr
from drupe.inputs.entry_location import in_table
from drupe.inputs.exact import check_kind, floats, missing
from drupe.inputs.finite import check_finite
from drupe.inputs.frames import from_frame, opened
from drupe.inputs.nested import from_nested

WIDEST = np.iinfo(np.int32).max
"""The core numbers columns with 32 bits."""


def table(data: Any) -> tuple[Any, tuple[str, ...] | None]:
    """The checked matrix (dense or CSR) and the column names, if there are any."""
    if sp.issparse(data):
        check_shape(data.shape)
        return checked_csr(data), None
    array, names = _array(data)
    check_kind(array)
    check_shape(array.shape)
    place = in_table(names)
    array = floats(array, place)
    check_finite(array, place)
    return array, names


def _array(data: Any) -> tuple[npt.NDArray[Any], tuple[str, ...] | None]:
    """A numpy array of whatever type, from whatever holds one."""
    if isinstance(data, np.matrix):
        raise InputTypeError("np.matrix is not supported; pass np.asarray(X).")
    if isinstance(data, np.ma.MaskedArray):
        return _unmasked(data), None
    if isinstance(data, list | tuple):
        return from_nested(data), None
    frame = opened(data)
    if isinstance(frame, nw.DataFrame):
        return from_frame(frame)
    if isinstance(frame, nw.LazyFrame):
        raise InputTypeError("the data are a lazy frame, which has not been computed yet; pass X.collect().")
    if isinstance(frame, nw.Series):
        raise InputError(
            "the data are one column (a series), but a table is needed. Reshape your data: X.to_frame() is a table "
            "with a single feature."
        )
    return _plain(data), None


def _plain(data: Any) -> npt.NDArray[Any]:
    """Arrays, and anything else that numpy understands as one."""
    try:
        array = np.asarray(data)
    except (ValueError, TypeError, RuntimeError) as cause:
        raise InputTypeError(f"a {type(data).__name__} is no table of numbers: {cause}") from cause
    if array.dtype.kind == "O" and array.ndim == 0:
        raise InputTypeError(
            f"a table of numbers is needed, got {type(data).__name__}; pass an array, a sparse matrix, a data frame "
            "or a list of rows."
        )
    rows_within = array.dtype.kind == "O" and array.ndim == 1 and len(array) and hasattr(array[0], "__len__")
    return from_nested(list(array)) if rows_within and not isinstance(array[0], str | bytes) else array


def _unmasked(data: np.ma.MaskedArray[Any, Any]) -> npt.NDArray[Any]:
    mask = np.ma.getmaskarray(data)
    if mask.any():
        check_shape(data.shape)
        row, column = (int(i) for i in np.unravel_index(int(mask.argmax()), mask.shape))
        raise missing(in_table()((row, column)))
    return np.asarray(data.data)


def check_shape(shape: tuple[int, ...]) -> None:
    """Raise an InputError unless there are rows and columns, and not too many columns."""
    if shape and shape[0] == 0:
        raise InputError(f"the data have 0 sample(s) (shape={shape}) while a minimum of 1 is required.")
    if len(shape) < 2:
        found = "a scalar" if not shape else f"one-dimensional, shape {shape}"
        raise InputError(
            f"the data are {found}, but a table has two dimensions. Reshape your data with array.reshape(-1, 1) "
            "if it has a single feature, or with array.reshape(1, -1) if it is a single sample."
        )
    if len(shape) > 2:
        raise InputError(
            f"the data have {len(shape)} dimensions, shape {shape}, but a table has two; "
            "make every example one row: array.reshape(len(array), -1)."
        )
    if shape[1] == 0:
        raise InputError(f"the data have 0 feature(s) (shape={shape}) while a minimum of 1 is required.")
    if shape[1] > WIDEST:
        raise InputError(
            f"the data have {shape[1]} columns, but at most {WIDEST} can be numbered; "
            "hash them to fewer, for example with sklearn.feature_extraction.FeatureHasher."
        )
