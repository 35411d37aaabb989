"""How many kernels and parameters were tried before the model was chosen: what the choice costs."""

from typing import Any

from drupe.foundation.errors import ParameterError


def chosen_model(model: Any) -> Any:
    """The fitted model inside a search of scikit-learn's, or the model itself."""
    return getattr(model, "best_estimator_", model)


def candidates(model: Any, given: int | None) -> int | None:
    """The number that is given, else what the model knows: a search its candidates, a path its Cs, others one.

    None means that it is not known: a search that does not tell. That a plain machine's parameters were fixed
    beforehand is taken on trust; whoever tried others before passes `n_candidates`.

    >>> candidates(object(), None), candidates(object(), 12)
    (1, 12)
    """
    if given is not None:
        if isinstance(given, bool) or not isinstance(given, int) or given < 1:
            raise ParameterError(f"n_candidates counts what was tried, a whole number from 1; got {given!r}.")
        return given
    results = getattr(model, "cv_results_", None)
    if isinstance(results, dict) and "params" in results:
        return len(results["params"])
    if hasattr(model, "best_estimator_"):
        return None
    return int(getattr(model, "n_candidates_", 1))
