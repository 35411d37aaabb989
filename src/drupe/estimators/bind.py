"""A fitted model made ready to answer a few examples at a time, again and again: what a server needs of it."""

import inspect
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import is_regressor
from sklearn.pipeline import Pipeline
from sklearn.utils.validation import check_is_fitted

from drupe.estimators.answers import Answers
from drupe.estimators.base import Machine
from drupe.estimators.last_step import last_step
from drupe.foundation.errors import InputTypeError
from drupe.inputs.vectors import Vectors
from drupe.predictors.bound import unchecked


def bind(model: Any) -> "BoundModel":
    """The model as a function from examples to `Answers`: labels, probabilities, "don't know".

    Parameters
    ----------
    model
        A fitted machine, or a pipeline or search with one at its end; scikit-learn's will do, too.

    Examples
    --------
    >>> from drupe import SVC
    >>> ask = bind(SVC(kernel="linear").fit([[0.0], [1.0], [3.0], [4.0]], ["low", "low", "high", "high"]))
    >>> ask(np.array([3.5])).said.tolist()
    ['high']
    """
    if not hasattr(model, "predict"):
        raise InputTypeError(f"{type(model).__name__} has no predict, and so no answers; pass a fitted machine.")
    check_is_fitted(model)
    return BoundModel(model)


@dataclass(frozen=True, eq=False)
class BoundModel:
    """What a model answers, to the last bit as its `predict` and `predict_proba` do.

    Rows of numbers that go straight to a machine of drupe are not looked at: what is no finite number gets an answer
    that means nothing. May be called from several threads at once, except where the model draws lots.

    Parameters
    ----------
    model
        The fitted model.
    """

    model: Any

    @property
    def classes(self) -> npt.NDArray[Any] | None:
        """Of a classifier; None of others."""
        found = getattr(self.model, "classes_", None)
        return None if found is None or self.quantities else np.asarray(found)

    @cached_property
    def quantities(self) -> bool:
        """Whether it answers with quantities."""
        return bool(is_regressor(self.model))

    @cached_property
    def probable(self) -> bool:
        """Whether it knows probabilities."""
        return hasattr(self.model, "predict_proba")

    def __call__(self, rows: Any) -> Answers:
        """Answers for rows of numbers (one row may come flat), or for examples as the model was fitted on."""
        if isinstance(rows, np.ndarray) and rows.ndim == 1 and rows.dtype.kind == "f":
            rows = rows[None]
        X = rows
        for step in self._steps:
            X = step.transform(X)
        if self._direct and type(X) is np.ndarray and X.ndim == 2:
            X = unchecked(X)
        return self._answers(X)

    def _answers(self, X: Any) -> Answers:
        machine = self._machine
        if self._said_with:
            said, deviations = machine.predict(X, **self._said_with)
            return Answers(np.asarray(said), np.ones(len(said), dtype=bool), None, deviations)
        if not self.probable:
            said = np.asarray(machine.predict(X))
            return Answers(said, self._known(said))
        at_once = getattr(machine, "_labels_and_probabilities", None)
        if self._direct and at_once is not None:
            said, probabilities = at_once(X)
        else:
            said, probabilities = np.asarray(machine.predict(X)), machine.predict_proba(X)
        return Answers(said, self._known(said), probabilities)

    def _known(self, said: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
        """Where the answer is one of the classes: what stands for "don't know" is none of them."""
        labels = self._labels
        if labels is None or said.ndim > 1:
            return np.ones(len(said), dtype=bool)
        return np.array([label in labels for label in said.tolist()], dtype=bool)

    @cached_property
    def _labels(self) -> frozenset[Any] | None:
        return None if self.classes is None or self.classes.ndim != 1 else frozenset(self.classes.tolist())

    @cached_property
    def _steps(self) -> tuple[Any, ...]:
        """What stands before the machine, pipelines inside pipelines taken apart."""
        steps: list[Any] = []
        inner = getattr(self.model, "best_estimator_", self.model)
        while isinstance(inner, Pipeline):
            steps += [step for _, step in inner.steps[:-1] if step not in (None, "passthrough")]
            inner = getattr(inner.steps[-1][1], "best_estimator_", inner.steps[-1][1])
        return tuple(steps)

    @cached_property
    def _machine(self) -> Any:
        return last_step(self.model)

    @cached_property
    def _direct(self) -> bool:
        """Whether rows may be handed to a machine of drupe without a look at them."""
        return isinstance(self._machine, Machine) and isinstance(self._machine.predictor_.space, Vectors)

    @cached_property
    def _said_with(self) -> dict[str, bool]:
        return deviating(self._machine)


def deviating(machine: Any) -> dict[str, bool]:
    """With what `predict` is to be called so that it says how far off a new value may be; nothing if it cannot.

    >>> from drupe import SVC, GaussianProcessRegressor
    >>> deviating(GaussianProcessRegressor()), deviating(SVC())
    ({'return_std': True, 'noisy': True}, {})
    """
    known = inspect.signature(machine.predict).parameters
    return {name: True for name in ("return_std", "noisy") if name in known} if "return_std" in known else {}
