"""The warning after a fit whose rule gives all its training examples one class."""

import warnings
from typing import Any

import numpy as np

from drupe.estimators.warnings import FitWarning
from drupe.foundation.arrays import Matrix
from drupe.foundation.callers import stacklevel_outside

ROUNDING = 16.0 * float(np.finfo(np.float64).eps)
"""Differences between outputs, for each example and relative to outputs or labels, that are rounding."""


def tell_constant(owner: str, classes: Any, outputs: Matrix) -> None:
    """Warn if the largest output is that of one class at every training example, or no output differs from another."""
    decided = (outputs[:, 0] >= 0.0).astype(np.intp) if outputs.shape[1] == 1 else outputs.argmax(axis=1)
    if np.ptp(outputs, axis=0).max() <= len(outputs) * ROUNDING * max(1.0, float(np.abs(outputs).max())):
        found = "puts out the same at every training example, but for rounding"
    elif (decided == decided[0]).all():
        found = f"gives every training example the class {classes[decided[0]].item()!r}"
    else:
        return
    warnings.warn(
        f"{owner} {found}: the classes cannot be told apart here. Choose a smaller alpha, a narrower kernel or another "
        "threshold, or look whether the features say anything of the classes.",
        FitWarning,
        stacklevel=stacklevel_outside(),
    )
