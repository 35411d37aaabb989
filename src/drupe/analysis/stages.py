"""Who is told which stage of a long piece of work has begun and how far it is."""

from contextlib import AbstractContextManager, nullcontext

from drupe.estimators.progress_bar import progress_bar
from drupe.foundation.progress import Progress


class Stages:
    """Tells nobody; those derived from it do.

    >>> with Stages().stage("fitting") as progress:
    ...     print(progress)
    None
    """

    def stage(self, title: str) -> AbstractContextManager[Progress | None]:
        """Open a stage, and give what its progress is told to; None if nobody wants to hear it."""
        return nullcontext()

    def note(self, text: str) -> None:
        """Tell the user that something went otherwise than planned."""


class Bars(Stages):
    """Shows a bar for each stage on the terminal."""

    def stage(self, title: str) -> AbstractContextManager[Progress | None]:
        return progress_bar(title, shown=True)

    def note(self, text: str) -> None:
        print(text)
