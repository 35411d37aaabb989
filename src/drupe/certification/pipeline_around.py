"""The steps that stand before a classifier in the pipeline that is fitting it at this moment."""

import inspect
import sys
from types import FrameType
from typing import Any

from sklearn.feature_selection import VarianceThreshold
from sklearn.pipeline import Pipeline
from sklearn.utils import get_tags


def steps_before() -> list[Any]:
    """The earlier steps of all pipelines inside whose `fit` this is called.

    A step is handed examples and labels, and nothing else says where they come from; so the calls are looked at that
    led here.
    """
    pipelines: dict[int, Pipeline] = {}
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        owner = frame.f_locals.get("self") if "self" in frame.f_code.co_varnames else None
        if isinstance(owner, Pipeline):
            pipelines[id(owner)] = owner
        frame = frame.f_back
    steps = (step for pipeline in pipelines.values() for _, step in pipeline.steps[:-1])
    return [step for step in steps if hasattr(step, "fit")]


def looked_at_labels(step: Any) -> bool:
    """Whether a step, or one inside it, learns from labels or draws examples anew: selectors, encoders of targets.

    >>> from sklearn.feature_selection import SelectKBest
    >>> from sklearn.preprocessing import StandardScaler
    >>> looked_at_labels(SelectKBest()), looked_at_labels(StandardScaler())
    (True, False)
    """
    return any(
        hasattr(part, "fit_resample")
        or (hasattr(part, "get_support") and not isinstance(part, VarianceThreshold))
        or get_tags(part).target_tags.required
        or _asks_for_labels(part)
        for part in _parts(step)
    )


def _asks_for_labels(part: Any) -> bool:
    """Whether `fit` cannot be called without labels; a step that is no more than duck-typed has no tags that say so."""
    try:
        labels = inspect.signature(part.fit).parameters.get("y")
    except (TypeError, ValueError):
        return False
    return labels is not None and labels.default is inspect.Parameter.empty


def looked_at_examples(step: Any) -> bool:
    """Whether a step, or one inside it, learns anything at all."""
    return any(get_tags(part).requires_fit for part in _parts(step))


def _parts(step: Any) -> list[Any]:
    """The step and the transformers inside it, not what these are made of, such as a regressor that fills gaps."""
    inside = step.get_params(deep=True).values() if hasattr(step, "get_params") else ()
    transformers = [part for part in inside if hasattr(part, "fit") and hasattr(part, "transform")]
    return [part for part in (step, *transformers) if hasattr(part, "__sklearn_tags__")]
