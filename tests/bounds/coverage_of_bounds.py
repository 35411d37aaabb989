"""How often a bound lies below the truth in a world of known risk, and how often it may."""

from typing import Any

import numpy as np
from scipy.stats import binom

from drupe.bounds.base import Bound


def violations(bound: Bound[Any], world: Any, draws: int, delta: float, seed: int = 0) -> int:
    rng = np.random.default_rng(seed)
    outcomes = [world.draw(rng) for _ in range(draws)]
    return sum(bound.risk(outcome.witness, delta) < outcome.risk for outcome in outcomes)


def allowed(draws: int, delta: float) -> int:
    return int(binom.ppf(1.0 - 1e-6, draws, delta))
