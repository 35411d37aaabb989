"""Warm starts: the coefficients of a machine fitted before, or numbers, laid out for the examples at hand."""

from typing import Any

import numpy as np
import scipy.sparse as sp

from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Matrix
from drupe.foundation.errors import InputError, ParameterError


def starting_coefficients(start: Any, sample: Sample, columns: int) -> Matrix | None:
    """One row of dual coefficients for each example of the sample, or None for no start.

    A fitted machine must have seen the same number of examples, in the same order; numbers come one for each example,
    or one row if there are more than two classes.
    """
    if start is None:
        return None
    rows = _of_machine(start) if hasattr(start, "dual_coef_") else _of_numbers(start)
    if rows.shape != (len(sample.came), columns):
        raise InputError(
            f"start holds coefficients of shape {rows.shape}, where ({len(sample.came)}, {columns}) is needed; "
            "start from a machine fitted on as many examples, in the same order, and as many classes."
        )
    return rows[sample.positions]


def _of_machine(machine: Any) -> Matrix:
    dual = machine.dual_coef_
    rows = np.zeros((machine.shape_fit_[0], dual.shape[0]))
    rows[machine.support_] = (dual.toarray() if sp.issparse(dual) else dual).T
    return rows


def _of_numbers(start: Any) -> Matrix:
    try:
        rows = np.asarray(start, dtype=np.float64)
    except (TypeError, ValueError) as cause:
        raise ParameterError(f"start must be None, a fitted machine or an array of coefficients: {cause}") from cause
    if rows.ndim not in (1, 2) or not np.isfinite(rows).all():
        raise ParameterError("start must be None, a fitted machine or an array of finite coefficients.")
    return rows[:, None] if rows.ndim == 1 else rows
