"""Sample weights: how often an example counts."""

from typing import Any

import numpy as np

from drupe.estimators.size_limits import LARGEST
from drupe.foundation.arrays import Vector, aligned
from drupe.foundation.errors import InputError, InputTypeError


def checked_weights(sample_weight: Any, n: int) -> Vector:
    """One finite number, zero or more, for each example; None is one each.

    >>> checked_weights(None, 2).tolist(), checked_weights([0, 3], 2).tolist()
    ([1.0, 1.0], [0.0, 3.0])
    """
    if sample_weight is None:
        return np.ones(n)
    try:
        weights = aligned(np.asarray(sample_weight, dtype=np.float64))
    except (TypeError, ValueError) as cause:
        raise InputTypeError(f"sample_weight must hold numbers: {cause}") from cause
    if weights.ndim == 0:
        weights = np.full(n, float(weights))
    if weights.shape != (n,):
        raise InputError(f"sample_weight must hold one number for each of the {n} examples, got shape {weights.shape}.")
    if not np.isfinite(weights).all() or weights.min() < 0:
        worst = weights[int(np.argmin(np.where(np.isfinite(weights), weights, -np.inf)))]
        raise InputError(f"sample_weight counts examples: numbers that are finite and >= 0, got {worst:g}.")
    if weights.max() > LARGEST:
        raise InputError(f"sample_weight counts examples, each at most {LARGEST:.0e} times, got {weights.max():.1e}.")
    if not weights.any():
        raise InputError("sample_weight is zero for all samples; at least one example must count.")
    return weights


def positive_weights(sample_weight: Any, n: int) -> Vector:
    """The same where an example of negative weight is left out, as LIBSVM does.

    >>> positive_weights([-1, 0, 3], 3).tolist()
    [0.0, 0.0, 3.0]
    """
    if sample_weight is None:
        return np.ones(n)
    try:
        weights = np.asarray(sample_weight, dtype=np.float64)
    except (TypeError, ValueError):
        return checked_weights(sample_weight, n)
    if not (weights < 0).any() or np.isneginf(weights).any():
        return checked_weights(sample_weight, n)
    if weights.max() <= 0:
        raise InputError("sample_weight is zero or negative for all samples; at least one example must count.")
    return checked_weights(np.maximum(weights, 0.0), n)
