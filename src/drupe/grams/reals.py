"""Numbers that go with examples: a vector to be multiplied with, one shift or one sign for each."""

from typing import Any

import numpy as np
import scipy.sparse as sp

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs.exact import floats


def doubles(values: Any, what: str) -> Matrix:
    """The values in float64, all finite; whole numbers are welcome, anything that would lose digits is not.

    >>> doubles([1, 2], "the vector").dtype
    dtype('float64')
    """
    if sp.issparse(values):
        raise InputTypeError(f"{what} must be a dense array, got a sparse one; use .toarray().")
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise InputTypeError(f"{what} must be an array of numbers, got lists of different lengths.") from error
    if array.dtype.kind not in "biuf":
        raise InputTypeError(f"{what} must hold real numbers, got {array.dtype}.")
    double = np.asarray(floats(array, lambda at: f"{list(at)} of {what}"), dtype=np.float64)
    if not np.isfinite(double).all():
        raise InputError(f"{what} must hold finite numbers, got NaN or infinity.")
    return double


def columns(values: Any, size: int) -> Matrix:
    """What a Gram of this size can be multiplied with: a vector, or a matrix with a row per example."""
    array = doubles(values, "the right-hand side of a Gram product")
    if array.ndim not in (1, 2) or len(array) != size:
        raise InputError(
            f"a Gram of {size} examples is multiplied with an array of shape ({size},) or ({size}, columns), "
            f"got shape {array.shape}."
        )
    return array


def one_each(values: Any, size: int, what: str) -> Vector:
    """One number per example, as a read-only copy."""
    array = np.array(doubles(values, what))
    if array.shape != (size,):
        raise InputError(f"{what} must hold one number for each of {size} examples, got shape {array.shape}.")
    array.flags.writeable = False
    return array


def sign_each(values: Any, size: int) -> Vector:
    """One of −1 and +1 per example."""
    signs = one_each(values, size, "signs")
    other = signs[np.abs(signs) != 1.0]
    if len(other):
        raise InputError(f"signs must be -1 or +1, got {other[0]:g}; code the two classes as -1 and +1 first.")
    return signs
