"""Stagewise additive models: the exponential loss is AdaBoost, the squared loss fits residuals, all go downhill."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar

from drupe.foundation.errors import ParameterError
from drupe.inputs import Vectors
from drupe.losses import Absolute, Exponential, Hinge, Huber, Logistic, Loss, NegativeMargin, Squared, SquaredHinge
from drupe.solvers.boosting.best_stump import BestStump, GradedStump, StumpSearch
from drupe.solvers.boosting.rounds import BoostingProblem, SteppedRun, boosted
from drupe.solvers.boosting.stagewise import AdditiveProblem, Stagewise, line_minimum
from drupe.solvers.boosting.steps import AdaBoostStep
from drupe.solvers.boosting.vote_solution import LastRound
from drupe.solvers.boosting.weak import Weak


def noisy(seed: int, n: int = 120, d: int = 3) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, d))
    signs = np.where(x[:, 0] + x[:, 1] + rng.normal(scale=0.7, size=n) > 0.0, 1.0, -1.0)
    return x, signs, rng.random(n) + 0.5


def search(x: np.ndarray) -> StumpSearch:
    return BestStump().of_inputs(Vectors.of(x), 1)


@pytest.mark.spec("S.V08", "S.V09")
@pytest.mark.parametrize("shrinkage", [1.0, 0.3])
def test_exponential_loss_is_ada_boost(shrinkage: float) -> None:
    """Other code, the same rules, and weights equal to rounding."""
    x, signs, weights = noisy(1)
    ours = Stagewise(shrinkage).run(search(x), AdditiveProblem(signs, weights, Exponential()), 60)
    ada = boosted(search(x), BoostingProblem.from_nothing(signs, weights), AdaBoostStep(shrinkage), 60)
    np.testing.assert_array_equal(ours.rules.columns, ada.rules.columns)
    np.testing.assert_array_equal(ours.rules.thresholds, ada.rules.thresholds)
    np.testing.assert_array_equal(ours.rules.left, ada.rules.left)
    np.testing.assert_allclose(ours.solution.steps, ada.solution.steps, rtol=1e-12)
    np.testing.assert_allclose(ours.solution.errors, ada.solution.errors, rtol=1e-12)
    np.testing.assert_allclose(ours.solution.factors, ada.solution.factors, rtol=1e-12)
    np.testing.assert_allclose(ours.outputs, ada.outputs, rtol=0.0, atol=1e-12)


@pytest.mark.spec("S.V09")
def test_exponential_loss_is_ada_boost_with_graded_rules() -> None:
    x, signs, weights = noisy(2)

    def graded() -> Weak:
        sample = type("Sample", (), {"inputs": Vectors.of(x), "weights": np.ones(len(x))})
        return GradedStump(smoothing=1.0).on(sample, 1)

    ours = Stagewise().run(graded(), AdditiveProblem(signs, weights, Exponential()), 20)
    ada = SteppedRun(graded(), BoostingProblem.from_nothing(signs, weights), AdaBoostStep()).go(20)
    np.testing.assert_allclose(ours.solution.steps, ada.solution.steps, rtol=1e-8)
    np.testing.assert_allclose(ours.outputs, ada.outputs, rtol=1e-8, atol=1e-8)


@pytest.mark.spec("S.V08")
@pytest.mark.parametrize("weight", [1.0, 0.5])
def test_squared_loss_fits_residuals(weight: float) -> None:
    """Of all stumps ±1 and steps the pair of least squares, by brute force: a = Σ w r h / Σ w."""
    rng = np.random.default_rng(3)
    x, y, weights = rng.normal(size=(40, 2)), rng.normal(size=40), rng.random(40) + 0.5
    found = Stagewise().run(search(x), AdditiveProblem(y, weights, Squared(weight)), 6)
    cuts = [np.where(x[:, j] <= t, 1.0, -1.0) for j in range(2) for t in [*x[:, j]]]
    residuals = y.copy()
    values = found.rules.values(Vectors.of(x))
    for t, step in enumerate(found.solution.steps):
        best = max(abs(weights * residuals @ h) for h in [np.ones(40), *cuts]) / weights.sum()
        assert step == pytest.approx(best, rel=1e-10)
        left = weights @ np.square(residuals)
        residuals = residuals - step * values[:, t]
        assert weights @ np.square(residuals) == pytest.approx(left - best**2 * weights.sum(), rel=1e-9)
    np.testing.assert_allclose(found.outputs, y - residuals, atol=1e-12)


@pytest.mark.parametrize("loss", [Logistic(), Logistic(rate=2.0), SquaredHinge(), Squared(), Exponential()], ids=str)
def test_every_step_is_the_best_one(loss: Loss) -> None:
    x, signs, weights = noisy(4)
    problem = AdditiveProblem(signs, weights, loss)
    found = Stagewise().run(search(x), problem, 12)
    values, outputs, before = found.rules.values(Vectors.of(x)), np.zeros(120), problem.value(np.zeros(120))
    for t, step in enumerate(found.solution.steps):
        h, start = values[:, t], outputs
        best = minimize_scalar(lambda a: problem.value(start + a * h), bounds=(0, 20), method="bounded")  # noqa: B023
        outputs = start + step * h
        assert problem.value(outputs) <= best.fun + 1e-12
        assert float(problem.pulls(outputs) @ h) == pytest.approx(0.0, abs=1e-9)
        assert found.solution.factors[t] == pytest.approx(problem.value(outputs) / before, rel=1e-9)
        before = problem.value(outputs)
    # No loss of a margin is smaller at an error than at zero: Π Z bounds the training errors for all of them.
    assert np.average(signs * outputs <= 0.0, weights=weights) <= found.solution.training_bounds[-1] + 1e-12


@given(seed=st.integers(0, 10**6), shrinkage=st.sampled_from([1.0, 0.2]))
@pytest.mark.parametrize("loss", [Hinge(), Absolute(), Huber(0.5)], ids=str)
def test_losses_with_kinks_never_rise(loss: Loss, seed: int, shrinkage: float) -> None:
    x, signs, weights = noisy(seed, 30)
    targets = signs if isinstance(loss, Hinge) else x @ np.array([1.0, -2.0, 0.0])
    problem = AdditiveProblem(targets, weights, loss)
    found = Stagewise(shrinkage).run(search(x), problem, 20)
    assert np.all(found.solution.factors <= 1.0 + 1e-12)
    assert problem.value(found.outputs) <= problem.value(np.zeros(30)) + 1e-12


def test_absolute_loss_begins_with_the_median() -> None:
    """One constant column: the best step along the constant rule."""
    y = np.array([1.0, 2.0, 3.0, 10.0, 50.0])
    found = Stagewise().run(search(np.zeros((5, 1))), AdditiveProblem(y, np.ones(5), Absolute()), 9)
    np.testing.assert_allclose(found.outputs, 3.0, rtol=1e-12)
    assert found.solution.end is LastRound.LEAST


def test_squared_loss_ends_where_nothing_is_left() -> None:
    found = Stagewise().run(search(np.zeros((4, 1))), AdditiveProblem(np.full(4, 2.0), np.ones(4), Squared()), 9)
    assert (found.solution.end, found.solution.iterations) == (LastRound.LEAST, 1)
    assert found.outputs.tolist() == [2.0] * 4


def test_rule_without_errors_is_the_vote_alone() -> None:
    problem = AdditiveProblem(np.array([1.0, -1.0, -1.0]), np.ones(3), Logistic())
    found = Stagewise(0.1).run(search(np.arange(3.0)[:, None]), problem, 9)
    assert (found.solution.end, found.solution.steps.tolist()) == (LastRound.PERFECT, [1.0])
    assert found.outputs.tolist() == [1.0, -1.0, -1.0]


def test_nothing_to_learn_is_said() -> None:
    x = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    found = Stagewise().run(search(x), AdditiveProblem(np.array([1.0, -1.0, -1.0, 1.0]), np.ones(4), Logistic()), 9)
    assert (found.solution.end, found.solution.iterations) == (LastRound.NO_BETTER, 0)


def test_loss_without_a_least_value_is_refused() -> None:
    x, signs, weights = noisy(5)
    with pytest.raises(ParameterError, match="no least value"):
        Stagewise().run(search(x), AdditiveProblem(signs, weights, NegativeMargin()), 3)


def test_step_along_which_a_loss_falls_for_ever_ends_where_it_is_flat() -> None:
    """Zeros among the values: no error, but not right everywhere either."""
    problem = AdditiveProblem(np.array([1.0, -1.0]), np.ones(2), Logistic())
    outputs, values = np.zeros(2), np.array([1.0, 0.0])
    step = line_minimum(problem, outputs, values, problem.pulls(outputs))
    assert 30.0 < step < 50.0
