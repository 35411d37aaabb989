"""The data that a machine was fitted on, recognized again."""

from typing import Any

import numpy as np

from drupe.estimators.base import Machine, one_column
from drupe.foundation.arrays import Index
from drupe.foundation.errors import InputError
from drupe.inputs.base import Inputs
from drupe.inputs.coerce import coerce_like
from drupe.inputs.vectors import Vectors


def training_data(model: Machine, X: Any, y: Any) -> tuple[Inputs, Index]:
    """X wrapped and y as codes, after a look whether they are what the model was fitted on."""
    name = type(model).__name__
    inputs = coerce_like(model.predictor_.space, X, name)
    codes = class_codes(model, y, len(inputs))
    if not hasattr(model, "shape_fit_"):
        raise InputError(
            f"this {name} was not fitted by drupe, so nothing is known of its fit; only examples that took no part "
            "in it can tell of its error: pass X_held_out and y_held_out alone."
        )
    if model.shape_fit_[0] != len(inputs):
        raise InputError(
            f"{name} was fitted on {model.shape_fit_[0]} examples, but X holds {len(inputs)}; certify a model on the "
            "data of its fit, and pass others as X_held_out, y_held_out or X_unlabeled."
        )
    vectors = getattr(model, "support_vectors_", None)
    if isinstance(inputs, Vectors) and vectors is not None:
        there = Vectors.of(vectors).dense() if len(model.support_) else np.empty((0, inputs.dimension))
        if not np.array_equal(inputs.take(model.support_).dense(), there):
            raise InputError(f"X does not hold the examples that {name} was fitted on, or not in their order.")
    return inputs, codes


def class_codes(model: Any, y: Any, n: int) -> Index:
    """The place of each label among the model's classes."""
    labels = one_column(y, n)
    codes = np.searchsorted(model.classes_, labels)
    known = model.classes_[np.minimum(codes, len(model.classes_) - 1)] == labels
    if not np.all(known):
        stranger = np.asarray(labels).tolist()[int(np.argmin(known))]
        raise InputError(f"y holds the label {stranger!r}, which the model does not know: {model.classes_.tolist()}.")
    return np.asarray(codes, dtype=np.int64)
