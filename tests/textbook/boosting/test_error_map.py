"""The error map of boosting by three, in many digits: against its table, mpmath and the coins that it counts."""

import math
from fractions import Fraction
from itertools import product

import mpmath as mp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.foundation.errors import ParameterError
from drupe.textbook.boosting.error_map import Recursion, boosted_error, boosted_errors, error_to_boost

TABLE = {
    0.05: (0.00725, 0.000156925, 7.3869e-8, 1.63699e-14, 8.03918e-28, 1.93885e-54),
    0.10: (0.028, 0.0023081, 1.59573e-5, 7.63901e-10, 1.75063e-18, 9.19416e-36),
    0.20: (0.104, 0.0301983, 0.00268073, 2.15204e-5, 1.38936e-9, 5.79098e-18),
    0.30: (0.216, 0.119813, 0.0396253, 0.00458607, 6.29031e-5, 1.18699e-8),
    0.40: (0.352, 0.284484, 0.196746, 0.100895, 0.0284852, 0.002388),
    0.45: (0.42525, 0.38871, 0.335822, 0.262584, 0.170641, 0.0774171),
    0.49: (0.485002, 0.47751, 0.466287, 0.449508, 0.424519, 0.387639),
}
INVERSES = {0.01: 0.0589031, 0.05: 0.1353504, 0.1: 0.1958001, 0.2: 0.2871407, 0.3: 0.3632575}

errors = st.just(0.0) | st.floats(1e-300, 0.5)
fractions = st.fractions(0, 1, max_denominator=1000)


@pytest.mark.spec("S.V05")
@pytest.mark.parametrize("start", TABLE)
def test_six_rounds_as_in_the_table(start: float) -> None:
    first, *rounds = boosted_errors(start, 6)
    assert first == start
    assert rounds == pytest.approx(TABLE[start], rel=4e-6)


@pytest.mark.spec("S.V05")
@given(fractions)
def test_map_is_the_chance_that_two_of_three_coins_fall(error: Fraction) -> None:
    shows = {True: error, False: 1 - error}
    two = sum(math.prod(shows[coin] for coin in coins) for coins in product((True, False), repeat=3) if sum(coins) >= 2)
    assert boosted_error(error) == two
    assert boosted_error(1 - error) == 1 - boosted_error(error)


@pytest.mark.spec("S.V05")
def test_three_fixed_points_and_errors_that_fall_below_one_half() -> None:
    grid = [Fraction(i, 200) for i in range(201)]
    assert [error for error in grid if boosted_error(error) == error] == [0, Fraction(1, 2), 1]
    assert all(boosted_error(error) < error for error in grid[1:100])
    np.testing.assert_allclose(boosted_error(np.array([0.1, 0.2])), [0.028, 0.104])
    assert boosted_errors(Fraction(1, 2), 3) == [Fraction(1, 2)] * 4


@pytest.mark.spec("S.V05")
@pytest.mark.parametrize("error", INVERSES)
def test_inverse_as_in_the_table(error: float) -> None:
    assert error_to_boost(error) == pytest.approx(INVERSES[error], abs=5.1e-8)


def true_inverse(error: float) -> mp.mpf:
    """The root by bisection, in 400 digits: no formula shared with the code."""
    with mp.workdps(400):
        low, high, aim = mp.mpf(0), mp.mpf(1) / 2, mp.mpf(error)
        for _ in range(700):
            middle = (low + high) / 2
            low, high = (middle, high) if 3 * middle**2 - 2 * middle**3 < aim else (low, middle)
        return (low + high) / 2


EDGES = [1e-300, 5e-324, 1e-200, 1e-30, 1e-16, 1e-8, 0.001, 0.2, 0.25, 0.3, 0.49, 0.5 - 1e-8, 0.5 - 1e-15]
NEIGHBORS = [math.nextafter(0.25, 0.0), math.nextafter(0.25, 1.0), math.nextafter(0.5, 0.0)]


@pytest.mark.spec("S.V05")
@pytest.mark.parametrize("error", EDGES + NEIGHBORS)
def test_inverse_keeps_its_digits_at_both_ends(error: float) -> None:
    truth = true_inverse(error)
    assert abs(error_to_boost(error) - truth) <= 5e-16 * truth


@pytest.mark.spec("S.V05")
@given(errors)
def test_inverse_undoes_the_map(error: float) -> None:
    assert boosted_error(error_to_boost(error)) == pytest.approx(error, rel=2e-15, abs=0.0)
    assert error <= error_to_boost(error) <= 0.5


def test_ends_of_the_inverse_are_exact() -> None:
    assert error_to_boost(0.0) == 0.0
    assert error_to_boost(0.5) == 0.5
    for wrong in (-0.1, 0.6, math.nan):
        with pytest.raises(ParameterError, match=r"error_to_boost.error must lie in \[0.0, 0.5\]"):
            error_to_boost(wrong)


@pytest.mark.spec("S.V05")
def test_depth_of_the_recursion() -> None:
    assert (Recursion(0.01, 0.4).levels, Recursion(0.01, 0.4).leaves) == (6, 729)
    # By the table 0.49 is at 0.3876 after six rounds, and 0.10 at 9.2e-36.
    assert [Recursion(0.39, 0.49).levels, Recursion(0.38, 0.49).levels] == [6, 7]
    assert Recursion(1e-35, 0.1).levels == 6
    assert (Recursion(0.4, 0.3).levels, Recursion(0.4, 0.3).leaves) == (0, 1)
    assert Recursion(0.3, 0.3).levels == 0
    assert Recursion(boosted_errors(0.45, 5)[-1], 0.45).levels == 5


@given(st.floats(1e-12, 0.499), st.floats(0.01, 0.499))
def test_targets_lead_from_the_goal_to_what_weak_rules_reach(error: float, weak_error: float) -> None:
    recursion = Recursion(error, weak_error)
    targets = recursion.targets
    assert targets[0] == error
    assert len(targets) == recursion.levels + 1
    assert targets[-1] >= weak_error * (1.0 - 1e-13)
    assert all(target < weak_error for target in targets[:-1])
    assert boosted_errors(weak_error, recursion.levels)[-1] <= error


def test_next_to_one_half_a_level_lengthens_the_distance_by_half() -> None:
    with mp.workdps(60):
        reached, levels = mp.mpf(1) / 2 - mp.mpf(2) ** -54, 0
        while reached > 0.25:
            reached, levels = 3 * reached**2 - 2 * reached**3, levels + 1
    assert math.log(2.0**52, 1.5) <= levels <= math.log(2.0**52, 1.5) + 3
    assert Recursion(0.25, math.nextafter(0.5, 0.0)).levels == levels
    for wrong in (0.0, 0.5, -1.0):
        with pytest.raises(ParameterError, match="weak_error"):
            Recursion(0.1, wrong)
        with pytest.raises(ParameterError, match=r"Recursion\.error"):
            Recursion(wrong, 0.4)
    with pytest.raises(ParameterError, match="rounds"):
        boosted_errors(0.1, -1)
