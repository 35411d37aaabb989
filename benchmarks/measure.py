"""Several ways to the same result, timed side by side, and what was aimed at."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, inf, log
from pathlib import Path
from time import perf_counter, sleep

import numpy as np

OURS = "drupe"

PAUSE = 0.02
"""Seconds between two runs: threads that wait for more work keep the processors busy for a while."""


@dataclass(frozen=True)
class Settings:
    """How much to measure.

    `quick` only shows that everything runs; `data` is a folder with public data sets, if there is one; `full` also
    waits for peers that take minutes.
    """

    quick: bool = False
    data: Path | None = None
    full: bool = False

    @property
    def repeats(self) -> int:
        return 1 if self.quick else 5

    def size(self, examples: int) -> int:
        return examples // 40 if self.quick else examples


@dataclass(frozen=True)
class Goal:
    """A bound on one of the numbers of a row."""

    column: str
    bound: float
    at_most: bool

    def met_by(self, number: float) -> bool:
        return number <= self.bound if self.at_most else number >= self.bound

    def __str__(self) -> str:
        return f"{'≤' if self.at_most else '≥'} {self.bound:g}"


@dataclass(frozen=True)
class Row:
    """One case: numbers by column, and the goals for some of them."""

    case: str
    numbers: Mapping[str, float]
    goals: tuple[Goal, ...] = field(default=())

    def __post_init__(self) -> None:
        # Of numpy's numbers JSON knows nothing.
        object.__setattr__(self, "numbers", {name: float(number) for name, number in self.numbers.items()})

    @property
    def met(self) -> bool:
        return all(goal.met_by(self.numbers[goal.column]) for goal in self.goals)


@dataclass(frozen=True)
class Peer:
    """Another way to the same result, and the ratio to it that is aimed at, if any."""

    name: str
    work: Callable[[], object]
    slower_at_most: float | None = None
    faster_at_least: float | None = None

    def ratio(self, seconds: Mapping[str, float]) -> tuple[str, float]:
        """Ours over theirs where we follow them, theirs over ours where they follow us."""
        if self.slower_at_most is not None:
            return f"{OURS} / {self.name}", seconds[OURS] / seconds[self.name]
        return f"{self.name} / {OURS}", seconds[self.name] / seconds[OURS]

    def goals(self) -> tuple[Goal, ...]:
        if self.slower_at_most is not None:
            return (Goal(f"{OURS} / {self.name}", self.slower_at_most, at_most=True),)
        if self.faster_at_least is not None:
            return (Goal(f"{self.name} / {OURS}", self.faster_at_least, at_most=False),)
        return ()


def geometric_mean(ratios: Sequence[float]) -> float:
    """The mean that does not care which of two is divided by which."""
    return exp(sum(log(ratio) for ratio in ratios) / len(ratios))


def exponent(amounts: Mapping[int, float]) -> float:
    """p of amount ~ sizeᵖ, by least squares on logarithms."""
    return float(np.polyfit(np.log(list(amounts)), np.log(list(amounts.values())), 1)[0])


def best_seconds(ways: Mapping[str, Callable[[], object]], repeats: int) -> dict[str, float]:
    """The best of several warm runs of each, taken in turns so that a busy machine slows all alike."""
    best = dict.fromkeys(ways, inf)
    for repeat in range(repeats + 1):
        for name, work in ways.items():
            if repeats > 1:  # a single run only shows that all works
                sleep(PAUSE)
            start = perf_counter()
            work()
            seconds = perf_counter() - start
            if repeat:  # the first run loads, allocates and wakes threads
                best[name] = min(best[name], seconds)
    return best


def side_by_side(case: str, ours: Callable[[], object], peers: tuple[Peer, ...], repeats: int) -> Row:
    """One row: milliseconds of everybody, ratios to every peer, and the goals."""
    seconds = best_seconds({OURS: ours, **{peer.name: peer.work for peer in peers}}, repeats)
    numbers = {f"{name} ms": 1e3 * taken for name, taken in seconds.items()}
    numbers |= dict(peer.ratio(seconds) for peer in peers)
    return Row(case, numbers, tuple(goal for peer in peers for goal in peer.goals()))
