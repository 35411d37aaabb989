"""How often a bound lies below the truth in a world of known risk, and how often it may."""

from typing import Any

import numpy as np
from scipy.stats import binom

from drupe.bounds.base import Bound

CASES = 300
"""Bounds in their worlds that are tried, at most."""

FALSE_ALARM = 1e-3
"""Probability that any of them is accused, were each to fail as often as it may."""

POWER = 0.99
"""Probability with which one that fails twice as often as it may is to be caught."""


def violations(bound: Bound[Any], world: Any, trials: int, delta: float, seed: int = 0) -> int:
    """In how many training runs the risk exceeds the bound."""
    rng = np.random.default_rng(seed)
    outcomes = (world.draw(rng) for _ in range(trials))
    return sum(bound.risk(outcome.witness, delta) < outcome.risk for outcome in outcomes)


def allowed(trials: int, delta: float) -> int:
    """The most violations for which nobody is accused."""
    return int(binom.isf(FALSE_ALARM / CASES, trials, delta))


def power(trials: int, delta: float) -> float:
    """Probability that a bound which fails with probability 2δ is caught."""
    return float(binom.sf(allowed(trials, delta), trials, 2.0 * delta))


def trials_to_catch(delta: float) -> int:
    """So many trials, in hundreds, catch a bound that fails twice as often as it may."""
    return next(trials for trials in range(100, 100_000, 100) if power(trials, delta) >= POWER)
