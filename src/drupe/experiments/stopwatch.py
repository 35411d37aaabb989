"""Two ways to do the same thing, timed side by side: warm, in turns, the best of several."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True)
class Race:
    """Seconds that each of two functions took at its best."""

    ours: float
    theirs: float

    @property
    def ratio(self) -> float:
        """How many times faster ours is."""
        return self.theirs / self.ours


def race(ours: Callable[[], object], theirs: Callable[[], object], repeats: int = 5) -> Race:
    """The best of `repeats` runs of both, taken in turns so that a busy machine slows both alike."""
    best = Race(math.inf, math.inf)
    for repeat in range(repeats + 1):
        times = Race(_seconds(ours), _seconds(theirs))
        if repeat:  # the first run loads, allocates and wakes threads
            best = Race(min(best.ours, times.ours), min(best.theirs, times.theirs))
    return best


def _seconds(function: Callable[[], object]) -> float:
    start = perf_counter()
    function()
    return perf_counter() - start
