"""Pairs of signed multipliers, quadrant by quadrant, reach the optimum of regression."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from textbook_problems import agrees, classification, gaussian, reference, regression, wave

from drupe.foundation.errors import ParameterError
from drupe.grams import DenseGram, ShiftedGram
from drupe.textbook.algorithms import RegressionSMO
from drupe.textbook.algorithms.regression_smo import SignedPair

TIGHT = RegressionSMO(tolerance=1e-6, progress=1e-12)
x, targets = wave()
LINE, LINE_TARGETS = np.arange(4.0), np.array([0.0, 1.0, 1.5, 3.0])


@pytest.mark.spec("C.F17", "C.E09", "C.E08")
@pytest.mark.parametrize(
    "problem",
    [
        regression(gaussian(x), targets, C=1.0, epsilon=0.1),
        regression(gaussian(x), targets, C=3.0, epsilon=0.3),
        regression(gaussian(x), targets, C=1.0, epsilon=0.0),
        regression(ShiftedGram(gaussian(x), 0.5), targets, C=np.inf, epsilon=0.1),
    ],
    ids=["linear", "wide tube", "no tube", "squared"],
)
def test_reaches_the_optimum(problem):
    run = TIGHT.solve(problem)
    assert run.solution.converged
    assert agrees(run.solution, problem)
    np.testing.assert_allclose(run.solution.offset, reference(problem).offset, atol=1e-5)
    above, below = np.split(run.solution.alpha, 2)
    assert (above * below == 0).all()
    assert (np.diff([sweep.dual for sweep in run.history]) >= -1e-10).all()


@pytest.mark.spec("C.F17", "C.E09")
@pytest.mark.parametrize(("C", "epsilon", "dual"), [(1.0, 0.1, 0.8), (10.0, 0.1, 3.5), (10.0, 0.25, 0.5)])
def test_four_points_of_a_line(C, epsilon, dual):
    problem = regression(DenseGram(np.outer(LINE, LINE)), LINE_TARGETS, C, epsilon)
    solution = TIGHT.solve(problem).solution
    np.testing.assert_allclose(-solution.objective, dual, atol=1e-6)
    np.testing.assert_allclose(problem.weights(solution.alpha) @ LINE, 1.0, atol=1e-6)


@pytest.mark.spec("C.F17", "C.E08")
@pytest.mark.parametrize(
    ("C", "epsilon", "beta", "w", "b", "dual"),
    [
        (1.0, 0.1, [-0.1882353, 0, -0.1823529, 0.3705882], 0.7470588, 0.2882353, 0.3820588),
        (10.0, 0.1, [0.0147059, 0.5049020, -2.0049020, 1.4852941], 0.9509804, -0.1014706, 0.7762255),
        (10.0, 0.0, [0.2205882, 0.9068627, -3.4068627, 2.2794118], 0.9313725, -0.0220588, 1.3174020),
    ],
)
def test_four_points_of_a_line_with_squared_loss(C, epsilon, beta, w, b, dual):
    gram = ShiftedGram(DenseGram(np.outer(LINE, LINE)), 1 / C)
    problem = regression(gram, LINE_TARGETS, np.inf, epsilon)
    solution = RegressionSMO(tolerance=1e-9, progress=1e-13).solve(problem).solution
    weights = problem.weights(solution.alpha)
    np.testing.assert_allclose(weights, beta, atol=1e-6)
    np.testing.assert_allclose([weights @ LINE, solution.offset, -solution.objective], [w, b, dual], atol=1e-6)


@pytest.mark.spec("C.F17", "C.E09")
def test_a_tube_that_holds_everything_leaves_a_constant():
    half = (targets.max() - targets.min()) / 2
    solution = TIGHT.solve(regression(gaussian(x), targets, C=1.0, epsilon=half)).solution
    assert not solution.alpha.any()
    np.testing.assert_allclose(solution.offset, (targets.max() + targets.min()) / 2, atol=1e-9)


@pytest.mark.spec("C.F17")
def test_shifted_targets_shift_the_offset_and_mirrored_ones_mirror_it():
    plain = TIGHT.solve(regression(gaussian(x), targets, 1.0, 0.1)).solution
    shifted = TIGHT.solve(regression(gaussian(x), targets + 5, 1.0, 0.1)).solution
    mirrored = TIGHT.solve(regression(gaussian(x), -targets, 1.0, 0.1)).solution
    np.testing.assert_allclose(shifted.offset, plain.offset + 5, atol=1e-5)
    np.testing.assert_allclose(mirrored.outputs, -plain.outputs, atol=1e-5)


values = st.sampled_from([-1.0, -0.5, 0.0, 0.25, 1.0])


@pytest.mark.spec("C.F17")
@given(
    st.tuples(values, values),
    st.tuples(st.floats(-3, 3), st.floats(-3, 3)),
    st.sampled_from([0.0, 0.3, 1.0]),
    st.sampled_from([0.0, 0.5, 2.0]),
)
def test_no_point_of_a_quadrant_that_holds_the_pair_is_better(beta, errors, tube, curvature):
    pair = SignedPair(beta, (-1.0, -1.0), (1.0, 1.0), errors, (tube, tube), curvature)
    first, second = pair.optimum()
    total = beta[0] + beta[1]
    assert first + second == pytest.approx(total)

    def objective(value):
        change = value - beta[1]
        absolute = abs(value) - abs(beta[1]) + abs(total - value) - abs(beta[0])
        return (errors[0] - errors[1]) * change - tube * absolute - 0.5 * curvature * change**2

    def same_quadrant(value):
        return value * beta[1] >= 0 and (total - value) * beta[0] >= 0

    line = np.linspace(max(-1, total - 1), min(1, total + 1), 81)
    best = max(objective(value) for value in line if same_quadrant(value))
    assert objective(second) >= best - 1e-9


def test_one_variable_for_each_example_is_refused():
    with pytest.raises(ParameterError, match="two variables for each example"):
        RegressionSMO().solve(classification(DenseGram(np.eye(2)), [1, -1], C=1.0))
