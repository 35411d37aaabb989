"""scikit-learn's callbacks, where its version has them: told that a fit begins, how far it is, and that it ends."""

from typing import Any, Self

from drupe.foundation.progress import Enough

try:
    from sklearn.callback import CallbackSupportMixin, with_callbacks
except ImportError:  # before scikit-learn 1.9
    with_callbacks = None

    class CallbackSupportMixin:  # type: ignore[no-redef]
        """Stands in where scikit-learn has no callbacks."""


class Told:
    """Progress as callbacks hear it: each report of the solver is a task of the fit, which has no subtasks.

    The metadata of the task hold the fraction done and, where the solver says it, the violation that is left. A
    callback that returns True when the task ends stops the fit, which then keeps its best machine so far.
    """

    def __init__(self, machine: Any, context: Any):
        self._machine, self._context = machine, context
        self._facts: dict[str, float] = {}
        self.enough, self._ending = False, Enough()

    def reached(self, violation: float, /) -> None:
        """What is left, told with the next report."""
        self._refuse_more()
        self._facts["violation"] = violation

    def __call__(self, fraction: float, /) -> None:
        self._refuse_more()
        facts = {"fraction": fraction, **self._facts}
        task = self._context.subcontext(task_name="report")
        task.call_on_fit_task_begin(estimator=self._machine, metadata=facts)
        if task.call_on_fit_task_end(estimator=self._machine, metadata=facts):
            self.enough = True
            raise self._ending

    def _refuse_more(self) -> None:
        """A solver may report once more while it puts away its work; callbacks that had enough hear none of it."""
        if self.enough:
            raise self._ending


class Watched(CallbackSupportMixin):  # type: ignore[misc]
    """An estimator that callbacks may watch; one that none watches does nothing for it."""

    def _learn_from(self, X: Any, y: Any, sample_weight: Any) -> Self:
        """The fit itself."""
        raise NotImplementedError

    def _fit_watched(self, X: Any, y: Any, sample_weight: Any) -> Self:
        """The fit as one task; how many reports it will have is not known before."""
        data = {"X": X, "y": y, "metadata": None if sample_weight is None else {"sample_weight": sample_weight}}
        context = self._init_callback_context(max_subtasks=None)
        context.call_on_fit_task_begin(estimator=self, **data)
        self._learn_from(X, y, sample_weight)
        context.call_on_fit_task_end(estimator=self, **data, reconstruction_attributes={})
        return self

    def _told(self) -> Told | None:
        """The progress that the callbacks of the running fit hear; None without callbacks."""
        context = getattr(self, "_callback_fit_ctx", None)
        return None if context is None else Told(self, context)


if with_callbacks is not None:
    Watched._fit_watched = with_callbacks(Watched._fit_watched)  # type: ignore[method-assign]
