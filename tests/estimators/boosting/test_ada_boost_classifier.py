"""AdaBoost: the worked example, scikit-learn's machine with the same trees, probabilities, stages, warm starts."""

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
import pytest
from estimators.interruptions import interrupt_at_once
from sklearn.base import clone
from sklearn.ensemble import AdaBoostClassifier as Theirs
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from drupe import SVC, AdaBoostClassifier
from drupe.estimators import base
from drupe.estimators.boosting import BestStump, GradedStump, KernelColumn, RadialNet, SmallTree
from drupe.estimators.warnings import FitWarning
from drupe.foundation.errors import InputError, ParameterError
from drupe.kernels import Gaussian, Spectrum
from drupe.solvers.boosting.vote_solution import LastRound

LINE, ANSWERS = np.arange(10.0)[:, None], np.array([1, 1, 1, 0, 0, 0, 1, 1, 1, 0])
RNG = np.random.default_rng(0)
X = RNG.normal(size=(200, 4)).astype(np.float32).astype(np.float64)  # trees of scikit-learn round to float32
Y = np.where(X[:, 0] + X[:, 1] * X[:, 2] + RNG.normal(scale=0.4, size=200) > 0.0, "yes", "no")
THREE = np.digitize(X[:, 0] + X[:, 1] + RNG.normal(scale=0.2, size=200), [-0.6, 0.6])


@pytest.mark.spec("S.V06")
def test_worked_example_at_the_border() -> None:
    machine = AdaBoostClassifier(n_estimators=6).fit(LINE, ANSWERS)
    assert machine.estimator_errors_.round(6).tolist() == [0.3, 0.214286, 0.181818, 0.194444, 0.189655, 0.191489]
    assert machine.estimators_.thresholds.tolist() == [2.5, 8.5, 5.5, 2.5, 8.5, 5.5]
    assert [float(1.0 - score) for score in machine.staged_score(LINE, ANSWERS)] == pytest.approx(
        [0.3, 0.3, 0, 0, 0, 0]
    )
    assert machine.margins_.min() == pytest.approx(0.2606, abs=5e-5)


@pytest.mark.spec("S.V11")
def test_smallest_margins_are_those_of_the_worked_example() -> None:
    """Not monotone, and only approaching the optimum 1/3."""
    for rounds, margin in ((3, 0.1760), (6, 0.2606), (10, 0.2493), (100, 0.3253), (1000, 0.33253)):
        found = AdaBoostClassifier(n_estimators=rounds).fit(LINE, ANSWERS).margins_.min()
        assert found == pytest.approx(margin, abs=1e-4)


@pytest.mark.parametrize("rate", [1.0, 0.5])
@pytest.mark.parametrize("labels", [Y, THREE], ids=["two", "three"])
def test_same_trees_give_scikit_learn_s_vote(labels: np.ndarray, rate: float) -> None:
    tree = DecisionTreeClassifier(max_depth=1)  # deeper ones have ties, which lots decide
    ours = AdaBoostClassifier(tree, n_estimators=30, learning_rate=rate, random_state=0).fit(X, labels)
    theirs = Theirs(tree, n_estimators=30, learning_rate=rate, random_state=0).fit(X, labels)
    k = len(np.unique(labels))
    # Their weights are ln((1 − ε)/ε) + ln(k − 1); ours (k − 1)²/k times that, the step of the exponential loss.
    np.testing.assert_allclose(
        ours.estimator_weights_,
        (k - 1.0) ** 2 / k * theirs.estimator_weights_[: len(ours.estimator_weights_)],
        rtol=1e-8,
    )
    np.testing.assert_allclose(
        ours.estimator_errors_, theirs.estimator_errors_[: len(ours.estimator_errors_)], rtol=1e-8
    )
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))
    new = RNG.normal(size=(100, 4)).astype(np.float32)
    np.testing.assert_array_equal(ours.predict(new), theirs.predict(new))
    for a, b in zip(ours.staged_predict(new), theirs.staged_predict(new), strict=False):
        np.testing.assert_array_equal(a, b)


def test_every_round_errs_no_more_than_scikit_learn_s_stump_would() -> None:
    """Gini's index is not the error: under the same weights ours is never worse, and somewhere better."""
    machine = AdaBoostClassifier(n_estimators=40).fit(X, Y)
    signs, weights, better = np.where(Y == "yes", 1.0, -1.0), np.full(200, 1 / 200), 0
    said = machine.estimators_.values(machine._new(X))
    for t, step in enumerate(machine.estimator_weights_):
        tree = DecisionTreeClassifier(max_depth=1).fit(X, Y, sample_weight=weights)
        theirs = weights[tree.predict(X) != Y].sum()
        assert machine.estimator_errors_[t] <= min(theirs, 1.0 - theirs) + 1e-12
        better += machine.estimator_errors_[t] < theirs - 1e-9
        weights = weights * np.exp(-step * signs * said[:, t])
        weights /= weights.sum()
    assert better > 0


