"""The best of several: the exact limit at a part of δ, and no less than it takes."""

import pytest
from bounds.coverage_of_bounds import allowed, trials_to_catch, violations
from scipy.stats import beta

from drupe.bounds.held_out.best_of_several import BestOfSeveral
from drupe.bounds.held_out.hold_out import HoldOut
from drupe.foundation.errors import InputError
from drupe.witness.best_held_out import BestHeldOut


@pytest.mark.parametrize(("errors", "n", "candidates"), [(0, 10, 3), (200, 10_000, 20), (7, 9, 100)])
def test_it_is_the_limit_at_a_part_of_delta(errors: int, n: int, candidates: int) -> None:
    value = BestOfSeveral().risk(BestHeldOut(errors, n, candidates), 0.05)
    assert value == pytest.approx(beta.isf(0.05 / candidates, errors + 1, n - errors), rel=1e-9)


def test_the_price_of_twenty_candidates() -> None:
    """By the normal limit 2.81 √(0.98 / 0.02 n) above an error of 2 %: 1.20, 1.062 and 1.020, and a little more."""
    for n, ratio in ((10**4, 1.21), (10**5, 1.064), (10**6, 1.020)):
        assert BestOfSeveral().risk(BestHeldOut(n // 50, n, 20), 0.05) / 0.02 == pytest.approx(ratio, abs=6e-3)


@pytest.mark.parametrize("delta", [0.5, pytest.param(0.05, marks=pytest.mark.slow)])
@pytest.mark.parametrize("world", BestOfSeveral().worlds(), ids=lambda world: world.name)
def test_it_holds_for_the_one_that_was_chosen(world, delta: float) -> None:
    trials = trials_to_catch(delta) if delta < 0.5 else 300
    assert violations(BestOfSeveral(), world, trials, delta) <= allowed(trials, delta)


def test_without_the_price_it_would_not() -> None:
    assert violations(HoldOut(), BestOfSeveral().worlds()[0], 300, 0.1) > allowed(300, 0.1)


def test_one_candidate_at_least() -> None:
    with pytest.raises(InputError, match="among at least one"):
        BestHeldOut(0, 1, 0)
