"""Numbers of any type as float32 or float64, or an error that names the first one that would be changed."""

import numbers
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Matrix, aligned
from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs.entry_location import Place

KEPT = (np.dtype(np.float32), np.dtype(np.float64))
"""The types that the core computes with; they are not copied, unless they are not aligned."""

LARGEST_EXACT = 2**53
"""Up to here float64 holds every whole number."""

_ENCODE = "encode categories as numbers first, for example with sklearn.preprocessing.OneHotEncoder"
_TEXT = f"the data hold text, but a table must hold numbers; {_ENCODE}; pass strings to compare as a plain list."
_REFUSED = {
    "c": "Complex data not supported: a table must hold real numbers; pass the real and imaginary parts as columns.",
    "U": _TEXT,
    "T": _TEXT,
    "S": f"the data hold bytes, but a table must hold numbers; decode them, and {_ENCODE}.",
    "M": "the data hold dates, but a table must hold numbers; pass the time since a date of your choice.",
    "m": "the data hold time spans, but a table must hold numbers; divide by a unit, such as np.timedelta64(1, 'D').",
    "V": "the data are a structured array, but a table must hold numbers; stack its fields as columns.",
}


def check_kind(values: npt.NDArray[Any]) -> None:
    """Raise an InputTypeError if an array is of a type that cannot hold plain numbers."""
    if values.dtype.kind not in "fiubO":
        raise InputTypeError(_REFUSED.get(values.dtype.kind, f"data of type {values.dtype} are no table of numbers."))


def floats(values: npt.NDArray[Any], place: Place) -> Matrix:
    """The same numbers in float32 or float64, copied only if they came as anything else."""
    if values.dtype in KEPT:
        return aligned(values)
    check_kind(values)
    native = values.dtype.newbyteorder("=")
    if native in KEPT:
        return values.astype(native)
    if native == np.float16:
        return values.astype(np.float32)
    if native.kind == "O":
        return _from_objects(values, place)
    return _narrowed(values, place) if native.kind == "f" else _from_whole(values, place)


def _lossy(value: Any, where: str) -> InputError:
    vast = isinstance(value, int) and value.bit_length() > 1024
    return InputError(
        f"the number {'past 1e308' if vast else value!s} at {where} cannot be held by float64 without loss; "
        "round or rescale it, and leave out columns that are identifiers."
    )


def _first(bad: npt.NDArray[np.bool_]) -> tuple[int, ...]:
    return tuple(int(i) for i in np.unravel_index(int(bad.argmax()), bad.shape))


def _narrowed(values: npt.NDArray[Any], place: Place) -> Matrix:
    """Extended precision, if nothing is lost."""
    with np.errstate(over="ignore", under="ignore"):
        double = values.astype(np.float64)
    lossy = (double != values) & ~np.isnan(values)
    if lossy.any():
        raise _lossy(values[at := _first(lossy)], place(at))
    return double


def _from_whole(values: npt.NDArray[Any], place: Place) -> Matrix:
    """Whole numbers and truth values: past 2⁵³ only those whose odd part is short enough for the mantissa."""
    if values.dtype.itemsize == 8 and values.size and _largest(values) > LARGEST_EXACT:
        # The magnitude of the smallest int64 wraps to itself, which as uint64 is what it should be.
        magnitude = np.abs(values).astype(np.uint64) if values.dtype.kind == "i" else values.astype(np.uint64)
        lowest_bit = np.maximum(magnitude & (~magnitude + np.uint64(1)), np.uint64(1))
        lossy = magnitude // lowest_bit > LARGEST_EXACT
        if lossy.any():
            raise _lossy(values[at := _first(lossy)], place(at))
    return values.astype(np.float64)


def _largest(values: npt.NDArray[Any]) -> int:
    return max(int(values.max()), -int(values.min()))


def _from_objects(values: npt.NDArray[Any], place: Place) -> Matrix:
    """Python objects, each of which must be a plain number."""
    if set(map(type, values.flat)) <= {float, np.float64}:
        return values.astype(np.float64)
    double = np.empty(values.shape)
    for index, value in np.ndenumerate(values):
        double[index] = _number(value, index, place)
    return double


def _number(value: Any, index: tuple[int, ...], place: Place) -> float:
    if isinstance(value, np.generic):
        value = value.item()
    if is_missing(value):
        raise missing(place(index))
    if isinstance(value, complex | np.complexfloating):
        raise InputTypeError(f"{_REFUSED['c']} The first stands at {place(index)}.")
    if not isinstance(value, numbers.Real):
        raise InputTypeError(
            f"the data hold {value!r}, of type {type(value).__name__}, at {place(index)}; the argument must be free "
            f"of strings and of anything else that is no number; {_ENCODE}."
        )
    try:
        double = float(value)
    except OverflowError:
        raise _lossy(value, place(index)) from None
    if double != value:
        raise _lossy(value, place(index))
    return double


def is_missing(value: object) -> bool:
    """Whether a Python object stands for a value that is not there: None, NaN, or what pandas puts in their place."""
    return (
        value is None
        or (isinstance(value, float | np.floating) and bool(np.isnan(value)))
        or type(value).__name__ in ("NAType", "NaTType")
    )


def missing(where: str) -> InputError:
    """The error for a value that is not there."""
    return InputError(
        f"the data have no value (NaN) at {where}; drop such rows or fill them in, "
        "for example with sklearn.impute.SimpleImputer."
    )
