"""Drift is found where it is, named where it stands, and alleged no more often than the level says."""

import itertools
from collections import Counter

import numpy as np
import pytest
from bounds.coverage_of_bounds import allowed
from scipy.stats import chi2_contingency

from drupe.certification import drift
from drupe.certification.drift import LEVEL, Drift, drift_test


def errors_of(rows: list[int], rates: list[float], rng: np.random.Generator) -> np.ndarray:
    wrong = rng.binomial(rows, rates)
    return np.column_stack([np.asarray(rows) - wrong, wrong])


def looked_at(table: np.ndarray) -> drift.DriftTest:
    return drift_test("errors", table, np.arange(len(table)))


FAIR = {
    "a thousand rows in each of ten parts": ([1000] * 10, 0.05),
    "few errors, if any, in a part": ([20] * 30, 0.02),
    "one row in each part": ([1] * 40, 0.3),
    "parts of all sizes, empty ones too": ([1, 0, 500, 3, 0, 60, 7, 1, 200], 0.1),
    "two parts": ([50, 80], 0.5),
    "hardly an error at all": ([100] * 5, 0.002),
}


@pytest.mark.parametrize("level", [0.5, 0.05])
@pytest.mark.parametrize("case", FAIR)
def test_fair_rows_are_accused_no_more_often_than_the_level_says(case: str, level: float, monkeypatch) -> None:
    monkeypatch.setattr(drift, "DRAWS", 99)  # p-values are exact with any number of draws
    (rows, rate), rng, trials = FAIR[case], np.random.default_rng(1), 200
    found = []
    for trial in range(trials):
        monkeypatch.setattr(drift, "SEED", trial)
        found.append(looked_at(errors_of(rows, [rate] * len(rows), rng)))
    for p_values in ([one.spread for one in found], [one.trend for one in found], [one.p_value for one in found]):
        assert sum(p <= level for p in p_values) <= allowed(trials, level)


def test_with_the_fixed_seed_too() -> None:
    rng, trials = np.random.default_rng(2), 400
    tables = [errors_of([200] * 8, [0.04] * 8, rng) for _ in range(trials)]
    p_values = [Drift((looked_at(table), looked_at(table))).p_value for table in tables]
    assert sum(p <= 0.1 for p in p_values) <= allowed(trials, 0.1)
    assert sum(p <= LEVEL for p in p_values) <= allowed(trials, LEVEL)


def test_p_values_are_those_of_all_ways_to_deal_the_rows_out() -> None:
    """Two errors and four right answers over three parts of two rows: all fifteen ways, counted."""
    table = np.array([[0, 2], [2, 0], [2, 0]])
    expected = np.array([[4 / 3, 2 / 3]] * 3)
    spreads, heights = [], []
    for places in itertools.combinations(range(6), 2):
        met = Counter(place // 2 for place in places)
        wrong = np.array([met[part] for part in range(3)])
        excess = np.column_stack([2 - wrong, wrong]) - expected
        spreads.append((excess**2 / expected).sum())
        heights.append(np.abs(np.cumsum(excess[:, 1])).max())
    seen = looked_at(table)
    sigma = 0.5 / np.sqrt(drift.DRAWS)
    assert seen.spread == pytest.approx(np.mean(np.array(spreads) >= max(spreads) - 1e-9), abs=4 * sigma)
    assert seen.trend == pytest.approx(np.mean(np.array(heights) >= heights[0] - 1e-9), abs=4 * sigma)


def test_where_counts_are_large_the_spread_is_that_of_chi_squared() -> None:
    rng = np.random.default_rng(3)
    for _ in range(3):
        table = rng.multinomial(3000, [0.5, 0.3, 0.2], size=6)
        assert looked_at(table).spread == pytest.approx(chi2_contingency(table)[1], abs=0.06)


def test_a_part_that_stands_out_is_named() -> None:
    rates = [0.02] * 20
    rates[13] = 0.08
    found = looked_at(errors_of([1000] * 20, rates, np.random.default_rng(4)))
    assert found.spread <= 0.001
    assert found.parts == (13,)
    assert "differ between parts, most in part 13" in found.sentence


def test_a_change_is_found_where_it_happens_although_no_part_stands_out() -> None:
    found = looked_at(errors_of([100] * 200, [0.10] * 125 + [0.125] * 75, np.random.default_rng(5)))
    assert found.trend <= 0.001 < found.spread
    assert abs(found.change - 125) <= 20
    assert f"change from part {found.change} on" in found.sentence


def test_classes_that_come_sorted_are_noticed() -> None:
    table = np.array([[100, 0, 0], [80, 20, 0], [0, 100, 0], [0, 10, 90], [0, 0, 100]])
    verdict = Drift((drift_test("classes", table, np.arange(5)),))
    assert verdict.found
    assert verdict.sentence.startswith("classes ")


@pytest.mark.parametrize("table", [[[5, 1]], [[5, 0], [9, 0]], [[0, 0], [3, 2]], [[0, 4], [0, 5]]])
def test_nothing_is_said_where_nothing_can_differ(table: list[list[int]]) -> None:
    found = looked_at(np.array(table))
    assert (found.p_value, Drift((found, found)).sentence) == (1.0, "")


def test_of_more_rows_than_can_be_dealt_out_some_are_taken() -> None:
    huge = np.array([[10**12, 10**10], [10**12, 2 * 10**10]])
    assert looked_at(huge).p_value <= 0.01
    assert looked_at(np.array([[10**12, 10**10]] * 2)).p_value > 0.01


def test_the_numbers_of_parts_are_the_users() -> None:
    table = np.array([[98, 2]] * 9 + [[60, 40]])
    assert drift_test("errors", table, 100 + np.arange(10)).parts == (109,)
