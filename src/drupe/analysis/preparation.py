"""Empty cells and unlike scales: what is done to columns before a machine sees them, and the words for it."""

from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import MaxAbsScaler, StandardScaler

from drupe.inputs.readers.options import Missing

NARROW = 0.2
"""Standard deviation of the widest column below which a table in [−1, 1] is scaled nevertheless."""


def scaler_for(X: Any) -> Any:
    """A scaler that suits the examples, not yet fitted; None if they need none.

    Columns of numbers are brought to mean 0 and variance 1; sparse ones, whose zeros shall stay, to largest size 1.
    Columns in [−1, 1] that reach for its ends have been scaled already, and strings have no columns.

    >>> scaler_for(np.array([[100.0], [300.0]])), scaler_for(np.array([[0.5], [-1.0]])) is None
    (StandardScaler(), True)
    """
    if sp.issparse(X):
        return None if abs(X).max() <= 1.0 else MaxAbsScaler()
    if isinstance(X, list) and X and isinstance(X[0], str):
        return None
    array = np.asarray(X, dtype=np.float64)
    scaled = np.abs(array).max(initial=0.0) <= 1.0 and array.std(axis=0).max(initial=0.0) >= NARROW
    return None if scaled else StandardScaler()


MISSING = {
    Missing.REFUSE: "there are none",
    Missing.DROP: "rows with empty cells were left out; {} rows stayed",
    Missing.FILL: "where a number was missing, the median of its column was filled in; where a word was, a category of "
    "its own",
}


def missing_words(missing: Missing, rows: int) -> str:
    """What was done about empty cells of a file of which so many rows were used.

    >>> missing_words(Missing.DROP, 7)
    'rows with empty cells were left out; 7 rows stayed'
    """
    return MISSING[missing].format(rows)


def scaling_words(scaler: Any) -> str:
    """What the scaler does, in words."""
    if isinstance(scaler, StandardScaler):
        return "each column to mean 0 and variance 1, as measured on the training rows"
    if isinstance(scaler, MaxAbsScaler):
        return "each column to largest size 1, as measured on the training rows"
    return "none needed: all values lie in [−1, 1] already" if scaler is None else f"by {type(scaler).__name__}"


def scaling_inside(model: Any) -> str:
    """What the scaler at the beginning of a pipeline does, in words; empty if there is none.

    >>> from sklearn.pipeline import make_pipeline
    >>> scaling_inside(make_pipeline(MaxAbsScaler()))
    'each column to largest size 1, as measured on the training rows'
    """
    inner = getattr(model, "best_estimator_", model)
    first = inner.steps[0][1] if isinstance(inner, Pipeline) else None
    return scaling_words(first) if isinstance(first, StandardScaler | MaxAbsScaler) else ""
