"""Empty cells and unlike scales: what is done to columns before a machine sees them, and the words for it."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import MaxAbsScaler, StandardScaler

from drupe.estimators.preparation.column_kinds import treatments_for
from drupe.estimators.preparation.scales import is_scaled
from drupe.estimators.preparation.table_encoder import TableEncoder, encoder_of
from drupe.estimators.preparation.treatments import (
    AsCategory,
    AsDate,
    AsNumber,
    AsText,
    ColumnChoices,
    LeftOut,
    Treatment,
)
from drupe.inputs.frame import Frame
from drupe.inputs.readers.options import Missing
from drupe.inputs.readers.recipe import TableRecipe


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
    return None if is_scaled(np.asarray(X, dtype=np.float64)) else StandardScaler()


def preparation_for(X: Any, choices: ColumnChoices | None = None) -> Any:
    """What should stand before a machine that learns from these examples, not yet fitted; None if nothing need.

    Which columns are used, and as what, is decided here, by looking at these rows; medians, means and words are
    measured when it is fitted.

    >>> preparation_for(Frame.of({"x": [1.0, 2.0]}))
    TableEncoder(treatments=(AsNumber(name='x', words=0),))
    """
    return TableEncoder(treatments=treatments_for(X, choices)) if isinstance(X, Frame) else scaler_for(X)


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
    if isinstance(scaler, TableEncoder):
        return _encoding_words(scaler)
    if isinstance(scaler, StandardScaler):
        return "each column to mean 0 and variance 1, as measured on the training rows"
    if isinstance(scaler, MaxAbsScaler):
        return "each column to largest size 1, as measured on the training rows"
    return "none needed: all values lie in [−1, 1] already" if scaler is None else f"by {type(scaler).__name__}"


def used_recipe(recipe: Any, model: Any) -> Any:
    """How to read a file for this model: columns that it leaves out need not be there.

    >>> from drupe.inputs.readers.recipe import RawColumn, TableRecipe
    >>> encoder = TableEncoder().fit({"id": [1, 2], "x": [0.5, 2.0]})
    >>> used_recipe(TableRecipe((RawColumn("id"), RawColumn("x"))), encoder).dropped
    ('id',)
    """
    encoder = encoder_of(model)
    if encoder is None or not isinstance(recipe, TableRecipe):
        return recipe
    return recipe.using([one.name for one in encoder.encodings_])


def _encoding_words(encoder: TableEncoder) -> str:
    """What becomes of the kinds of columns that there are."""
    kinds = {type(one) for one in encoder.treatments or ()}
    done = [words for kind, words in ENCODING.items() if kind in kinds]
    return "; ".join(done) + ("; all" if len(done) > 1 else ",") + " as measured on the training rows"


ENCODING: dict[type, str] = {
    AsNumber: "numbers to mean 0 and variance 1, unless all lie in [−1, 1] already",
    AsDate: "days as numbers",
    AsCategory: "a column of 0 and 1 for each category",
    AsText: "words of texts by how rare they are",
}
"""What is done to columns, by their treatment."""


def empty_words(training: Frame, treatments: Sequence[Treatment], left_out: int, why: str = "") -> str:
    """How many cells of the columns that are used are empty in the training rows, and what was done about them.

    Of rows that were left out, `why` says which.

    >>> empty_words(Frame.of({"x": [1.0, None, 3.0]}), [AsNumber("x")], 0)
    '1 cell of 1 column in the training rows (x: 1); filled with the median of numbers, or the most frequent word'
    """
    used = [one for one in treatments if not isinstance(one, LeftOut)]
    counts = {one.name: _empty(training, one) for one in used}
    some = {name: count for name, count in counts.items() if count}
    rows = f"{_counted(left_out, 'row')} {why} left out" if left_out else ""
    if not some:
        return rows or "there are none"
    most = sorted(some, key=lambda name: -some[name])[:LISTED]
    listed = ", ".join(f"{name}: {some[name]}" for name in most) + (", ..." if len(some) > LISTED else "")
    where = f"{_counted(sum(some.values()), 'cell')} of {_counted(len(some), 'column')} in the training rows ({listed})"
    return f"{where}; filled with the median of numbers, or the most frequent word" + (f"; {rows}" if rows else "")


def _empty(training: Frame, treatment: Treatment) -> int:
    words = treatment.words if isinstance(treatment, AsNumber) else 0
    return int(training.empty(treatment.name).sum()) + words


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


LISTED = 5
"""Columns with empty cells that are named."""


def scaling_inside(model: Any) -> str:
    """What the scaler at the beginning of a pipeline does, in words; empty if there is none.

    >>> from sklearn.pipeline import make_pipeline
    >>> scaling_inside(make_pipeline(MaxAbsScaler()))
    'each column to largest size 1, as measured on the training rows'
    """
    inner = getattr(model, "best_estimator_", model)
    first = inner.steps[0][1] if isinstance(inner, Pipeline) else None
    return scaling_words(first) if isinstance(first, StandardScaler | MaxAbsScaler | TableEncoder) else ""
