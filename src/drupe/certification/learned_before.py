"""Whether a copy of a model that is not yet fitted knows examples all the same."""

from typing import Any

from sklearn.frozen import FrozenEstimator

from drupe.certification.known_models import known_before


def learned_before(model: Any, X: Any) -> str:
    """Why a copy of the model would know examples of X that it was not fitted on; empty if it starts anew.

    >>> from drupe import SVC
    >>> learned_before(SVC(), [[0.0]]), learned_before(FrozenEstimator(SVC()), [[0.0]])[:31]
    ('', 'a frozen part keeps what it lea')
    """
    parts = [model, *model.get_params(deep=True).values()] if hasattr(model, "get_params") else [model]
    if any(isinstance(part, FrozenEstimator) for part in parts):
        return "a frozen part keeps what it learned from all examples, those held out for its test included"
    if any(getattr(part, "prefit", None) is True or _is_prefit(getattr(part, "cv", None)) for part in parts):
        return "a part that was fitted beforehand is not trained again, and may know the examples held out"
    return known_before(model, X)


def _is_prefit(word: object) -> bool:
    return isinstance(word, str) and word == "prefit"
