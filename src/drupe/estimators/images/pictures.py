"""Pictures as users have them, checked one by one: gray or colored, bytes or fractions, of equal sizes or not."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.errors import InputError, InputTypeError

Pixels = npt.NDArray[Any]
"""One picture, (height, width) if gray, (height, width, 3) if colored; bytes, fractions in [0, 1], or truth values."""

LUMA = np.array([0.299, 0.587, 0.114])
"""What red, green and blue give to brightness, as television had it (ITU-R BT.601)."""


def pictures(X: Any) -> Iterator[Pixels]:
    """The pictures one after another, each checked when its turn comes; errors say which one is meant.

    >>> [one.shape for one in pictures([np.zeros((2, 3)), np.zeros((4, 4, 3), dtype=np.uint8)])]
    [(2, 3), (4, 4, 3)]
    """
    for position, one in enumerate(_one_by_one(X)):
        yield _checked(one, position)


def count(X: Any) -> int:
    """How many pictures there are; at least one."""
    found = len(_one_by_one(X))
    if not found:
        raise InputError("there are no pictures; at least one is needed.")
    return found


def fractions(pixels: Pixels) -> npt.NDArray[np.float64]:
    """Bytes as fractions of 255; fractions as they are; true as 1."""
    return pixels / 255.0 if pixels.dtype == np.uint8 else pixels.astype(np.float64, copy=False)


def brightness(pixels: Pixels) -> npt.NDArray[np.float64]:
    """Brightness in [0, 1]: 0.299 red + 0.587 green + 0.114 blue.

    >>> brightness(np.array([[[255, 0, 0], [255, 255, 255]]], dtype=np.uint8)).round(6).tolist()
    [[0.299, 1.0]]
    """
    values = fractions(pixels)
    return values if values.ndim == 2 else np.asarray(np.minimum(values @ LUMA, 1.0))


def size(pixels: Pixels) -> str:
    """Height, width and colors, as errors name them.

    >>> size(np.zeros((4, 6, 3)))
    '4 × 6 × 3'
    """
    return " × ".join(map(str, pixels.shape))


def place_names(shape: tuple[int, ...]) -> npt.NDArray[Any]:
    """The names of rows × columns × colors numbers, row by row, counted from 0; the color only if there are three.

    >>> place_names((1, 2, 1)).tolist()
    ['row 0, column 0', 'row 0, column 1']
    """
    rows, columns, channels = shape
    colors = (", red", ", green", ", blue") if channels == 3 else ("",)
    places = product(range(rows), range(columns), colors)
    return np.array([f"row {row}, column {column}{color}" for row, column, color in places], dtype=object)


def _one_by_one(X: Any) -> Any:
    """What holds the pictures: an array whose first axis counts them, or a sequence."""
    if hasattr(X, "toarray"):
        raise InputTypeError("pictures are arrays of pixels, got a sparse matrix; pass (n, height, width[, 3]).")
    if not isinstance(X, np.ndarray):
        if not hasattr(X, "__len__") or isinstance(X, str | bytes | dict):
            raise InputTypeError(f"pictures come as one array or as a list of arrays, got {type(X).__name__}.")
        return X
    if X.dtype == object and X.ndim == 1:
        return X
    if X.ndim == 3 and X.shape[2] == 3:
        raise InputError(
            f"an array of shape {X.shape} may be one colored picture, {X.shape[0]} × {X.shape[1]}, or {X.shape[0]} "
            f"gray ones, {X.shape[1]} × 3; pass X[None] in the first case, list(X) in the second."
        )
    if X.ndim not in (3, 4):
        raise InputError(
            f"pictures come as an array (n, height, width) or (n, height, width, 3), got shape {X.shape}; rows of "
            "pixels have to be folded first, X.reshape(-1, height, width)."
        )
    return X


def _checked(one: Any, position: int) -> Pixels:
    try:
        pixels = np.asarray(one)
    except ValueError as cause:
        raise InputError(f"picture {position} has rows of different lengths, or is none at all: {cause}") from cause
    if pixels.ndim == 3 and pixels.shape[2] == 1:
        pixels = pixels[:, :, 0]
    if pixels.ndim not in (2, 3) or (pixels.ndim == 3 and pixels.shape[2] != 3):
        hint = "; leave out the opacity, picture[..., :3]" if pixels.ndim == 3 and pixels.shape[2] == 4 else ""
        raise InputError(
            f"picture {position} has shape {pixels.shape}; it must be (height, width) or (height, width, 3){hint}."
        )
    if not pixels.size:
        raise InputError(f"picture {position} has no pixels: its shape is {pixels.shape}.")
    if pixels.dtype in (np.bool_, np.uint8):
        return pixels
    if not np.issubdtype(pixels.dtype, np.floating):
        raise InputTypeError(
            f"picture {position} holds {pixels.dtype}; pixels are bytes (uint8, 0 to 255) or fractions in [0, 1]."
        )
    low, high = float(pixels.min()), float(pixels.max())
    if not (low >= 0.0 and high <= 1.0):
        found = "NaN" if np.isnan(low) or np.isnan(high) else f"{low if low < 0.0 else high:g}"
        raise InputError(
            f"picture {position} holds {found}, but fractions lie in [0, 1]; divide by 255, or pass bytes (uint8)."
        )
    return pixels
