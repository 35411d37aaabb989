"""A model whose answers to the same examples are asked for once, however many values are made of them."""

from collections.abc import Callable
from functools import partial
from typing import Any

ANSWERS = ("predict", "decision_function", "predict_proba")


class RememberedAnswers:
    """Speaks for a fitted model, and remembers what it said.

    Parameters
    ----------
    model
        A fitted classifier or regressor; what is asked of it beside answers, it is asked each time.

    Examples
    --------
    >>> from drupe import SVC
    >>> X = [[0.0], [1.0]]
    >>> model = RememberedAnswers(SVC(kernel="linear").fit(X, [0, 1]))
    >>> model.predict(X) is model.predict(X), hasattr(model, "predict_proba"), model.classes_.tolist()
    (True, False, [0, 1])
    """

    def __init__(self, model: Any):
        self._model = model
        self._said: dict[tuple[str, int], tuple[Any, Any]] = {}

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._model, name)
        return partial(self._remembered, name, found) if name in ANSWERS else found

    def _remembered(self, name: str, ask: Callable[[Any], Any], X: Any) -> Any:
        key = name, id(X)
        if key not in self._said:
            self._said[key] = X, ask(X)  # the examples stay as long as their identity counts
        return self._said[key][1]
