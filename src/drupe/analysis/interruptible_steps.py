"""A long computation in steps: Ctrl-C ends it, and the values of finished steps stay."""

from collections.abc import Callable
from typing import TypeVar

from drupe.foundation.progress import Progress, share

Value = TypeVar("Value")


class InterruptibleSteps:
    """Computes one step after the other; once interrupted, it leaves out all that follow and remembers their names.

    Parameters
    ----------
    planned
        How many there will be.
    progress
        Told which share of them is done.
    keep
        Whether Ctrl-C ends the work and keeps the steps that are there, instead of being raised.

    Examples
    --------
    >>> def interrupted():
    ...     raise KeyboardInterrupt
    >>> steps = InterruptibleSteps(3, keep=True)
    >>> [steps.get("one", lambda: 1), steps.get("two", interrupted), steps.get("three", lambda: 3)], steps.missing
    ([1, None, None], ['two', 'three'])
    """

    def __init__(self, planned: int, progress: Progress | None = None, *, keep: bool = False):
        self._planned, self._done, self._progress, self._keep = planned, 0, progress, keep
        self.missing: list[str] = []

    @property
    def within(self) -> Progress | None:
        """What the step that runs tells its own share to."""
        return share(self._progress, self._done, self._planned)

    def get(self, name: str, compute: Callable[[], Value]) -> Value | None:
        """The value of a step, or None if the work was interrupted before it was finished."""
        if self.missing:
            self.missing.append(name)
            return None
        try:
            found = compute()
            self._done += 1
            if self._progress is not None:
                self._progress(min(1.0, self._done / self._planned))
            return found
        except KeyboardInterrupt:
            if not self._keep:
                raise
            self.missing.append(name)
            return None
