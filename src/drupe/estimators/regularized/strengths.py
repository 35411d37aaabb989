"""How strongly each output is regularized: one number for all, or one for each."""

import numbers
from typing import Any

import numpy as np

from drupe.estimators.size_limits import LARGEST
from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError


class Strengths:
    """A number from zero to 10¹⁰⁰, or an array of such numbers.

    >>> 0.5 in Strengths(), [1.0, 2.0] in Strengths(), -1.0 in Strengths(), "1" in Strengths()
    (True, True, False, False)
    """

    def __contains__(self, value: object) -> bool:
        if isinstance(value, bool | np.bool_ | str):
            return False
        if not isinstance(value, numbers.Real | list | tuple | np.ndarray):
            return False
        try:
            found = np.asarray(float(value) if isinstance(value, numbers.Real) else value)
        except (ValueError, OverflowError):  # rows of unlike lengths; a whole number beyond all floats
            return False
        if found.dtype.kind not in "iuf" or found.ndim > 1 or not found.size:
            return False
        return bool(((found >= 0.0) & (found <= LARGEST)).all())

    def __str__(self) -> str:
        return f"[0.0, {LARGEST:g}] or an array of such numbers"


def strength_of_each(alpha: Any, outputs: int) -> Vector:
    """One number for each output.

    >>> strength_of_each(0.5, 2).tolist()
    [0.5, 0.5]
    """
    found = np.atleast_1d(np.asarray(alpha, dtype=np.float64))
    if len(found) not in (1, outputs):
        raise InputError(f"alpha holds {len(found)} numbers but y has {outputs} targets; pass one, or one for each.")
    return np.broadcast_to(found, outputs).copy()
