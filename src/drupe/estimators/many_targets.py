"""Regression on several targets at once: y is one column, or a table with a column for each target."""

from typing import Annotated, Any

import numpy as np
import scipy.sparse as sp

from drupe.estimators.base import Regressor, real_column
from drupe.estimators.size_limits import require_targets
from drupe.foundation.arrays import Matrix
from drupe.foundation.errors import InputError
from drupe.foundation.shapes import OneOrMany, Outputs
from drupe.predictors.predictor import Predictor


class ManyTargets(Regressor):
    """A regressor of one target or several; `dual_coef_` and what it predicts have the shape of y."""

    predictor_: Annotated[Predictor, Outputs("targets")]
    dual_coef_: Annotated[Matrix, OneOrMany("support", "targets")]

    def _targets(self, y: Any, n: int) -> Matrix:
        return real_targets(y, n)

    def _shaped(self, outputs: Matrix) -> Matrix:
        """One column for each target if y had columns, else a vector."""
        return outputs[:, 0] if self.dual_coef_.ndim == 1 else outputs

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = True
        return tags


def real_targets(y: Any, n: int) -> Matrix:
    """y in float64 and of n rows, one column or as many as there are targets; one that is flat stays flat.

    >>> real_targets([1, 2], 2).tolist(), real_targets([[1, 2], [3, 4]], 2).shape
    ([1.0, 2.0], (2, 2))
    """
    if sp.issparse(y):
        raise InputError("y must be a dense array of numbers, got a sparse one; use .toarray().")
    table = None if y is None else np.asarray(y)
    if table is not None and table.ndim > 2:
        raise InputError(f"y must be a column or a table of targets, got an array of shape {table.shape}.")
    if table is None or table.ndim != 2:
        found = real_column(y, n)
    elif not table.shape[1]:
        raise InputError(f"y has shape {table.shape}: no target to learn.")
    else:
        found = np.column_stack([real_column(column, n) for column in table.T])
    require_targets(found)
    return found


def as_columns(targets: Matrix) -> Matrix:
    """One column for each target."""
    return targets[:, None] if targets.ndim == 1 else targets
