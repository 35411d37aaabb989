"""SAMME against its text in plain numpy, and its identities."""

import math

import numpy as np
import pytest

from drupe.foundation.errors import InputError
from drupe.inputs import Vectors
from drupe.kernels import Gaussian
from drupe.solvers.boosting.best_stump import BestStump
from drupe.solvers.boosting.class_rounds import ClassProblem, ClassRun
from drupe.solvers.boosting.kernel_column import ColumnSearch
from drupe.solvers.boosting.rounds import BoostingProblem, boosted
from drupe.solvers.boosting.steps import AdaBoostStep
from drupe.solvers.boosting.vote_solution import LastRound

RNG = np.random.default_rng(0)
X = RNG.normal(size=(150, 3))
CODES = np.clip(np.floor(X[:, 0] + X[:, 1] + RNG.normal(scale=0.3, size=150)) + 1, 0, 2).astype(np.int64)
WEIGHTS = RNG.random(150) + 0.2
K = 3


def problem(codes: np.ndarray = CODES, classes: int = K) -> ClassProblem:
    return ClassProblem(codes, WEIGHTS, classes, np.zeros(len(codes)))


@pytest.mark.parametrize("rate", [1.0, 0.4])
def test_rounds_are_those_of_the_text(rate: float) -> None:
    search = BestStump().of_inputs(Vectors.of(X), 1)
    found = ClassRun(search, problem(), rate).go(25)
    weights = WEIGHTS / WEIGHTS.sum()
    for t in range(found.solution.iterations):
        said = search.best_of_classes(weights, CODES, K).values
        np.testing.assert_array_equal(found.rules.values(Vectors.of(X))[:, t], said)
        error = weights[said != CODES].sum()
        assert found.solution.errors[t] == pytest.approx(error, rel=1e-9)
        odds = math.log((1.0 - error) / error) + math.log(K - 1.0)
        assert found.solution.steps[t] == pytest.approx(rate * (K - 1.0) ** 2 / K * odds, rel=1e-9)
        weights = weights * np.exp(rate * odds * (said != CODES))
        weights /= weights.sum()


def test_no_bound_on_training_errors_is_claimed() -> None:
    """A vote may name another class although the right one has an output above zero, where the loss is below 1."""
    four = Vectors.of([[0.0], [3.0], [2.0], [2.0]])
    search = BestStump().of_inputs(four, 1)
    found = ClassRun(search, ClassProblem(np.array([1, 2, 0, 1]), np.ones(4), 3, np.zeros(4)), 1.0).go(2)
    assert found.solution.training_bounds.tolist() == [1.0, 1.0]


def test_two_classes_are_ada_boost() -> None:
    codes = (CODES > 0).astype(np.int64)
    search = BestStump().of_inputs(Vectors.of(X), 1)
    two = ClassRun(search, problem(codes, 2), 1.0).go(20)
    signs = np.where(codes == 1, 1.0, -1.0)
    ada = boosted(search, BoostingProblem.from_nothing(signs, WEIGHTS), AdaBoostStep(), 20)
    np.testing.assert_allclose(two.solution.steps, ada.solution.steps, rtol=1e-9)
    np.testing.assert_array_equal(2.0 * two.rules.values(Vectors.of(X)) - 1.0, ada.rules.values(Vectors.of(X)))


def test_ends() -> None:
    line = Vectors.of(np.arange(6.0)[:, None])
    perfect = ClassProblem(np.array([0, 0, 0, 1, 1, 1]), np.ones(6), 3, np.zeros(6))
    found = ClassRun(BestStump().of_inputs(line, 1), perfect, 1.0).go(9)
    assert (found.solution.end, found.solution.iterations) == (LastRound.PERFECT, 1)
    # Nothing in X: the largest of three equal classes is as good as chance.
    blank = ClassProblem(np.array([0, 1, 2]), np.ones(3), 3, np.zeros(3))
    found = ClassRun(BestStump().of_inputs(Vectors.of(np.zeros((3, 1))), 1), blank, 1.0).go(9)
    assert (found.solution.end, found.solution.iterations) == (LastRound.NO_BETTER, 0)


def test_learner_of_two_classes_is_refused() -> None:
    with pytest.raises(InputError, match="two classes apart"):
        ClassRun(ColumnSearch(Gaussian(1.0), Vectors.of(X)), problem(), 1.0).go(2)
