"""The simulation that judges bounds accuses no honest one, and catches one that fails twice as often as it may."""

import numpy as np
import pytest
from bounds.coverage_of_bounds import CASES, FALSE_ALARM, POWER, allowed, power, trials_to_catch, violations
from contracts.test_every_bound import DELTA, TRIALS, WORLDS
from scipy.stats import binom

from drupe.bounds.world import Outcome, World

UNIFORM = World("a number drawn from [0, 1)", lambda rng: Outcome(rng.random(), risk=0.5))


class Failing:
    """Lies below the risk with a probability that is a multiple of δ."""

    def __init__(self, factor: float):
        self.factor = factor

    def risk(self, witness: float, delta: float) -> float:
        return 0.0 if witness < self.factor * delta else 1.0


def accused(factor: float, trials: int, delta: float, runs: int) -> float:
    """In which share of runs a bound is accused that fails so many times as often as it may."""
    counts = [violations(Failing(factor), UNIFORM, trials, delta, seed) for seed in range(runs)]
    return float(np.mean(np.array(counts) > allowed(trials, delta)))


@pytest.mark.parametrize("delta", [0.02, 0.1, 0.3])
def test_both_errors_are_as_rare_as_said(delta: float) -> None:
    trials = trials_to_catch(delta)
    assert CASES * binom.sf(allowed(trials, delta), trials, delta) <= FALSE_ALARM
    assert binom.sf(allowed(trials, delta), trials, 2.0 * delta) >= POWER > power(trials - 100, delta)


def test_two_thousand_trials_catch_even_half_as_often_again() -> None:
    assert TRIALS == 2000 >= trials_to_catch(DELTA)
    assert allowed(TRIALS, DELTA) == 263
    assert binom.sf(263, TRIALS, 1.5 * DELTA) > 0.98


def test_cases_are_no_more_than_was_counted_on() -> None:
    assert len(WORLDS) <= CASES


def test_a_broken_bound_is_caught_and_an_honest_one_is_not() -> None:
    assert accused(2.0, TRIALS, DELTA, runs=50) == 1.0
    assert accused(1.0, TRIALS, DELTA, runs=50) == 0.0
    assert accused(2.0, trials_to_catch(0.02), 0.02, runs=50) >= 0.9


def test_two_hundred_trials_would_not_do() -> None:
    """What is tried in every run of the tests only finds bounds that are wrong by more."""
    assert accused(2.0, 200, DELTA, runs=50) < 0.9
    assert accused(3.0, 200, DELTA, runs=50) >= 0.9
