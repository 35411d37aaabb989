"""How many kernels and parameters were tried before the model was chosen: what the choice costs."""

from numbers import Integral
from typing import Any

from sklearn.model_selection import GridSearchCV, RandomizedSearchCV

from drupe.foundation.errors import ParameterError


def chosen_model(model: Any) -> Any:
    """The fitted model inside a search of scikit-learn's, or the model itself."""
    return getattr(model, "best_estimator_", model)


def candidates(model: Any, given: int | None) -> int | None:
    """The number that is given, else what the model knows: a search its candidates, a path its Cs, others one.

    None means that it is not known: a search that does not tell, or one that went where the data led it, which might
    have gone anywhere. That a plain machine's parameters were fixed beforehand is taken on trust; who tried others
    before passes `n_candidates`, which cannot be less than what the model itself tried.

    >>> candidates(object(), None), candidates(object(), 12)
    (1, 12)
    """
    known = _known(model)
    if given is None:
        return known
    if isinstance(given, bool) or not isinstance(given, Integral) or given < 1:
        raise ParameterError(f"n_candidates counts what was tried, a whole number from 1; got {given!r}.")
    if known is not None and given < known:
        raise ParameterError(
            f"{type(model).__name__} tried {known} candidates by itself; n_candidates = {given} would be too few."
        )
    return int(given)


def _known(model: Any) -> int | None:
    """What a search and the machine that it chose have tried together."""
    if not hasattr(model, "best_estimator_"):
        return int(getattr(model, "n_candidates_", 1))
    own = _listed(model)
    inner = _known(model.best_estimator_)
    return None if own is None or inner is None else own * inner


def _listed(search: Any) -> int | None:
    """Candidates of a search that wrote them all down before it looked at the data."""
    if hasattr(search, "n_candidates_") and not hasattr(search, "cv_results_"):
        return int(search.n_candidates_)
    results = getattr(search, "cv_results_", None)
    # Halving searches derive from neither, but draw up their list at the start; others may follow the data.
    listing = isinstance(search, GridSearchCV | RandomizedSearchCV) or hasattr(search, "n_remaining_candidates_")
    return len(results["params"]) if listing and isinstance(results, dict) and "params" in results else None
