"""Units that move: slopes beside differences, V beside least squares, a descent that only descends."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drupe.solvers.smoothers.radial_units import UnitProblem, UnitSearch
from drupe.solvers.solution import Stop

RNG = np.random.default_rng(9)
X = RNG.normal(size=(60, 3))
Y = RNG.normal(size=(60, 2))
WEIGHTS = RNG.uniform(0.1, 3.0, size=60)
PROBLEM = UnitProblem(X, Y, WEIGHTS, 0.3)
CENTERS = RNG.normal(size=(5, 3))
WIDTHS = RNG.uniform(0.5, 2.0, size=5)


def dense(problem, centers, widths):
    units = np.exp(-0.5 * ((problem.x[:, None] - centers) ** 2).sum(axis=2) / widths**2)
    columns = np.column_stack([units, np.ones(len(units))])
    root = np.sqrt(problem.weights)[:, None]
    penalty = np.sqrt(problem.strength) * np.eye(len(widths), len(widths) + 1)
    right = np.vstack([root * problem.targets, np.zeros((len(widths), problem.targets.shape[1]))])
    stacked = np.vstack([root * columns, penalty])
    found = np.linalg.lstsq(stacked, right, rcond=None)[0]
    return np.square(right - stacked @ found).sum()


def test_the_value_is_the_minimum_over_weights():
    assert PROBLEM.value(CENTERS, WIDTHS)[0] == pytest.approx(dense(PROBLEM, CENTERS, WIDTHS), rel=1e-10)


@given(st.integers(0, 200))
@settings(max_examples=25, deadline=None)
def test_slopes_are_those_of_differences(seed):
    rng = np.random.default_rng(seed)
    centers, widths = rng.normal(size=(4, 3)), rng.uniform(0.4, 2.0, size=4)
    _, in_centers, in_widths = PROBLEM.value(centers, widths)
    toward, stretched, h = rng.normal(size=(4, 3)), rng.normal(size=4), 1e-5
    ends = [dense(PROBLEM, centers + s * h * toward, widths * np.exp(s * h * stretched)) for s in (1.0, -1.0)]
    slope = (in_centers * toward).sum() + in_widths @ stretched
    assert (ends[0] - ends[1]) / (2.0 * h) == pytest.approx(slope, rel=1e-5, abs=1e-5)


def test_the_descent_only_descends_and_ends_where_slopes_are_small():
    placed = UnitSearch(max_iterations=5000, tolerance=1e-9).run(PROBLEM, CENTERS, WIDTHS)
    assert placed.converged
    assert np.all(np.diff(placed.objectives) <= 0.0)
    assert placed.objectives[0] == pytest.approx(dense(PROBLEM, CENTERS, WIDTHS))
    assert placed.objectives[-1] == pytest.approx(dense(PROBLEM, placed.centers, placed.widths))
    assert placed.iterations == len(placed.objectives) - 1
    value, _, in_widths = PROBLEM.value(placed.centers, placed.widths)
    inside = np.abs(np.log(placed.widths / WIDTHS)) < np.log(900.0)
    assert np.abs(in_widths[inside]).max(initial=0.0) < 1e-3 * value


def test_scales_of_inputs_and_targets_do_not_matter():
    plain = UnitSearch(max_iterations=15).run(PROBLEM, CENTERS, WIDTHS)
    other = UnitSearch(max_iterations=15).run(UnitProblem(X * 1e4, Y * 1e-3, WEIGHTS, 0.3), CENTERS * 1e4, WIDTHS * 1e4)
    np.testing.assert_allclose(other.centers / 1e4, plain.centers, atol=1e-4)
    np.testing.assert_allclose(other.widths / 1e4, plain.widths, rtol=1e-4)


def test_a_limit_and_an_interruption_are_told():
    placed = UnitSearch(max_iterations=3).run(PROBLEM, CENTERS, WIDTHS)
    assert placed.stop is Stop.ITERATIONS
    assert placed.iterations == 3

    def interrupt(share):
        if share > 0.003:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        UnitSearch().run(PROBLEM, CENTERS, WIDTHS, interrupt)
    kept = UnitSearch().run(PROBLEM, CENTERS, WIDTHS, interrupt, keep=True)
    assert kept.stop is Stop.INTERRUPTED
    assert kept.objectives[-1] < kept.objectives[0]
