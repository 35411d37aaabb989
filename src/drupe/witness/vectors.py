"""Finite numbers, one for each example: what the witnesses of margins hold."""

from typing import Any

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError


def finite_vector(values: Any, what: str, *, low: float = -np.inf, high: float = np.inf) -> Vector:
    """The values as a read-only float64 vector, if they are finite and between the limits.

    >>> finite_vector([1, 2], "margins").tolist()
    [1.0, 2.0]
    """
    vector = np.array(values, dtype=np.float64)
    if vector.ndim != 1 or not len(vector):
        raise InputError(f"{what} are one number for each example, of at least one; got shape {vector.shape}.")
    if not np.isfinite(vector).all() or vector.min() < low or vector.max() > high:
        raise InputError(f"{what} are finite and lie in [{low}, {high}]; got {vector.min()} to {vector.max()}.")
    vector.flags.writeable = False
    return vector
