"""Arrays inside frozen values: checked, in float64, and read-only."""

from typing import Any

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import ParameterError

SUM_TO_ONE = 1e-8
"""How far the sum of probabilities may be from one; what is nearer is rounding, and taken off."""


def frozen(owner: str, name: str, values: Any, dimensions: int) -> Any:
    """The numbers in an array of their own that nobody can write to; all must be finite.

    >>> frozen("Poisson", "rates", [1, 2], 1).tolist()
    [1.0, 2.0]
    """
    try:
        array = np.array(values, dtype=np.float64, order="C")
    except (TypeError, ValueError):
        raise ParameterError(f"{owner}.{name} must be numbers, got {values!r}.") from None
    if array.ndim != dimensions or not array.size:
        wanted = "a row of numbers" if dimensions == 1 else "a matrix of numbers"
        raise ParameterError(f"{owner}.{name} must be {wanted}, got an array of shape {array.shape}.")
    if not np.isfinite(array).all():
        raise ParameterError(f"{owner}.{name} must be finite, but it holds NaN or infinity.")
    array.flags.writeable = False
    return array


def positive_numbers(owner: str, name: str, values: Any) -> Vector:
    """A frozen row of numbers above zero."""
    array: Vector = frozen(owner, name, values, 1)
    if array.min() <= 0.0:
        raise ParameterError(f"{owner}.{name} must be above zero, got {array.min():g} at {int(array.argmin())}.")
    return array


def probabilities(owner: str, name: str, values: Any, dimensions: int) -> Matrix:
    """Frozen probabilities, those of each row with the sum one.

    >>> probabilities("Categorical", "probabilities", [0.25, 0.75], 1).tolist()
    [0.25, 0.75]
    """
    array = np.array(frozen(owner, name, values, dimensions))
    if array.min() < 0.0:
        raise ParameterError(f"{owner}.{name} must hold probabilities, got {array.min():g}.")
    sums = array.sum(axis=-1, keepdims=True)
    if np.abs(sums - 1.0).max() > SUM_TO_ONE:
        row = "" if dimensions == 1 else f" in row {int(np.abs(sums - 1.0).argmax())}"
        odd = sums.ravel()[int(np.abs(sums - 1.0).argmax())]
        raise ParameterError(f"{owner}.{name} must sum to one, got {odd:g}{row}.")
    # Only what rounding would not make anew, so that what was read from a file stays as it was.
    exact = np.where(np.abs(sums - 1.0) > 1e-14, array / sums, array)
    exact.flags.writeable = False
    return exact
