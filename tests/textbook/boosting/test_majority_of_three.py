"""Boosting once: what the three rules are shown, what their vote errs, and when there is no vote."""

import numpy as np
import pytest
from reluctant_learner import FiniteWorld, Table
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier

from drupe import SVC
from drupe.foundation.errors import ConvergenceError, ParameterError
from drupe.textbook.boosting.filters import Resampled
from drupe.textbook.boosting.majority_of_three import Ending, MajorityOfThree
from drupe.textbook.boosting.rules import Constant, Fitting, Majority, depth
from drupe.textbook.boosting.three_errors import ThreeErrors
from drupe.textbook.learning.oracle import ExampleOracle

WORLD = FiniteWorld.by_chance(9, seed=4)


class InTurn:
    """A learner that gives what it was told to give, whatever it sees, and keeps what it saw."""

    def __init__(self, *rules):
        self.rules, self.seen = list(rules), []

    def __call__(self, x, signs):
        self.seen.append((x, signs))
        return self.rules[len(self.seen) - 1]


def erring_on(*points: int) -> Table:
    signs = WORLD.signs.copy()
    signs[list(points)] *= -1.0
    return Table(signs)


@pytest.mark.spec("S.V04")
@pytest.mark.parametrize("n", [500, 501])
def test_each_rule_sees_the_sample_of_its_step(n: int) -> None:
    first, second, third = erring_on(0, 3), erring_on(0, 2), erring_on(3, 5)
    learner, oracle = InTurn(first, second, third), WORLD.oracle(0)
    boosted = MajorityOfThree(learner, n).learn(oracle)
    assert boosted.ending is Ending.MAJORITY
    assert boosted.drawn == oracle.calls
    assert [len(x) for x, _ in learner.seen] == [len(signs) for _, signs in learner.seen] == [n, n, n]
    x, signs = learner.seen[1]
    assert (first(x) != signs).sum() == n // 2
    assert (first(x[:100]) != signs[:100]).sum() == 50  # and not first the ones, then the others
    x, _ = learner.seen[2]
    assert (first(x) != second(x)).all()
    three = ThreeErrors(WORLD.law.tolist(), *(rule.signs != WORLD.signs for rule in (first, second, third)))
    assert WORLD.risk(boosted.rule) == pytest.approx(float(three.majority_error))


@pytest.mark.spec("S.V04")
def test_vote_of_learned_rules_keeps_the_promise_of_their_errors() -> None:
    """Stumps for intervals of points, in ten worlds; errors on the three laws are known exactly."""
    boosts = 0
    for seed in range(10):
        law = FiniteWorld.by_chance(9, seed).law
        world = FiniteWorld(law, np.array([-1, -1, -1, 1, 1, 1, -1, -1, -1], dtype=float))
        boosted = MajorityOfThree(DecisionTreeClassifier(max_depth=1), 2000).learn(world.oracle(seed))
        assert boosted.ending is Ending.MAJORITY
        rules = boosted.rule.first, boosted.rule.second, boosted.rule.third
        three = ThreeErrors(law.tolist(), *(rule(world.everything) != world.signs for rule in rules))
        assert max(three.errors) < 0.5
        assert world.risk(boosted.rule) == pytest.approx(float(three.majority_error), abs=1e-12)
        assert three.majority_error <= three.limit
        boosts += world.risk(boosted.rule) < world.risk(rules[0])
    assert boosts >= 8


@pytest.mark.spec("S.V04")
def test_first_rule_without_errors_stays_alone() -> None:
    learner = InTurn(erring_on())
    boosted = MajorityOfThree(learner, 100, wait=10).learn(WORLD.oracle(0))
    assert boosted.ending is Ending.FEW_ERRORS
    assert boosted.rule is learner.rules[0]
    assert boosted.drawn == 100 + 10 * 100
    # Few errors are as good as none: 50 of them would take longer than it may wait.
    rare = FiniteWorld(np.array([0.001, 0.999]), np.array([1.0, 1.0]))
    once = InTurn(Table(np.array([-1.0, 1.0])))
    assert MajorityOfThree(once, 100, wait=10).learn(rare.oracle(0)).ending is Ending.FEW_ERRORS


@pytest.mark.spec("S.V04")
def test_rules_that_never_disagree_leave_the_first_alone() -> None:
    learner = InTurn(erring_on(0), erring_on(0))
    boosted = MajorityOfThree(learner, 100, wait=20).learn(WORLD.oracle(0))
    assert boosted.ending is Ending.FEW_DISAGREEMENTS
    assert boosted.rule is learner.rules[0]
    assert len(learner.seen) == 2


def test_first_rule_that_is_always_wrong_is_an_error() -> None:
    with pytest.raises(ConvergenceError, match="better than chance"):
        MajorityOfThree(InTurn(Table(-WORLD.signs)), 100, wait=10).learn(WORLD.oracle(0))
    with pytest.raises(ParameterError, match="n must lie in"):
        MajorityOfThree(InTurn(), 1)


@pytest.mark.spec("S.V04")
@pytest.mark.parametrize("estimator", [SVC(kernel="linear"), LogisticRegression()], ids=["drupe", "sklearn"])
def test_estimators_learn_too(estimator: object) -> None:
    """No line has an interval right; three of them do better."""
    rng = np.random.default_rng(0)
    inside = lambda x: np.where(np.abs(x[:, 0] - 1.6) < 0.5, 1.0, -1.0)  # noqa: E731
    oracle = ExampleOracle(inside, lambda rng, n: rng.uniform(0.0, 3.0, (n, 1)), rng)
    x, signs = oracle.draw(300)
    boosted = MajorityOfThree(estimator, 300).learn(Resampled(x, signs, rng))
    assert boosted.ending is Ending.MAJORITY
    fresh, truth = oracle.draw(5000)
    assert np.mean(boosted.rule(fresh) != truth) < np.mean(boosted.rule.first(fresh) != truth)
    assert not hasattr(estimator, "classes_")


def test_samples_of_one_class_make_constant_rules() -> None:
    x = np.zeros((3, 1))
    assert Fitting(LogisticRegression())(x, -np.ones(3)) == Constant(-1.0)


def test_third_rule_is_asked_only_where_the_others_disagree() -> None:
    asked = []

    def third(x: np.ndarray) -> np.ndarray:
        asked.append(x[:, 0].tolist())
        return np.ones(len(x))

    x = np.array([[-2.0], [0.5], [3.0]])
    rule = Majority(lambda x: np.sign(x[:, 0]), lambda x: np.sign(x[:, 0] - 1.0), third)
    assert rule(x).tolist() == [-1.0, 1.0, 1.0]
    assert asked == [[0.5]]
    assert rule(x[[0, 2]]).tolist() == [-1.0, 1.0]
    assert len(asked) == 1
    assert depth(Majority(rule, third, third)) == 2
