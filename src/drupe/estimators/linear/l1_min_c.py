"""The smallest C at which a machine with the penalty ‖w‖₁ is more than an offset."""

from typing import Any

import numpy as np

from drupe.estimators.base import one_column
from drupe.estimators.largest_output import class_signs
from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs.vectors import Vectors

SLOPES = {"squared_hinge": 2.0, "log": 0.5}
"""By how much the loss falls at the output 0, for each unit of it in the right direction."""


def l1_min_c(
    X: Any, y: Any, *, loss: str = "squared_hinge", fit_intercept: bool = True, intercept_scaling: float = 1.0
) -> float:
    """1 / (slope max_jc |Σᵢ y_ic x_ij|): up to this C all weights of `penalty="l1"` are zero.

    Parameters
    ----------
    X
        The examples.
    y
        Their classes.
    loss
        "squared_hinge", as in `LinearSVC`, or "log", as in `LogisticRegression` with the solver "liblinear".
    fit_intercept
        Whether there is an offset.
    intercept_scaling
        The number in its column.

    Examples
    --------
    >>> l1_min_c([[1.0], [-2.0]], [1, 0], fit_intercept=False)  # the slope at w = 0 is 2 · (1 + 2)
    0.16666666666666666

    References
    ----------
    [Friedman10]_, section 2.5 (the smallest penalty at which all weights are zero).
    """
    if loss not in SLOPES:
        raise ParameterError(f"loss must be 'squared_hinge' or 'log', got {loss!r}.")
    rows = Vectors.of(X).in_double()
    classes, codes = np.unique(one_column(y, len(rows)), return_inverse=True)
    if len(classes) < 2:
        raise InputError("y holds one class only; there must be two at least.")
    signs = class_signs(codes.reshape(-1), len(classes))
    steepest = float(np.abs(rows.array.T @ signs).max(initial=0.0))
    if fit_intercept:
        steepest = max(steepest, float(np.abs(intercept_scaling * signs.sum(axis=0)).max()))
    if steepest == 0.0:
        raise InputError("X leaves all weights zero at any C: no column differs between the classes.")
    return 1.0 / (SLOPES[loss] * steepest)
