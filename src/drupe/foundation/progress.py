"""Who is told how far a long computation has come."""

from typing import Protocol


class Progress(Protocol):
    """Called now and then, from the calling thread, with the fraction done in [0, 1]."""

    def __call__(self, fraction: float, /) -> None: ...


class Listener(Progress, Protocol):
    """Hears besides, before each call, how far an iterative method still is from its goal."""

    def reached(self, violation: float, /) -> None:
        """So much is left of the largest violation of the optimality conditions."""


class Enough(KeyboardInterrupt):
    """Raised by whoever is told: a solver that keeps its best so far when interrupted ends with it."""


def share(progress: Progress | None, part: int, parts: int) -> Progress | None:
    """What to tell the progress of one of several equal parts to, so that the whole rises from 0 to 1 once.

    >>> heard: list[float] = []
    >>> second = share(heard.append, 1, 4)
    >>> second(0.5), heard
    (None, [0.375])
    """
    return progress if progress is None or parts == 1 else _Share(progress, part, parts)


class _Share:
    def __init__(self, progress: Progress, part: int, parts: int):
        self._progress, self._part, self._parts = progress, part, parts
        if hasattr(progress, "reached"):
            self.reached = progress.reached

    def __call__(self, fraction: float, /) -> None:
        self._progress((self._part + fraction) / self._parts)
