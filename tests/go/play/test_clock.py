"""Clocks: nobody loses on time who keeps to them."""

import numpy as np
import pytest

from drupe.go.play.clock import Clock


@pytest.mark.parametrize(("main", "period", "stones"), [(60.0, 0.0, 0), (0.0, 10.0, 5), (30.0, 5.0, 3), (0.5, 0.0, 0)])
def test_who_keeps_to_the_clock_never_runs_out(main: float, period: float, stones: int) -> None:
    clock, rng = Clock.set(main, period, stones), np.random.default_rng(0)
    for number in range(300):
        allowed = clock.for_move(moves_left=max(150 - number, 1))
        assert allowed is not None
        assert 0.0 <= allowed <= clock.main
        clock = clock.after(allowed * rng.uniform(0.5, 1.0))
        assert clock.main > 0.0


def test_a_period_without_stones_is_no_limit() -> None:
    assert Clock.set(0.0, 10.0, 0).for_move(30) is None
    assert Clock().after(100.0).for_move(30) is None


def test_periods_follow_main_time_and_one_another() -> None:
    clock = Clock.set(10.0, 6.0, 2).after(11.0)
    assert (clock.main, clock.stones_left) == (6.0, 2)
    assert (clock.after(2.0).main, clock.after(2.0).stones_left) == (4.0, 1)
    assert (clock.after(2.0).after(1.0).main, clock.after(2.0).after(1.0).stones_left) == (6.0, 2)


def test_the_referee_knows_better() -> None:
    assert Clock.set(600.0, 0.0, 0).left(3.0, 0).for_move(30) == pytest.approx(0.05)
    assert Clock().left(10.0, 4).for_move(30) == pytest.approx(2.45)
