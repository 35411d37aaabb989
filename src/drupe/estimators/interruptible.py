"""Machines whose fit is shown on the terminal, told to callbacks and stopped by Ctrl-C."""

from collections.abc import Iterator
from contextlib import contextmanager

from drupe.estimators.base import Machine
from drupe.estimators.progress_bar import progress_bar
from drupe.estimators.run_parameters import RunParameters
from drupe.estimators.watching import Watching
from drupe.foundation.progress import both


class Interruptible(RunParameters, Machine):
    """A machine that is watched while it is fitted."""

    @contextmanager
    def _watching(self) -> Iterator[Watching]:
        """Whoever wants to know, and what Ctrl-C shall do."""
        told = self._told()
        with progress_bar(type(self).__name__, bool(self.verbose)) as bar:
            yield Watching(both(bar, told), self.on_interrupt == "keep", told)
