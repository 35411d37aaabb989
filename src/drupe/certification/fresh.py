"""Witnesses from further examples: labelled ones that were held out, and unlabelled ones."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.base import clone
from sklearn.utils import _safe_indexing

from drupe.certification.constant_rule import fitted_on
from drupe.estimators.base import one_column
from drupe.estimators.reject.reject_option import RejectOption
from drupe.foundation.errors import InputError
from drupe.inputs.base import Inputs
from drupe.witness.answered import Answered
from drupe.witness.disagreement import Disagreement
from drupe.witness.held_out import HeldOut

SEEN = 0.7
"""Share of the examples that the shadow of the fitted rule is trained on; fixed beforehand."""

SEED = 20002
"""Of the order in which examples are dealt out; it must not depend on the data."""


def held_out_witness(model: Any, X: Any, y: Any) -> Mapping[type, Callable[[], Any]]:
    """Errors of the model on examples that it was not fitted on; what it rejects counts as wrong, or not at all.

    A label that the model does not know is one that it gets wrong.
    """
    classes = getattr(model, "classes_", None)
    if not isinstance(classes, np.ndarray):
        raise InputError(f"{type(model).__name__} does not tell its classes as one array: one label for each example.")
    if not count(X):
        raise InputError("no held-out examples were given: X_held_out is empty.")
    labels = held_out_labels(model, y, count(X))
    witnesses: dict[type, Callable[[], Any]] = {
        HeldOut: lambda: HeldOut(int((model.predict(X) != labels).sum()), len(labels))
    }
    if isinstance(model, RejectOption) and not model.rejected(X).all():
        witnesses[Answered] = lambda: model.answered(X, labels)
    return witnesses


def held_out_labels(model: Any, y: Any, n: int) -> Any:
    """The labels of held-out examples; an InputError if the model knows none of them, which is a mix-up of names."""
    labels = np.asarray(one_column(y, n))
    if not np.isin(labels, model.classes_).any():
        raise InputError(
            f"y_held_out holds labels such as {labels.tolist()[0]!r}, of which the model does not know one: "
            f"{model.classes_.tolist()}."
        )
    return labels


def disagreement_witness(model: Any, X: Any, y: Any, unlabeled: Any) -> Mapping[type, Callable[[], Any]]:
    """A twin trained on a part, tested on the rest, and compared with the model on the unlabelled inputs."""
    if count(unlabeled) < 1:
        raise InputError("X_unlabeled holds no examples.")

    twin = getattr(model, "_twin", partial(clone, model))

    def look() -> Disagreement:
        labels = np.asarray(y)
        order = np.random.default_rng(SEED).permutation(len(labels))
        cut = round(SEEN * len(labels))
        seen, rest = np.sort(order[:cut]), np.sort(order[cut:])
        shadow = fitted_on(twin(), rows(X, seen), labels[seen])
        tested = HeldOut(int((shadow.predict(rows(X, rest)) != labels[rest]).sum()), len(rest))
        differing = int((shadow.predict(unlabeled) != model.predict(unlabeled)).sum())
        return Disagreement(tested, differing, count(unlabeled))

    return {Disagreement: look}


def indexable(X: Any) -> Any:
    """The examples in a container whose rows can be taken: CSR for sparse ones, an array for what can become one."""
    if sp.issparse(X):
        return X.tocsr()
    foreign = hasattr(X, "__array__") and not isinstance(X, np.ndarray)
    return np.asarray(X) if foreign and not hasattr(X, "columns") and not isinstance(X, Inputs) else X


def rows(X: Any, places: Any) -> Any:
    """The examples at these places, in whatever container they come."""
    if isinstance(X, np.ndarray | Inputs):  # most often, and many times quicker than to ask what it might be
        return X[places]
    return _safe_indexing(X, places)


def count(X: Any) -> int:
    """How many examples there are, in whatever container they come."""
    return int(X.shape[0]) if hasattr(X, "shape") else len(X)
