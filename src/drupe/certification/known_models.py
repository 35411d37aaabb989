"""Whether a model inside a kernel or a step was fitted on the examples that a rule is to be judged by."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from drupe.certification.fresh import indexable
from drupe.estimators.last_step import transformed
from drupe.foundation.arrays import Index
from drupe.foundation.errors import DrupeError
from drupe.inputs.base import Inputs
from drupe.inputs.coerce import coerce
from drupe.models.training import Training, digests
from drupe.models.within import models_within, trainings_within

FEW = 4
"""Values that occur more often than this, on both sides together, repeat by nature and tell nothing."""

COINCIDENCES = 4.0
"""Standard deviations by which chance may exceed what is expected of it."""


def known_before(model: Any, X: Any) -> str:
    """Why a copy of the model, fitted anew, would know these examples beforehand: a model inside was fitted on them.

    Empty if none was, as far as models tell; one whose parameters were given tells nothing.
    """
    parameters = model.get_params(deep=True) if hasattr(model, "get_params") else vars(model)
    models = models_within(parameters)
    trained = [(type(one).__name__, one.training) for one in models if one.training is not None]
    return _fitted_on(trained, lambda: [X])


def known_by(model: Any, X: Any) -> str:
    """The same of the model as it is, with all that its steps have learned; X also as its last step sees it.

    Steps that learned from examples remember these, too: what they leave of an example may be that of many others.
    """
    return _fitted_on(list(trainings_within(model)), lambda: [X, *_after_steps(model, X)])


def _after_steps(model: Any, X: Any) -> list[Any]:
    try:
        return [transformed(model, X)]
    except (DrupeError, TypeError, ValueError, AttributeError):  # what cannot be transformed is refused elsewhere
        return []


def _fitted_on(trained: Sequence[tuple[str, Training]], views: Callable[[], list[Any]]) -> str:
    if not trained:
        return ""
    looks = [found for view in views() if (found := _digests(view)) is not None]
    for name, training in trained:
        met = max((_met(training.examples, here) for here in looks), default=0)
        if met:
            return REASON.format(name, met)
    return ""


def _digests(X: Any) -> Index | None:
    try:
        return digests(X if isinstance(X, Inputs) else coerce(indexable(X)))
    except (DrupeError, TypeError, ValueError):
        return None


def _met(there: Index, here: Index) -> int:
    """How many of the examples here a model was fitted on; 0 if chance alone may have repeated them.

    If both sides are independent draws, of pairs of equal examples a share 2nm / (N(N − 1)) has one on each side, of
    n and m among N = n + m examples. Where no example equals another of its own side, one that equals one of the other
    is the same.
    """
    values, codes = np.unique(np.concatenate([there, here]), return_inverse=True)
    seen = np.bincount(codes[: len(there)], minlength=len(values)).astype(np.float64)
    new = np.bincount(codes[len(there) :], minlength=len(values)).astype(np.float64)
    rare = seen + new <= FEW
    across = float((seen * new)[rare].sum())
    within = float((seen * (seen - 1.0) + new * (new - 1.0))[rare].sum()) / 2.0
    n, m = float(len(there)), float(len(here))
    share, pairs = 2.0 * n * m / max(1.0, (n + m) * (n + m - 1.0)), across + within
    usual = pairs * share + COINCIDENCES * np.sqrt(pairs * share * (1.0 - share))
    return int(new[rare & (seen > 0.0)].sum()) if across and (not within or across > usual) else 0


REASON = (
    "a {} inside it was fitted on {} of these examples, so that it is not fixed beforehand; fit it on others, or "
    "inside the fold, as a step of a pipeline (a model: by FisherScores)"
)
