"""How far a fit is: a bar on the terminal, with the violation that is left against time; elsewhere plain lines."""

import math
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from drupe.foundation.progress import Progress

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress as Bars
    from rich.progress import TaskID

LEVELS = "▁▂▃▄▅▆▇█"
"""From the smallest violation that was seen to the largest, on a logarithmic scale."""

WIDTH = 16
"""Characters of the curve."""


LINES, SILENCE = 10, 10.0
"""Parts of the work after each of which a plain line is printed, and seconds after which one is printed anyway."""


class Curve:
    """The violation against time: one number for each report, drawn with few characters.

    Examples
    --------
    >>> curve = Curve()
    >>> for violation in (1.0, 0.1, 0.01):
    ...     curve.add(violation)
    >>> str(curve)
    '█▅▁ 1.0e-02'
    """

    def __init__(self) -> None:
        self._seen: list[float] = []

    def add(self, violation: float) -> None:
        """What is left now; numbers that have no logarithm are left out."""
        if 0.0 < violation < math.inf:
            self._seen.append(violation)

    def __str__(self) -> str:
        if not self._seen:
            return ""
        n = len(self._seen)
        drawn = [self._seen[i * n // min(n, WIDTH)] for i in range(min(n, WIDTH) - 1)] + self._seen[-1:]
        low, high = math.log(min(drawn)), math.log(max(drawn))
        step = (high - low) / (len(LEVELS) - 1) or 1.0
        return "".join(LEVELS[round((math.log(v) - low) / step)] for v in drawn) + f" {self._seen[-1]:.1e}"


@contextmanager
def progress_bar(title: str, shown: bool, console: "Console | None" = None) -> Iterator[Progress | None]:
    """A progress that draws a bar, or where there is no terminal prints lines; None if it is not to be shown.

    The lines go to the standard error, so that what a program answers can be piped on.
    """
    if not shown:
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    terminal = console or Console()
    if not terminal.is_terminal:
        lines = _Lines(title)
        yield lines
        lines.end()
        return
    columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn()
    with Bars(*columns, TextColumn("{task.fields[curve]}"), console=terminal) as bars:
        task = bars.add_task(title, total=1.0, curve="")
        yield _Bar(bars, task)
        bars.update(task, completed=1.0)


class _Bar:
    """Tells one bar of the terminal how far a run is."""

    def __init__(self, bars: "Bars", task: "TaskID"):
        self._bars, self._task, self._curve, self._words = bars, task, Curve(), ""

    def says(self, words: str, /) -> None:
        self._words = words

    def reached(self, violation: float, /) -> None:
        self._curve.add(violation)

    def __call__(self, fraction: float, /) -> None:
        self._bars.update(self._task, completed=fraction, curve=self._words or str(self._curve))


class _Lines:
    """Prints how far a run is, whenever another part of it is done, or a while has gone by."""

    def __init__(self, title: str):
        self._title, self._part, self._violation, self._words = title, 0, "", ""
        self._began = self._last = time.perf_counter()

    def says(self, words: str, /) -> None:
        self._words = f", {words}"

    def reached(self, violation: float, /) -> None:
        if 0.0 < violation < math.inf:
            self._violation = f", violation {violation:.1e}"

    def __call__(self, fraction: float, /) -> None:
        part = int(fraction * LINES)
        if self._part < part < LINES or time.perf_counter() - self._last > SILENCE:
            self._part = part
            self._print(f"{int(100 * fraction)} %")

    def end(self) -> None:
        self._print("done")

    def _print(self, done: str) -> None:
        self._last = time.perf_counter()
        seconds = self._last - self._began
        stream = sys.stderr
        print(f"{self._title}: {done}, {seconds:.1f} s{self._words or self._violation}", file=stream)
        if hasattr(stream, "flush"):  # whatever can write will do, as for print and warnings
            stream.flush()
