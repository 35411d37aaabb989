"""The same learner with the same parameters, not yet fitted; where a machine chose its C, with the chosen one."""

from typing import Any

from sklearn.base import clone

from drupe.estimators.margin.svc import SVC


def twin(model: Any) -> Any:
    """An unfitted copy that will not choose parameters again.

    >>> twin(SVC(C=3.0)).C
    3.0
    """
    if isinstance(model, SVC) and hasattr(model, "C_"):
        wanted = SVC().get_params()
        return SVC(**{**{name: value for name, value in model.get_params().items() if name in wanted}, "C": model.C_})
    return clone(model)
