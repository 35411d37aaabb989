"""Data frames of any library that narwhals knows, as one array and the names of its columns."""

from typing import Any

import narwhals as nw
import numpy as np
import scipy.sparse as sp
from narwhals.exceptions import DuplicateError

from drupe.foundation.arrays import Matrix
from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs.entry_location import in_column
from drupe.inputs.exact import KEPT, floats, missing
from drupe.inputs.names import column_names

NO_FRAMES = (np.ndarray, list, tuple)
"""What is known at first sight; narwhals reads about all installed packages when it is asked for the first time."""


def opened(data: Any) -> Any:
    """Frames and series as narwhals sees them; everything else as it is."""
    if isinstance(data, NO_FRAMES) or sp.issparse(data):  # most often, and many times quicker than to ask narwhals
        return data
    try:
        return nw.from_native(data, allow_series=True, pass_through=True)
    except DuplicateError as cause:
        raise InputError(f"the columns of a frame must have different names; rename some of these. {cause}") from cause


def from_frame(frame: nw.DataFrame[Any]) -> tuple[Matrix, tuple[str, ...] | None]:
    """The numbers, without a copy where the frame holds them as one block, and the names."""
    names, columns = column_names(frame.columns), list(frame.iter_columns())
    for column in columns:
        _check_column(column)
    if len({column.dtype for column in columns}) == 1:
        whole = frame.to_numpy()
        if whole.dtype in KEPT:
            return whole, names
    parts = [floats(column.to_numpy(), in_column(column.name)) for column in columns]
    kept = np.result_type(*parts) if parts else np.dtype(np.float64)
    array = np.empty(frame.shape, dtype=kept, order="F")
    for j, part in enumerate(parts):
        array[:, j] = part
    return array, names


def _check_column(column: nw.Series[Any]) -> None:
    if not _may_hold_numbers(column):
        raise InputTypeError(
            f"column {column.name!r} holds {_type_name(column)}, but a table must hold numbers that fit into float64; "
            "drop it, cast it, or encode it first, for example with sklearn.preprocessing.OneHotEncoder; "
            "strings to compare come as one list or series."
        )
    if column.null_count():
        raise missing(in_column(column.name)((int(column.is_null().to_numpy().argmax()),)))


def _may_hold_numbers(column: nw.Series[Any]) -> bool:
    """Whether the values can be looked at one by one; a type that narwhals does not know may still be numpy's own."""
    kind = column.dtype
    if kind in (nw.Int128, nw.UInt128):
        return False
    own = kind == nw.Unknown and isinstance(getattr(column.to_native(), "dtype", None), np.dtype)
    return kind.is_float() or kind.is_integer() or kind in (nw.Boolean, nw.Object) or own


def _type_name(column: nw.Series[Any]) -> str:
    """The type of a column as its own library calls it."""
    return str(getattr(column.to_native(), "dtype", column.dtype))