@pytest.mark.spec("S.V10")
def test_probabilities_have_the_factor_two() -> None:
    machine = AdaBoostClassifier(n_estimators=20).fit(X, Y)
    f = machine.decision_function(X)
    np.testing.assert_allclose(machine.predict_proba(X)[:, 1], 1.0 / (1.0 + np.exp(-2.0 * f)), rtol=1e-12)
    np.testing.assert_allclose(np.exp(machine.predict_log_proba(X)), machine.predict_proba(X), rtol=1e-12)


@pytest.mark.spec("S.V10")
def test_probabilities_are_frequencies_where_nothing_but_the_class_differs() -> None:
    """One column that says nothing, 70 of 100 in the class: the constant rule, f = ½ ln(0.7 / 0.3)."""
    machine = AdaBoostClassifier(n_estimators=1).fit(np.zeros((100, 1)), np.arange(100) < 70)
    assert machine.decision_function([[0.0]]).item() == pytest.approx(0.5 * math.log(7.0 / 3.0))
    assert machine.predict_proba([[0.0]])[0].tolist() == pytest.approx([0.3, 0.7])


def test_probabilities_of_three_classes_are_frequencies_too() -> None:
    """The minimum of the loss over k outputs of sum zero has P(c) ∝ exp(f_c / (k − 1))."""
    machine = AdaBoostClassifier(n_estimators=200).fit(np.zeros((10, 1)), [0] * 5 + [1] * 3 + [2] * 2)
    assert machine.predict_proba([[0.0]]).sum() == pytest.approx(1.0)
    assert machine.predict_proba([[0.0]]).argmax() == 0


@pytest.mark.parametrize("labels", [Y, THREE], ids=["two", "three"])
def test_stages_are_the_machines_of_fewer_rounds(labels: np.ndarray) -> None:
    machine = AdaBoostClassifier(n_estimators=8).fit(X, labels)
    stages = zip(
        machine.staged_predict(X),
        machine.staged_decision_function(X),
        machine.staged_predict_proba(X),
        machine.staged_score(X, labels),
        strict=True,
    )
    for t, (answers, outputs, probabilities, score) in enumerate(stages):
        fewer = AdaBoostClassifier(n_estimators=t + 1).fit(X, labels)
        np.testing.assert_array_equal(answers, fewer.predict(X))
        np.testing.assert_allclose(outputs, fewer.decision_function(X), atol=1e-12)
        np.testing.assert_allclose(probabilities, fewer.predict_proba(X), atol=1e-12)
        assert score == pytest.approx(fewer.score(X, labels))


@pytest.mark.parametrize("labels", [Y, THREE], ids=["two", "three"])
@pytest.mark.parametrize("learner", [None, SmallTree(2), DecisionTreeClassifier(max_depth=2)], ids=str)
def test_warm_start_goes_on(learner: object, labels: np.ndarray) -> None:
    warm = AdaBoostClassifier(learner, n_estimators=5, warm_start=True, random_state=0).fit(X, labels)
    warm.set_params(n_estimators=15).fit(X, labels)
    whole = AdaBoostClassifier(learner, n_estimators=15, random_state=0).fit(X, labels)
    assert len(warm.estimator_weights_) == 15
    np.testing.assert_allclose(warm.estimator_weights_[:5], whole.estimator_weights_[:5], rtol=1e-12)
    if learner is None:
        np.testing.assert_allclose(warm.estimator_weights_, whole.estimator_weights_, rtol=1e-8)
        np.testing.assert_allclose(warm.decision_function(X), whole.decision_function(X), atol=1e-8)
        np.testing.assert_allclose(warm.margins_, whole.margins_, atol=1e-8)


def test_warm_start_refuses_to_go_back() -> None:
    machine = AdaBoostClassifier(n_estimators=5, warm_start=True).fit(X, Y)
    with pytest.raises(InputError, match="must be larger or equal to the 5 rounds"):
        machine.set_params(n_estimators=3).fit(X, Y)
    with pytest.raises(InputError, match="another number of classes"):
        machine.set_params(n_estimators=9).fit(X, THREE)


@pytest.mark.parametrize("labels", [Y, THREE], ids=["two", "three"])
def test_weights_are_repetitions_and_zero_is_absence(labels: np.ndarray) -> None:
    times = RNG.integers(0, 4, size=200)
    weighted = AdaBoostClassifier(n_estimators=10).fit(X, labels, sample_weight=times)
    repeated = AdaBoostClassifier(n_estimators=10).fit(np.repeat(X, times, axis=0), np.repeat(labels, times))
    np.testing.assert_allclose(weighted.decision_function(X), repeated.decision_function(X), atol=1e-9)
    assert len(weighted.margins_) == (times > 0).sum()


