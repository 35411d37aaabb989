"""How long a learner may go on: passes, seconds, Ctrl-C."""

import time
from dataclasses import dataclass, field

from drupe.foundation.parameters import Checked, whole
from drupe.foundation.progress import Enough, Progress
from drupe.solvers.options import OnInterrupt
from drupe.solvers.solution import Stop


@dataclass(frozen=True)
class Clock:
    """Time since the clock was made, against the seconds that there are.

    Parameters
    ----------
    seconds
        How many there are; None for no limit.
    started
        When it was made.
    """

    seconds: float | None
    started: float = field(default_factory=time.perf_counter)

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self.started

    @property
    def out_of_time(self) -> bool:
        """Whether the seconds are used up."""
        return self.seconds is not None and self.elapsed > self.seconds


@dataclass(frozen=True)
class Limits(Checked):
    """Where a run ends that finds no end of its own.

    Parameters
    ----------
    max_passes
        Passes through the examples.
    max_seconds
        Wall time; None for no limit.
    on_interrupt
        Whether Ctrl-C raises or leaves what has been learned so far.
    progress
        Told the share of the passes that is done; it may raise Enough, which always keeps what has been learned.
    """

    max_passes: int = whole(1, 1000)
    max_seconds: float | None = None
    on_interrupt: OnInterrupt = OnInterrupt.RAISE
    progress: Progress | None = None

    def clock(self) -> Clock:
        """Starts to count the seconds."""
        return Clock(self.max_seconds)

    def stopped(self, cause: KeyboardInterrupt) -> Stop:
        """What a run says that was interrupted and is to keep what it has; else the interrupt goes on."""
        if self.on_interrupt is OnInterrupt.RAISE and not isinstance(cause, Enough):
            raise cause
        return Stop.INTERRUPTED

    def tell(self, passes: int) -> None:
        """Report so many passes as done."""
        if self.progress is not None:
            self.progress(min(1.0, passes / self.max_passes))
