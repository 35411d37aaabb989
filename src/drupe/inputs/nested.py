"""Nested lists as an array, without what numpy would do silently: turn numbers into text, or round large ones."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs.exact import LARGEST_EXACT


def from_nested(rows: Sequence[Any]) -> npt.NDArray[Any]:
    """The array that the lists spell out; of objects where numpy's own choice of type may have changed an entry."""
    try:
        array = np.asarray(rows)
    except (ValueError, TypeError, OverflowError) as cause:
        raise _irregular(rows, cause) from cause
    if array.dtype.kind in "USTO" or _may_have_rounded(array):
        return np.asarray(rows, dtype=object)
    return array


def _may_have_rounded(array: npt.NDArray[Any]) -> bool:
    """Whether whole numbers past 2⁵³ may have become floats on the way."""
    return array.dtype == np.float64 and array.size > 0 and bool(np.abs(array).max() >= LARGEST_EXACT)


def _irregular(rows: Sequence[Any], cause: Exception) -> InputError:
    """Which row is to blame if numpy finds no rectangle."""
    lengths = [len(row) if hasattr(row, "__len__") and not isinstance(row, str | bytes) else None for row in rows]
    for i, length in enumerate(lengths):
        if length != lengths[0]:
            first, odd = (f"{n} entries" if n is not None else "no entries but one value" for n in (lengths[0], length))
            return InputError(
                f"row {i} has {odd}, but row 0 has {first}; all rows must be equally long "
                "(sequences of tokens may differ in length: Sequences.of)."
            )
    return InputTypeError(f"the nested lists do not form a table of numbers: {cause}")
