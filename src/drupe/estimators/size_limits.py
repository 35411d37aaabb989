"""How large targets, weights and kernel values may be, so that products of them stay within float64."""

from typing import Any

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.foundation.errors import InputError
from drupe.grams.base import Gram
from drupe.kernels.base import Kernel

LARGEST = 1e100
"""Beyond it squares and products of squares would not be held by float64."""


def require_targets(targets: Matrix) -> None:
    """Refuse targets that are too large to be squared.

    >>> require_targets(np.array([1e200]))
    Traceback (most recent call last):
    ...
    drupe.foundation.errors.InputError: targets may be up to 1e+100 in size, got 1.0e+200; scale y.
    """
    largest = float(np.abs(targets).max(initial=0.0))
    if largest > LARGEST:
        raise InputError(f"targets may be up to {LARGEST:.0e} in size, got {largest:.1e}; scale y.")


def require_kernel_values(gram: Gram, kernel: Kernel[Any]) -> None:
    """Refuse kernel values that are too large; those of a positive kernel are largest on its diagonal."""
    try:
        with np.errstate(over="raise", invalid="raise"):
            diagonal = gram.diagonal()
    except FloatingPointError as cause:
        raise InputError(
            f"{type(kernel).__name__} cannot be computed in float64 on numbers as large as those of X ({cause}); scale "
            "the features (sklearn.preprocessing.StandardScaler)."
        ) from cause
    if len(diagonal) and not (diagonal.max() <= LARGEST and diagonal.min() >= -LARGEST):
        sizes = np.abs(diagonal)
        i = int(np.argmin(sizes <= LARGEST))
        raise InputError(
            f"{type(kernel).__name__} is {sizes[i]:.1e} at example {i}, and must stay below {LARGEST:.0e}; scale the "
            "features (sklearn.preprocessing.StandardScaler), or take another parameter of the kernel."
        )
