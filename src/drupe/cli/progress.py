"""Bars with the time that is left, on the error stream and only if it is a terminal."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from drupe.analysis.stages import Stages
from drupe.foundation.progress import Progress, rising


def error_console() -> Any:
    """The terminal behind the error stream."""
    from rich.console import Console

    return Console(stderr=True, highlight=False)


@contextmanager
def watched(title: str) -> Iterator[Progress | None]:
    """A progress that is shown as a bar with this title; None in pipes."""
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
        yield rising(lambda fraction: bars.update(task, completed=fraction))


class OnTerminal(Stages):
    """Shows each stage as a bar, and notes as lines, on the error stream."""

    def stage(self, title: str) -> AbstractContextManager[Progress | None]:
        return watched(title)

    def note(self, text: str) -> None:
        note(text)


def note(text: str) -> None:
    """Print one line on the error stream."""
    error_console().print(f"drupe: {text}", markup=False, soft_wrap=True)


@contextmanager
def waiting(title: str) -> Iterator[None]:
    """A sign of life while something runs that does not say how far it is."""
    console = error_console()
    if not console.is_terminal:
        yield
        return
    with console.status(title):
        yield
