"""The training examples that a fitted model carries along, beside fresh ones as the model sees them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sklearn.utils import get_tags

from drupe.estimators.last_step import last_step, transformed
from drupe.foundation.errors import DrupeError

WHOLE = ("_fit_X", "X_train_", "X_fit_")
"""Attributes in which scikit-learn's neighbors, Gaussian processes and kernel machines hold all training examples."""

PARTS = ("estimator_", "base_estimator_", "estimators_", "calibrated_classifiers_", "machines_")
"""Attributes in which a model holds others that were fitted on the same examples, or on some of them."""

MOST = 10
"""Of many such models, how many are looked into."""

DEEPEST = 5
"""How far one model may lie inside another."""


@dataclass(frozen=True, eq=False)
class Remembered:
    """Training examples inside a model.

    Parameters
    ----------
    rows
        What it holds of them.
    fresh
        The fresh examples, in the same space.
    whole
        Whether these are all training examples.
    """

    rows: Any
    fresh: Any
    whole: bool


def remembered(model: Any, fresh: Any, depth: int = 0) -> Iterator[Remembered]:
    """What the model, the last step of its pipeline and the models inside it hold; nothing of given kernel values.

    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> [held.whole for held in remembered(KNeighborsClassifier(1).fit([[0.0], [1.0]], [0, 1]), [[1.0]])]
    [True]
    """
    try:
        seen = transformed(model, fresh)
    except (DrupeError, TypeError, ValueError, AttributeError):  # what cannot be transformed is refused elsewhere
        return
    inner = last_step(model)
    if getattr(inner, "__sklearn_tags__", None) and not get_tags(inner).input_tags.pairwise:
        yield from _held(inner, seen)
    for name in PARTS if depth < DEEPEST else ():
        found = getattr(inner, name, None)
        for part in _several(found)[:MOST]:
            inside = part if hasattr(part, "fit") else getattr(part, "estimator", None)
            yield from remembered(inside, seen, depth + 1)


def _held(model: Any, seen: Any) -> Iterator[Remembered]:
    for name in WHOLE:
        if getattr(model, name, None) is not None:
            yield Remembered(getattr(model, name), seen, True)
    vectors = getattr(model, "support_vectors_", None)
    if vectors is None:
        vectors = getattr(getattr(model, "predictor_", None), "space", None)
    if vectors is not None:
        yield Remembered(vectors, seen, False)


def _several(found: Any) -> list[Any]:
    if found is None or isinstance(found, str):
        return []
    try:
        return list(found)
    except TypeError:  # one model
        return [found]
