"""The machine at the end of pipelines and searches, and the examples as it sees them."""

from typing import Any

from sklearn.pipeline import Pipeline


def last_step(model: Any) -> Any:
    """The machine at the end of pipelines and searches.

    >>> from sklearn.pipeline import make_pipeline
    >>> from drupe import SVC
    >>> last_step(make_pipeline(SVC(C=2.0)))
    SVC(C=2.0)
    """
    inner = getattr(model, "best_estimator_", model)
    return last_step(inner.steps[-1][1]) if isinstance(inner, Pipeline) else inner


def transformed(model: Any, X: Any) -> Any:
    """The examples after all steps but the last, scaled and encoded as these learned it, or as the last itself does."""
    inner = getattr(model, "best_estimator_", model)
    if isinstance(inner, Pipeline):
        return transformed(inner.steps[-1][1], inner[:-1].transform(X))
    return inner.as_seen(X) if hasattr(inner, "as_seen") else X
