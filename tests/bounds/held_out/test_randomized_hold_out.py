"""The randomized limit fails with probability δ exactly, whatever the rate and however few the examples."""

import math

import pytest
from scipy.stats import binom

from drupe.bounds.concentration.binomial_tail import binomial_upper, randomized_upper
from drupe.bounds.held_out.hold_out import RandomizedHoldOut
from drupe.witness.drawn_held_out import DrawnHeldOut


def largest_failing_draw(errors: int, n: int, p: float, delta: float) -> float:
    """The draw below which the limit lies below p, found by halving."""
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = 0.5 * (low + high)
        below = RandomizedHoldOut().risk(DrawnHeldOut(errors, n, middle), delta) < p
        low, high = (middle, high) if below else (low, middle)
    return high if RandomizedHoldOut().risk(DrawnHeldOut(errors, n, high), delta) < p else low


@pytest.mark.parametrize("delta", [0.05, 0.5])
@pytest.mark.parametrize(("p", "n"), [(0.03, 40), (0.4, 25), (0.2, 9), (0.7, 2), (0.1, 1), (0.999, 1)])
def test_level_is_exactly_delta_over_count_and_draw(p, n, delta) -> None:
    level = sum(binom.pmf(k, n, p) * largest_failing_draw(k, n, p, delta) for k in range(n + 1))
    assert level == pytest.approx(delta, rel=1e-8)
    # Clopper and Pearson's limit never fails that often.
    assert sum(binom.pmf(k, n, p) for k in range(n + 1) if binomial_upper(k, n, delta) < p) < delta


@pytest.mark.parametrize("draw", [0.0, 1e-9, 0.3, 1.0])
@pytest.mark.parametrize(("errors", "n"), [(1, 1), (3, 50), (49, 50)])
def test_lies_between_the_exact_limits_of_this_count_and_of_one_error_less(draw, errors, n) -> None:
    value = randomized_upper(errors, n, draw, 0.05)
    less, same = (binomial_upper(k, n, 0.05) for k in (errors - 1, errors))
    assert less * (1 - 1e-9) <= value <= same
    assert value == 1.0 or binom.cdf(errors - 1, n, value) + draw * binom.pmf(errors, n, value) <= 0.05


def test_is_half_an_error_smaller_on_average() -> None:
    values = [randomized_upper(10, 200, (i + 0.5) / 100, 0.05) for i in range(100)]
    halfway = 0.5 * (binomial_upper(9, 200, 0.05) + binomial_upper(10, 200, 0.05))
    assert sum(values) / 100 == pytest.approx(halfway, rel=0.01)


def test_without_errors_it_may_be_nothing_and_with_errors_alone_everything() -> None:
    bound = RandomizedHoldOut()
    assert bound.risk(DrawnHeldOut(0, 100, 0.049), 0.05) < 1e-300
    assert bound.risk(DrawnHeldOut(0, 100, 0.5), 0.05) == pytest.approx(1.0 - 0.1**0.01)
    assert bound.vacuous(bound.risk(DrawnHeldOut(5, 5, 0.051), 0.05))
    assert not bound.vacuous(bound.risk(DrawnHeldOut(5, 5, 0.01), 0.05))


@pytest.mark.parametrize("draw", [-0.1, 1.1, math.nan, True, "0.5"])
def test_draw_must_be_between_nothing_and_one(draw) -> None:
    with pytest.raises(ValueError, match="draw"):
        DrawnHeldOut(1, 10, draw)
