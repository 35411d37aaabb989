"""The same learner with the same parameters, not yet fitted; where a machine chose its C, with the chosen one."""

from typing import Any

from sklearn.base import clone
from sklearn.frozen import FrozenEstimator


def twin(model: Any) -> Any:
    """An unfitted copy that will not choose parameters again.

    >>> from drupe import SVC
    >>> twin(SVC(C=3.0)).C
    3.0
    """
    own = getattr(model, "_twin", None)
    return clone(model) if own is None else own()


def learned_before(model: Any) -> str:
    """Why a copy of the model would know examples that it was not fitted on; empty if it starts anew.

    >>> from drupe import SVC
    >>> learned_before(SVC()), learned_before(FrozenEstimator(SVC()))[:31]
    ('', 'a frozen part keeps what it lea')
    """
    parts = [model, *model.get_params(deep=True).values()] if hasattr(model, "get_params") else [model]
    if any(isinstance(part, FrozenEstimator) for part in parts):
        return "a frozen part keeps what it learned from all examples, those held out for its test included"
    if any(getattr(part, "prefit", None) is True or _is_prefit(getattr(part, "cv", None)) for part in parts):
        return "a part that was fitted beforehand is not trained again, and may know the examples held out"
    return ""


def _is_prefit(word: object) -> bool:
    return isinstance(word, str) and word == "prefit"
