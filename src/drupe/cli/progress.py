"""Bars with the time that is left, on the error stream and only if someone looks at it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from drupe.foundation.progress import Progress


def error_console() -> Any:
    """The terminal behind the error stream."""
    from rich.console import Console

    return Console(stderr=True, highlight=False)


@contextmanager
def watched(title: str) -> Iterator[Progress | None]:
    """Whom to tell how far something has come; None in pipes."""
    console = error_console()
    if not console.is_terminal:
        yield None
        return
    from rich.markup import escape
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn()
    with Bars(*columns, TextColumn("left"), TimeRemainingColumn(), console=console, transient=True) as bars:
        task = bars.add_task(escape(title), total=1.0)
        yield _Rising(lambda fraction: bars.update(task, completed=fraction))


class _Rising:
    """Passes on what is more than ever before: a second attempt at the same work takes no bar back."""

    def __init__(self, progress: Progress):
        self._progress, self._most = progress, 0.0

    def __call__(self, fraction: float, /) -> None:
        if fraction > self._most:
            self._most = fraction
            self._progress(fraction)


@contextmanager
def waiting(title: str) -> Iterator[None]:
    """A sign of life while something runs that does not say how far it is."""
    console = error_console()
    if not console.is_terminal:
        yield
        return
    with console.status(title):
        yield
