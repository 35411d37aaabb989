"""numpy arrays as safetensors hold them: plain numbers in C order; other types as numbers that can be viewed back."""

import re
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.errors import InputTypeError
from drupe.persistence.json_values import JSON, corrupt

TENSOR_TYPES = {
    "BOOL": np.dtype(np.bool_),
    "U8": np.dtype("<u1"),
    "I8": np.dtype("<i1"),
    "U16": np.dtype("<u2"),
    "I16": np.dtype("<i2"),
    "F16": np.dtype("<f2"),
    "U32": np.dtype("<u4"),
    "I32": np.dtype("<i4"),
    "F32": np.dtype("<f4"),
    "U64": np.dtype("<u8"),
    "I64": np.dtype("<i8"),
    "F64": np.dtype("<f8"),
}
"""The number types of safetensors that are used."""

TENSOR_NAMES = {dtype: name for name, dtype in TENSOR_TYPES.items()}

LAST_CHARACTER = 0x10FFFF
"""The largest code of a character in Unicode."""


def stored(array: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], dict[str, JSON]]:
    """The array as numbers in C order, and what must be said to get the array back from them."""
    said: dict[str, JSON] = {}
    plain = array.astype(array.dtype.newbyteorder("<"), copy=False)
    if plain.flags.f_contiguous and not plain.flags.c_contiguous:
        # The order of the numbers in memory decides in which order sums are taken, and so their last digit.
        plain, said["order"] = plain.T, "F"
    plain = np.ascontiguousarray(plain).reshape(plain.shape)
    if plain.dtype in TENSOR_NAMES:
        return plain, said
    view = _view(plain.dtype)
    if view is None:
        raise InputTypeError(f"an array of type {array.dtype} cannot be saved; convert it to numbers or strings first.")
    said["dtype"] = plain.dtype.str
    width = plain.dtype.itemsize // view.itemsize
    return plain.reshape(-1).view(view).reshape(*plain.shape, width), said


def restored(raw: npt.NDArray[Any], said: dict[str, JSON]) -> npt.NDArray[Any]:
    """The array again; numbers that no array of its type can hold are refused."""
    array = raw
    if raw.dtype == np.bool_ and raw.size and raw.view(np.uint8).max() > 1:
        raise corrupt("an array of truth values holds something else")
    if "dtype" in said:
        array = _viewed_back(raw, said["dtype"])
    if "order" in said:
        if said["order"] != "F":
            raise corrupt(f"an array is in the unknown order {said['order']!r}")
        array = array.T
    return array.astype(array.dtype.newbyteorder("="), copy=False)


def _viewed_back(raw: npt.NDArray[Any], said: JSON) -> npt.NDArray[Any]:
    dtype = _dtype(said)
    view = _view(dtype)
    if view is None or raw.dtype != view or not raw.ndim or raw.shape[-1] * view.itemsize != dtype.itemsize:
        raise corrupt(f"an array of type {dtype} is held as {raw.dtype} of shape {raw.shape}")
    if dtype.kind == "U" and raw.size and raw.max() > LAST_CHARACTER:
        raise corrupt("a string holds a character that does not exist")
    return np.ascontiguousarray(raw).reshape(-1).view(dtype).reshape(raw.shape[:-1])


def _dtype(said: JSON) -> np.dtype[Any]:
    # Only what `stored` writes: a wider syntax would let the file ask numpy for anything.
    match = re.fullmatch(r"<U([1-9]\d{0,8})|\|S([1-9]\d{0,8})|<c(8|16)", said) if isinstance(said, str) else None
    if match is None:
        raise corrupt(f"an array has the unknown type {said!r}")
    return np.dtype(match[0])


def _view(dtype: np.dtype[Any]) -> np.dtype[Any] | None:
    """The numbers that values of this type are held as."""
    match dtype.kind, dtype.itemsize:
        case "c", 8 | 16:
            return np.dtype(f"<f{dtype.itemsize // 2}")
        case "U", size if size:
            return np.dtype("<u4")
        case "S", size if size:
            return np.dtype("u1")
    return None
