"""The bound that may be watched holds against readers who stop where it flatters most; the exact one does not."""

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from bounds.coverage_of_bounds import allowed, trials_to_catch, violations

from drupe.bounds.base import Bound
from drupe.bounds.concentration.mixture_martingale import mixture_upper
from drupe.bounds.held_out.any_time import AnyTimeHoldOut
from drupe.bounds.held_out.hold_out import HoldOut
from drupe.bounds.world import Outcome, World
from drupe.witness.held_out import HeldOut
from drupe.witness.watched import Watched

MOST = 120


def at_the_lowest(p: float, delta: float, bound: Bound) -> World[HeldOut]:
    """A reader who goes back to the moment at which the bound was lowest of all."""

    @cache
    def limit(errors: int, n: int) -> float:
        return bound.risk(Watched(errors, n), delta)

    def draw(rng: np.random.Generator) -> Outcome[HeldOut]:
        errors = np.cumsum(rng.random(MOST) < p)
        at = min(range(MOST), key=lambda i: limit(int(errors[i]), i + 1))
        return Outcome(Watched(int(errors[at]), at + 1), p)

    return World(f"lowest of {MOST}, risk {p}", draw)


def when_low_enough(p: float, delta: float, bound: Bound) -> World[HeldOut]:
    """A reader who stops as soon as the bound lies below the truth, were it ever so little."""

    @cache
    def limit(errors: int, n: int) -> float:
        return bound.risk(Watched(errors, n), delta)

    def draw(rng: np.random.Generator) -> Outcome[HeldOut]:
        errors = np.cumsum(rng.random(MOST) < p)
        at = next((i for i in range(MOST) if limit(int(errors[i]), i + 1) < p), MOST - 1)
        return Outcome(Watched(int(errors[at]), at + 1), p)

    return World(f"first below the risk {p}", draw)


READERS = (at_the_lowest, when_low_enough)


@pytest.mark.parametrize("p", [0.05, 0.3])
@pytest.mark.parametrize("delta", [0.5, pytest.param(0.05, marks=pytest.mark.slow)])
@pytest.mark.parametrize("reader", READERS)
def test_it_holds_whenever_one_stops(reader: Callable[..., World[HeldOut]], delta: float, p: float) -> None:
    trials = 300 if delta == 0.5 else trials_to_catch(delta)
    assert violations(AnyTimeHoldOut(), reader(p, delta, AnyTimeHoldOut()), trials, delta) <= allowed(trials, delta)


@pytest.mark.parametrize("reader", READERS)
def test_the_exact_limit_does_not(reader: Callable[..., World[HeldOut]]) -> None:
    """So these readers are dangerous: what holds for one number of examples fails far too often."""
    assert violations(HoldOut(), reader(0.3, 0.2, HoldOut()), 200, 0.2) > allowed(200, 0.2)


def test_the_luckiest_moment_is_a_fair_trial() -> None:
    """A bet that is won by a fifth more than is fair is caught in the bound's own worlds."""

    class Greedy(AnyTimeHoldOut):
        def _risk(self, witness: Watched, delta: float) -> float:
            return mixture_upper(witness.errors, witness.n, min(0.999, 4.0 * delta))

    world = AnyTimeHoldOut().worlds()[1]
    assert violations(Greedy(), world, 1000, 0.2) > allowed(1000, 0.2)


def test_a_million_examples_are_enough_for_five_percent() -> None:
    assert AnyTimeHoldOut().risk(Watched(20_000, 1_000_000), 0.05) <= 1.05 * 0.02
