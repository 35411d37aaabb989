"""The cheapest threshold against all thresholds, tried one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe import SVC
from drupe.foundation.errors import InputError, ParameterError
from drupe.textbook.learning.threshold import Threshold

CASES = st.lists(st.tuples(st.integers(-4, 4), st.sampled_from([-1, 1])), min_size=1, max_size=9)


def cost_at(offset, outputs, signs, weights, miss_cost, false_alarm_cost):
    positive = outputs + offset >= 0
    return miss_cost * weights[(signs > 0) & ~positive].sum() + false_alarm_cost * weights[(signs < 0) & positive].sum()


@pytest.mark.spec("M.S07")
@given(CASES, st.sampled_from([0.0, 0.5, 1.0, 7.0]), st.sampled_from([0.5, 1.0, 3.0]), st.booleans())
def test_no_other_threshold_costs_less(case, miss_cost, false_alarm_cost, weighted):
    outputs, signs = np.array([f for f, _ in case], dtype=float), np.array([y for _, y in case])
    weights = 1.0 + np.arange(len(case)) if weighted else np.ones(len(case))
    found = Threshold.cheapest(
        outputs, signs, miss_cost=miss_cost, false_alarm_cost=false_alarm_cost, weights=weights if weighted else None
    )
    tried = [cost_at(b, outputs, signs, weights, miss_cost, false_alarm_cost) for b in np.arange(-6.0, 6.0, 0.25)]
    assert found.cost == pytest.approx(min(tried))
    assert found.cost == pytest.approx(cost_at(found.offset, outputs, signs, weights, miss_cost, false_alarm_cost))
    assert found.cost == pytest.approx(miss_cost * found.misses + false_alarm_cost * found.false_alarms)


@pytest.mark.spec("M.S07")
def test_dearer_misses_become_fewer():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 2))
    signs = np.where(X[:, 0] + rng.normal(size=400) > 0.8, 1, -1)
    outputs = SVC(gamma=0.5).fit(X[:200], signs[:200]).decision_function(X[200:])
    misses = [Threshold.cheapest(outputs, signs[200:], miss_cost=cost).misses for cost in (0.2, 1.0, 5.0, 100.0)]
    assert misses == sorted(misses, reverse=True)
    assert misses[0] > misses[-1] == 0.0


def test_a_threshold_that_is_right_already_stays_where_it_is_nearest_to_zero():
    found = Threshold.cheapest(np.array([-1.0, 3.0]), np.array([-1, 1]))
    assert (found.offset, found.cost) == (-1.0, 0.0)


def test_bad_questions():
    with pytest.raises(InputError, match="one sign"):
        Threshold.cheapest(np.ones(2), np.ones(3))
    with pytest.raises(InputError, match=r"signs \+1 or -1"):
        Threshold.cheapest(np.ones(2), np.array([0, 1]))
    with pytest.raises(ParameterError, match=r"miss_cost must lie in"):
        Threshold.cheapest(np.ones(1), np.ones(1), miss_cost=-1.0)