def test_margins_are_those_of_the_vote() -> None:
    machine = AdaBoostClassifier(n_estimators=30).fit(X, Y)
    signs = np.where(Y == "yes", 1.0, -1.0)
    expected = signs * machine.decision_function(X) / machine.estimator_weights_.sum()
    np.testing.assert_allclose(machine.margins_, expected, atol=1e-12)
    three = AdaBoostClassifier(n_estimators=30).fit(X, THREE)
    np.testing.assert_array_equal(three.margins_ > 0.0, three.predict(X) == THREE)


def test_perfect_rule_is_the_vote() -> None:
    machine = AdaBoostClassifier().fit([[0.0], [1.0], [2.0]], [0, 0, 1])
    assert machine.solution_.end is LastRound.PERFECT
    assert machine.estimator_weights_.tolist() == [1.0]
    assert machine.margins_.tolist() == [1.0, 1.0, 1.0]


@pytest.mark.parametrize("labels", [[1, 0, 0, 1], [0, 1, 2, 3]], ids=["two", "four"])
def test_nothing_better_than_chance_is_said(labels: list[int]) -> None:
    x = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]] if max(labels) == 1 else [[0.0]] * 4
    with pytest.warns(FitWarning, match="no rule that is better than chance"):
        machine = AdaBoostClassifier().fit(x, labels)
    assert machine.solution_.end is LastRound.NO_BETTER
    assert len(machine.predict(x)) == 4
    assert machine.margins_.tolist() == [0.0] * 4


def test_one_class_is_refused() -> None:
    with pytest.raises(InputError, match="number of classes"):
        AdaBoostClassifier().fit(X, np.zeros(200))


@pytest.mark.parametrize("estimator", [3, "stump", BestStump, DecisionTreeClassifier], ids=str)
def test_estimator_must_be_one(estimator: object) -> None:
    with pytest.raises(ParameterError, match="estimator must be None"):
        AdaBoostClassifier(estimator).fit(X, Y)


def test_estimators_without_weights_are_refused() -> None:
    with pytest.raises(ParameterError, match="doesn't support sample_weight"):
        AdaBoostClassifier(KNeighborsClassifier()).fit(X, Y)


@pytest.mark.parametrize(
    "learner",
    [
        GradedStump(),
        SmallTree(3),
        RadialNet(6),
        KernelColumn(Gaussian(1.0)),
        LogisticRegression(),
        SVC(C=0.1, gamma=0.5),
        DecisionTreeClassifier(max_depth=2, splitter="random"),
    ],
    ids=lambda one: type(one).__name__,
)
def test_every_learner_boosts_and_the_seed_decides(learner: object) -> None:
    one, two = (AdaBoostClassifier(learner, n_estimators=15, random_state=3).fit(X, Y) for _ in range(2))
    np.testing.assert_array_equal(one.decision_function(X), two.decision_function(X))
    assert one.score(X, Y) >= np.mean(Y == "yes")
    bounds = one.solution_.training_bounds
    assert 1.0 - one.score(X, Y) <= bounds[-1] + 1e-12
    assert np.all(np.diff(bounds) <= 1e-12)
    margins = np.where(Y == "yes", 1.0, -1.0) * one.decision_function(X)
    assert bounds[-1] == pytest.approx(np.exp(-margins).mean(), rel=1e-8)
    np.testing.assert_allclose(list(one.staged_decision_function(X))[-1], one.decision_function(X), atol=1e-10)


def test_generators_are_seeds_too() -> None:
    for seed in (np.random.default_rng(0), np.random.RandomState(0), 5, None):
        AdaBoostClassifier(
            DecisionTreeClassifier(max_depth=2, splitter="random"), n_estimators=3, random_state=seed
        ).fit(X, Y)
        AdaBoostClassifier(SmallTree(), n_estimators=3, random_state=seed).fit(X, Y)


def test_strings_are_boosted_by_kernels() -> None:
    words = ["abab", "baba", "aabb", "ccab", "cccc", "ccbc", "bccc", "cbcc"]
    labels = [0, 0, 0, 0, 1, 1, 1, 1]
    machine = AdaBoostClassifier(KernelColumn(Spectrum(1).normalized()), n_estimators=30).fit(words, labels)
    assert machine.predict(["aaab", "cccb"]).tolist() == [0, 1]


def test_several_classes_need_a_learner_of_several() -> None:
    with pytest.raises(InputError, match="OneVsRestClassifier"):
        AdaBoostClassifier(RadialNet(3)).fit(X, THREE)
    assert AdaBoostClassifier(SmallTree(3), random_state=0).fit(X, THREE).score(X, THREE) > 0.9


