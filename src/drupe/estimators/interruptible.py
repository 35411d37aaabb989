"""Machines whose fit is shown on the terminal, told to callbacks and stopped by Ctrl-C."""

from collections.abc import Iterator
from contextlib import contextmanager

from drupe.estimators.base import Machine
from drupe.estimators.progress_bar import progress_bar
from drupe.estimators.ranges import TRUTH, Either, OneOf, Range
from drupe.estimators.watch import Watch
from drupe.foundation.parameters import Interval
from drupe.foundation.progress import both

WATCHING_RANGES: dict[str, Range] = {
    "verbose": Either(TRUTH, Interval(0, whole=True)),
    "on_interrupt": OneOf("raise", "keep"),
}


class Interruptible(Machine):
    """A machine with the parameters `verbose` and `on_interrupt`."""

    verbose: bool | int
    on_interrupt: str

    @contextmanager
    def _watch(self) -> Iterator[Watch]:
        """The watch over one fit."""
        told = self._told()
        with progress_bar(type(self).__name__, bool(self.verbose)) as bar:
            yield Watch(both(bar, told), self.on_interrupt == "keep", told)
