"""Platt's algorithm: the pair step in closed form, the two loops, and the optimum of classification."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from textbook_problems import (
    agrees,
    balanced_problems,
    classification,
    gaussian,
    noisy,
    reference,
    regression,
    toy4,
    wave,
)

from drupe.foundation.errors import ParameterError
from drupe.grams import CachedGram, DenseGram
from drupe.solvers.balance import Free
from drupe.solvers.solution import Stop
from drupe.textbook.algorithms import PlattSMO
from drupe.textbook.algorithms.pair import Pair
from drupe.textbook.algorithms.platt import _ClassificationLoops

BALANCED = balanced_problems()
TIGHT = PlattSMO(tolerance=1e-7, progress=1e-12)


@pytest.mark.spec("C.F15", "C.E03", "H.S15")
@pytest.mark.parametrize("name", BALANCED)
def test_reaches_the_optimum(name):
    run = TIGHT.solve(BALANCED[name])
    assert run.solution.converged
    assert agrees(run.solution, BALANCED[name])
    np.testing.assert_allclose(run.solution.offset, reference(BALANCED[name]).offset, atol=1e-5)
    assert (np.diff([sweep.dual for sweep in run.history]) >= -1e-10).all()


@pytest.mark.spec("C.F15")
def test_pair_step_on_four_points():
    for C, expected in ((10.0, 0.4), (0.1, 0.1)):
        pair = Pair((0.0, 0.0), (1.0, -1.0), (C, C), (-1.0, 1.0), 5.0)
        assert pair.interval() == (0.0, C)
        assert pair.optimum() == (expected, expected)


@pytest.mark.spec("C.F16")
@pytest.mark.parametrize(
    ("signs", "alpha", "interval"),
    [
        ((1.0, -1.0), (0.5, 0.2), (0.0, np.inf)),
        ((1.0, -1.0), (0.2, 0.5), (0.3, np.inf)),
        ((1.0, 1.0), (0.2, 0.5), (0.0, 0.7)),
    ],
)
def test_interval_without_a_box(signs, alpha, interval):
    assert Pair(alpha, signs, (np.inf, np.inf), (0.0, 0.0), 1.0).interval() == pytest.approx(interval)


@pytest.mark.spec("C.F16", "C.E01", "M.S02")
def test_hard_margin_on_four_points():
    solution = PlattSMO(tolerance=1e-10, progress=1e-14).solve(toy4()).solution
    np.testing.assert_allclose(solution.alpha, [0.4, 0, 0, 0.4], atol=1e-9)
    np.testing.assert_allclose(solution.offset, -1.4, atol=1e-9)


@pytest.mark.spec("M.S02")
def test_exclusive_or_by_a_squared_dot_product():
    x = np.array([[1, 1], [-1, -1], [1, -1], [-1, 1]], dtype=float)
    solution = TIGHT.solve(classification(DenseGram((x @ x.T) ** 2), [1, 1, -1, -1])).solution
    # Opposite corners are one point of feature space: only their sum is determined, 1/8 from each.
    np.testing.assert_allclose([solution.alpha[:2].sum(), solution.alpha[2:].sum()], 1 / 4, atol=1e-7)
    np.testing.assert_allclose(solution.outputs, x[:, 0] * x[:, 1], atol=1e-6)
    assert abs(solution.offset) < 1e-6


values = st.floats(0, 1)


@pytest.mark.spec("C.F15")
@given(
    st.tuples(values, values),
    st.tuples(st.sampled_from([1.0, -1.0]), st.sampled_from([1.0, -1.0])),
    st.tuples(st.floats(-3, 3), st.floats(-3, 3)),
    st.sampled_from([0.0, 0.01, 1.0, 4.0]),
)
def test_no_point_of_the_line_is_better(alpha, signs, errors, curvature):
    pair = Pair(alpha, signs, (1.0, 1.0), errors, curvature)
    low, high = pair.interval()
    first, second = pair.optimum()
    assert low <= second <= high
    assert 0 <= first <= 1
    assert signs[0] * first + signs[1] * second == pytest.approx(signs[0] * alpha[0] + signs[1] * alpha[1], abs=1e-12)
    everywhere = max(pair.gain(value - alpha[1]) for value in np.linspace(low, high, 41))
    assert pair.gain(second - alpha[1]) >= everywhere - 1e-9


@pytest.mark.spec("C.F15", "C.F18")
@pytest.mark.parametrize("shift", [-7.0, 0.5])
def test_a_common_offset_does_not_change_the_step(shift):
    pair = Pair((0.2, 0.3), (1.0, -1.0), (1.0, 1.0), (-0.3, 0.6), 2.0)
    moved = replace(pair, errors=(-0.3 + shift, 0.6 + shift))
    assert moved.optimum() == pytest.approx(pair.optimum())


@pytest.mark.spec("C.F15")
def test_error_cache_stays_true_and_free_pairs_end_with_equal_errors():
    x, signs = noisy()
    loops = _ClassificationLoops(classification(gaussian(x), signs, C=2.0), PlattSMO())
    K = gaussian(x).dense()
    equal = 0
    for j in range(30):
        for i in range(0, 60, 7):
            before = loops.point.alpha.sum(), loops.point.alpha @ signs
            if loops.take_step(i, j):
                true = K @ (signs * loops.point.alpha) + loops.threshold - signs
                np.testing.assert_allclose(loops.errors, true, atol=1e-10)
                assert abs(loops.point.alpha @ signs - before[1]) < 1e-12
                if {i, j} <= set(loops.free().tolist()):
                    equal += 1
                    assert abs(loops.errors[i] - loops.errors[j]) < 1e-10
    assert equal > 5


@pytest.mark.spec("C.F15")
def test_second_choice_is_the_free_example_whose_error_differs_most():
    asked = []

    class Watched(_ClassificationLoops):
        def take_step(self, i, j):
            asked.append((i, j, self.errors.copy(), self.free()))
            return super().take_step(i, j)

    x, signs = noisy()
    loops = Watched(classification(gaussian(x), signs, C=2.0), PlattSMO(progress=1e-9))
    sweeps = loops.sweeps()
    for _ in range(5):
        next(sweeps)
    first_tries = {j: entry for entry in reversed(asked) if len(entry[3]) > 1 for j in [entry[1]]}
    assert len(first_tries) > 10
    for i, j, errors, free in first_tries.values():
        assert abs(errors[i] - errors[j]) == np.abs(errors[free] - errors[j]).max()


@pytest.mark.spec("C.F15")
def test_sweeps_alternate_between_all_and_free_examples():
    seen = []

    class Watched(_ClassificationLoops):
        def examine(self, j):
            seen.append(j)
            return super().examine(j)

    x, signs = noisy()
    loops = Watched(classification(gaussian(x), signs, C=2.0), PlattSMO())
    assert list(loops.sweeps())
    n = len(x)
    assert seen[:n] == list(range(n))  # begins with everybody
    assert seen[-n:] == list(range(n))  # and ends with everybody content
    assert len(seen) > 2 * n


def test_duplicates_of_both_classes_and_a_linear_kernel():
    x = np.array([[0.0], [0.0], [1.0], [1.0], [2.0]])
    signs = np.array([1.0, -1.0, 1.0, -1.0, -1.0])
    problem = classification(DenseGram(x @ x.T), signs, C=1.0)
    assert agrees(TIGHT.solve(problem).solution, problem)
    assert TIGHT.solve(classification(DenseGram(np.ones((2, 2))), [1, -1])).solution.stop is Stop.UNBOUNDED


@pytest.mark.spec("C.F11", "C.F15")
def test_rows_come_one_by_one_and_may_be_cached():
    x, signs = noisy()
    gram = CachedGram(gaussian(x), budget_bytes=10 * 60 * 8)
    run = TIGHT.solve(classification(gram, signs, C=2.0))
    assert agrees(run.solution, BALANCED["soft margin"])
    assert gram.use.hits > 0
    assert gram.use.rows <= 10


def test_it_says_when_it_may_not_go_on():
    x, signs = noisy()
    run = PlattSMO(tolerance=1e-9, progress=1e-12, max_sweeps=1).solve(classification(gaussian(x), signs, C=2.0))
    assert run.solution.stop is Stop.ITERATIONS
    assert run.sweeps == 1


def test_problems_it_is_not_for_are_refused():
    with pytest.raises(ParameterError, match="one equality"):
        PlattSMO().solve(toy4(C=1.0, balance=Free()))
    z, targets = wave()
    # Regression has a second variable for each example, which this algorithm can treat like any other.
    problem = regression(gaussian(z), targets, C=1.0, epsilon=0.1)
    assert agrees(TIGHT.solve(problem).solution, problem)