def test_importances_are_shares_of_the_vote() -> None:
    machine = AdaBoostClassifier(n_estimators=20).fit(X, Y)
    expected = np.zeros(4)
    for column, weight in zip(machine.estimators_.columns, machine.estimator_weights_, strict=True):
        expected[column] += weight
    np.testing.assert_allclose(machine.feature_importances_, expected / expected.sum(), atol=1e-12)
    assert not hasattr(AdaBoostClassifier(SmallTree(), n_estimators=2).fit(X, Y), "feature_importances_")


@pytest.mark.parametrize("labels", [Y, THREE], ids=["two", "three"])
def test_control_c(labels: np.ndarray, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_at_once(monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        AdaBoostClassifier(n_estimators=10**8 if labels is Y else 100).fit(X, labels)


def test_control_c_keeps_the_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    def told(fraction: float) -> None:
        if fraction > 0.0:
            raise KeyboardInterrupt

    @contextmanager
    def interrupting(title: str, shown: bool) -> Iterator[Callable[[float], None]]:
        yield told

    monkeypatch.setattr(base, "progress_bar", interrupting)
    for labels, rounds in ((Y, 10**8), (THREE, 1000)):
        with pytest.warns(FitWarning, match="was interrupted after"):
            machine = AdaBoostClassifier(n_estimators=rounds, on_interrupt="keep", verbose=True).fit(X, labels)
        assert 0 < len(machine.estimator_weights_) < rounds
        assert machine.score(X, labels) > 0.5


def test_machine_is_a_good_citizen() -> None:
    machine = AdaBoostClassifier(GradedStump(smoothing=2.0), learning_rate=0.3)
    assert clone(machine).get_params(deep=False) == machine.get_params(deep=False)
    with pytest.raises(NotFittedError):
        machine.predict(X)


TEN = np.arange(10.0)[:, None], np.array([1, 1, 1, 0, 0, 0, 1, 1, 1, 0])


@pytest.mark.parametrize("rate", [1.5, 1.9, 10.0, 1000.0])
@pytest.mark.parametrize("estimator", [None, BestStump(bins=4), GradedStump()], ids=["stump", "bins", "graded"])
def test_large_rates_leave_finite_votes(rate, estimator):
    vote = AdaBoostClassifier(estimator, n_estimators=300, learning_rate=rate).fit(*TEN)
    assert np.isfinite(vote.estimator_weights_).all()
    assert np.isfinite(vote.decision_function(TEN[0])).all()
    assert np.abs(vote.margins_).max() <= 1.0 + 1e-12
    assert np.isfinite(vote.predict_log_proba(TEN[0][:1])).any()


@pytest.mark.parametrize("weight", [1e-15, 1e-17, 1e-100, 1e-300])
def test_weights_next_to_nothing_are_some(weight):
    vote = AdaBoostClassifier(n_estimators=20).fit([[0.0], [1.0]], [0, 1], sample_weight=[weight, 1.0])
    assert vote.predict([[0.0], [1.0]]).tolist() == [0, 1]
    rng = np.random.default_rng(0)
    for _ in range(20):
        X, y, weights = rng.normal(size=(60, 3)), rng.integers(0, 2, 60), 10.0 ** rng.uniform(-18.0, 9.0, 60)
        assert np.isfinite(AdaBoostClassifier(learning_rate=10.0).fit(X, y, weights).margins_).all()


def test_three_classes_at_a_large_rate():
    vote = AdaBoostClassifier(n_estimators=100, learning_rate=10.0).fit(TEN[0], np.arange(10) % 3)
    assert np.isfinite(vote.decision_function(TEN[0])).all()


def test_weights_are_repetitions_of_graded_stumps():
    weighted = AdaBoostClassifier(GradedStump(), n_estimators=3).fit(
        [[0.0], [1.0], [2.0], [3.0]], [0, 1, 1, 0], sample_weight=[3, 1, 1, 1]
    )
    repeated = AdaBoostClassifier(GradedStump(), n_estimators=3).fit(
        [[0.0], [0.0], [0.0], [1.0], [2.0], [3.0]], [0, 0, 0, 1, 1, 0]
    )
    np.testing.assert_allclose(weighted.decision_function(TEN[0]), repeated.decision_function(TEN[0]), rtol=1e-9)


def test_warm_starts_know_their_examples():
    X, y = TEN
    vote = AdaBoostClassifier(n_estimators=3, warm_start=True).fit(X, y).set_params(n_estimators=5)
    with pytest.raises(InputError, match="other margins"):
        vote.fit(X, 1 - y)
    with pytest.raises(InputError, match="other margins"):
        vote.fit(X[:8], y[:8])
    with pytest.raises(InputError, match="made of Stumps"):
        vote.set_params(estimator=SmallTree(2)).fit(X, y)
