"""How sure is a classifier? From probabilities or outputs to one number for each example."""

from collections.abc import Callable
from enum import Enum
from typing import Any

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError, ParameterError


class Confidence(Enum):
    """What is taken for confidence; the word is what a user says."""

    AUTO = "auto"
    PROBABILITY = "probability"
    MARGIN = "margin"
    LARGEST = "largest"


def confidence_of(classifier: Any, X: Any, kind: Confidence | Callable[[Any, Any], Any]) -> Vector:
    """One number for each example of X, larger where the fitted classifier is surer of its answer.

    PROBABILITY is that of the most probable class; MARGIN, |f| for two classes and else the lead of the largest
    output over the second; LARGEST, |f| or the largest output. AUTO takes probabilities where there are any, else the
    margin. A function gets classifier and X.

    >>> from sklearn.naive_bayes import GaussianNB
    >>> one = GaussianNB().fit([[0.0], [1.0], [4.0], [5.0]], [0, 0, 1, 1])
    >>> confidence_of(one, [[2.5]], Confidence.PROBABILITY).round(6).tolist()
    [0.5]
    """
    if not isinstance(kind, Confidence):
        return _one_each(kind(classifier, X), X)
    if kind is Confidence.AUTO:
        kind = Confidence.PROBABILITY if hasattr(classifier, "predict_proba") else Confidence.MARGIN
    if kind is Confidence.PROBABILITY:
        probabilities = np.asarray(_asked(classifier, "predict_proba")(X), dtype=np.float64)
        return np.asarray(probabilities.max(axis=1))
    outputs = np.asarray(_asked(classifier, "decision_function")(X), dtype=np.float64)
    if outputs.ndim == 1 or outputs.shape[1] == 1:
        return np.abs(outputs.reshape(-1))
    return np.asarray(outputs.max(axis=1)) if kind is Confidence.LARGEST else _lead(outputs)


def _lead(outputs: Matrix) -> Vector:
    best = np.partition(outputs, -2, axis=1)[:, -2:]
    return np.asarray(best[:, 1] - best[:, 0])


def _asked(classifier: Any, method: str) -> Callable[[Any], Any]:
    if not hasattr(classifier, method):
        raise ParameterError(
            f"{type(classifier).__name__} has no {method}, so that its confidence is unknown; use a classifier with "
            "predict_proba or decision_function, or pass confidence=f(classifier, X)."
        )
    asked: Callable[[Any], Any] = getattr(classifier, method)
    return asked


def _one_each(values: Any, X: Any) -> Vector:
    found = np.asarray(values, dtype=np.float64)
    n = X.shape[0] if hasattr(X, "shape") else len(X)
    if found.shape != (n,) or np.isnan(found).any():
        raise InputError(f"confidence must be one number for each of the {n} examples, got shape {found.shape}.")
    return found
