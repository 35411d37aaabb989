"""The stages of a long piece of work, each with a title and a progress, and how they are shown."""

from contextlib import AbstractContextManager, nullcontext

from drupe.estimators.progress_bar import progress_bar
from drupe.foundation.progress import Progress


class Stages:
    """Shows nothing; derived classes show stages on a terminal.

    >>> with Stages().stage("fitting") as progress:
    ...     print(progress)
    None
    """

    def stage(self, title: str) -> AbstractContextManager[Progress | None]:
        """Open a stage and give its progress; None if it is not shown."""
        return nullcontext()

    def note(self, text: str) -> None:
        """Say something between stages, such as that one was interrupted."""


class Bars(Stages):
    """Shows a bar for each stage on the terminal."""

    def stage(self, title: str) -> AbstractContextManager[Progress | None]:
        return progress_bar(title, shown=True)

    def note(self, text: str) -> None:
        print(text)
