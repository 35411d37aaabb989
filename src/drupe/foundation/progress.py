"""Progress: functions that a long computation calls with the fraction that is done."""

from typing import Protocol, runtime_checkable


class Progress(Protocol):
    """Called now and then, from the calling thread, with the fraction done in [0, 1]."""

    def __call__(self, fraction: float, /) -> None: ...


@runtime_checkable
class Listener(Progress, Protocol):
    """Hears besides, before each call, how far an iterative method still is from its goal."""

    def reached(self, violation: float, /) -> None:
        """So much is left of the largest violation of the optimality conditions."""


@runtime_checkable
class Speaker(Progress, Protocol):
    """Hears besides, before each call, what is being done, in words."""

    def says(self, words: str, /) -> None:
        """This is being done."""


class Enough(KeyboardInterrupt):
    """Raised by a progress to stop a solver, which ends with its best so far if interruptions keep it."""


def share(progress: Progress | None, part: int, parts: int) -> Progress | None:
    """What to tell the progress of one of several equal parts to, so that the whole rises from 0 to 1 once.

    >>> heard: list[float] = []
    >>> second = share(heard.append, 1, 4)
    >>> second(0.5), heard
    (None, [0.375])
    """
    return progress if progress is None or parts == 1 else _Share(progress, part, parts)


def rising(progress: Progress | None) -> Progress | None:
    """What to tell the progress of several runs at one task to, so that no later one begins at 0 again.

    >>> heard: list[float] = []
    >>> bar = rising(heard.append)
    >>> [bar(fraction) for fraction in (0.5, 0.1, 0.7)], heard
    ([None, None, None], [0.5, 0.5, 0.7])
    """
    return None if progress is None else _Rising(progress)


def both(first: Progress | None, second: Progress | None) -> Progress | None:
    """A progress that calls both; the one that there is if the other is None.

    >>> one: list[float] = []
    >>> other: list[float] = []
    >>> both(one.append, other.append)(0.5), one, other, both(None, None)
    (None, [0.5], [0.5], None)
    """
    return _Both(first, second) if first is not None and second is not None else first or second


class _Share:
    def __init__(self, progress: Progress, part: int, parts: int):
        self._progress, self._part, self._parts = progress, part, parts
        if isinstance(progress, Listener):
            self.reached = progress.reached

    def __call__(self, fraction: float, /) -> None:
        self._progress((self._part + fraction) / self._parts)


class _Rising:
    def __init__(self, progress: Progress):
        self._progress, self._furthest = progress, 0.0
        if isinstance(progress, Listener):
            self.reached = progress.reached

    def __call__(self, fraction: float, /) -> None:
        self._furthest = max(self._furthest, fraction)
        self._progress(self._furthest)


class _Both:
    def __init__(self, first: Progress, second: Progress):
        self._listeners = first, second

    def reached(self, violation: float, /) -> None:
        """Pass the violation on to those of both that are listeners."""
        for listener in self._listeners:
            if isinstance(listener, Listener):
                listener.reached(violation)

    def says(self, words: str, /) -> None:
        """Pass the words on to those of both that are speakers."""
        for listener in self._listeners:
            if isinstance(listener, Speaker):
                listener.says(words)

    def __call__(self, fraction: float, /) -> None:
        for listener in self._listeners:
            listener(fraction)
