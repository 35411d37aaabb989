"""A bar on the terminal that fills while a fit runs."""

from collections.abc import Iterator
from contextlib import contextmanager

from drupe.foundation.progress import Progress


@contextmanager
def progress_bar(title: str, shown: bool) -> Iterator[Progress | None]:
    """What the solver tells its progress to; None if nobody wants to see it."""
    if not shown:
        yield None
        return
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    with Bars(TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn()) as bars:
        task = bars.add_task(title, total=1.0)
        yield lambda fraction: bars.update(task, completed=fraction)
        bars.update(task, completed=1.0)
