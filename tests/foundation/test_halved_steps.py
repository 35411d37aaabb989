"""Steps that are halved: the longest that leads down far enough, or none."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.foundation.halving import SUFFICIENT, Reached, downhill


def test_a_whole_step_if_it_leads_down():
    assert downhill(lambda t: -t, before=0.0, slope=-1.0) == Reached(1.0, -1.0)


def test_nothing_where_all_leads_up():
    seen = []

    def at(length: float) -> float:
        seen.append(length)
        return length

    assert downhill(at, before=0.0, slope=1.0, halvings=5) is None or seen == [1.0]
    seen.clear()
    assert downhill(at, before=0.0, halvings=5) is None
    assert seen == [1.0, 0.5, 0.25, 0.125, 0.0625]


@pytest.mark.parametrize("wild", [math.nan, math.inf])
def test_what_is_no_number_is_too_high(wild):
    assert downhill(lambda t: wild if t > 0.3 else -t, before=0.0) == Reached(0.25, -0.25)


@given(minimum=st.floats(0.01, 0.99))
def test_the_longest_power_of_a_half_with_enough_descent(minimum):
    def bowl(length: float) -> float:
        return (length - minimum) ** 2

    slope = -2.0 * minimum
    found = downhill(bowl, bowl(0.0), slope)
    assert found is not None
    assert bowl(found.length) == found.value <= bowl(0.0) + SUFFICIENT * found.length * slope
    if found.length < 1.0:
        longer = 2.0 * found.length
        assert bowl(longer) > bowl(0.0) + SUFFICIENT * longer * slope
