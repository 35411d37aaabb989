"""The stopwatch: both runners run equally often, the first run does not count, the best one does."""

import time

import pytest

from drupe.experiments.stopwatch import Race, race


def test_ratio_says_how_many_times_faster() -> None:
    assert Race(ours=0.5, theirs=2.0).ratio == 4.0


def test_runners_take_turns() -> None:
    order: list[str] = []
    race(lambda: order.append("ours"), lambda: order.append("theirs"), repeats=2)
    assert order == ["ours", "theirs"] * 3


def test_best_run_counts_and_the_first_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    took = iter([0.0, 9.0, 3.0, 4.0, 5.0, 2.0])  # of ours and theirs in turn; the first pair only warms up
    now = 0.0

    def run() -> None:
        nonlocal now
        now += next(took)

    monkeypatch.setattr("drupe.experiments.stopwatch.perf_counter", lambda: now)
    assert race(run, run, repeats=2) == Race(ours=3.0, theirs=2.0)


def test_sleep_takes_its_time() -> None:
    assert race(lambda: time.sleep(0.02), lambda: time.sleep(0.001), repeats=1).ours >= 0.02
