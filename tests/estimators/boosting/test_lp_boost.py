"""LPBoost against the program over all rules at once, which is solved by another solver."""

import warnings

import numpy as np
import pytest
from estimators.interruptions import interrupt_at_once
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_breast_cancer, make_moons
from sklearn.exceptions import ConvergenceWarning
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import parametrize_with_checks

from drupe import AdaBoostClassifier, ArcGV, LPBoost, certify
from drupe.estimators.boosting import KernelColumn
from drupe.estimators.warnings import FitWarning
from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs import Vectors
from drupe.kernels import Gaussian
from drupe.solvers.boosting.largest_margin import largest_margin
from drupe.solvers.boosting.vote_solution import LastRound

TEN = np.arange(10.0)[:, None], np.array([1, 1, 1, 0, 0, 0, 1, 1, 1, 0])


def all_stumps(x):
    """What every stump says of every example: a column for each cut and each sign, and the two constants."""
    columns = [np.ones(len(x))]
    for numbers in x.T:
        values = np.unique(numbers)
        columns += [np.where(numbers <= cut, 1.0, -1.0) for cut in (values[1:] + values[:-1]) / 2.0]
    found = np.column_stack(columns)
    return np.hstack([found, -found])


def whole(x, y, nu, weights=None):
    """The optimum over all stumps at once."""
    return largest_margin(all_stumps(x), np.where(y == 1, 1.0, -1.0), nu=nu, weights=weights).objective


def moons(n=120, noise=0.25, seed=0):
    return make_moons(n, noise=noise, random_state=seed)


def fitted(machine, *data, **more):
    """Without a word on margins of zero."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FitWarning)
        return machine.fit(*data, **more)


@pytest.mark.spec("S.V11")
def test_the_worked_example_ends_at_a_third():
    machine = LPBoost(nu=None).fit(*TEN)
    assert machine.margin_ == pytest.approx(1.0 / 3.0, abs=1e-12)
    assert machine.margins_.min() == pytest.approx(1.0 / 3.0, abs=1e-12)
    assert machine.gap_ < 1e-12
    assert machine.solution_.end is LastRound.OPTIMAL
    # AdaBoost after six rounds has .2606 and after ten less again: it only comes near.
    assert AdaBoostClassifier(n_estimators=6).fit(*TEN).margins_.min() == pytest.approx(0.2606, abs=5e-5)


@settings(max_examples=60)
@given(
    seed=st.integers(0, 10**6),
    n=st.integers(2, 40),
    d=st.integers(1, 4),
    levels=st.sampled_from([2, 5, 1000]),
    nu=st.sampled_from([None, 0.05, 0.2, 0.5, 1.0]),
)
def test_no_vote_of_all_stumps_is_better(seed, n, d, levels, nu):
    rng = np.random.default_rng(seed)
    x = rng.integers(levels, size=(n, d)).astype(np.float64)
    y = np.append([0, 1], rng.integers(2, size=n - 2))
    weights = rng.integers(1, 4, n).astype(np.float64)
    machine = fitted(LPBoost(nu=nu, tol=1e-9), x, y, sample_weight=weights)
    assert machine.objective_ == pytest.approx(whole(x, y, nu, weights), abs=1e-8)
    assert machine.gap_ <= 1e-9
    assert machine.estimator_weights_.sum() == pytest.approx(1.0)
    assert machine.estimator_weights_.min() > 0.0
    # What the fit says of itself is what the vote says of the examples.
    signs = np.where(y == 1, 1.0, -1.0)
    np.testing.assert_allclose(machine.margins_, signs * machine.decision_function(x), atol=1e-9)
    slack = 0.0 if nu is None else weights @ np.maximum(machine.margin_ - machine.margins_, 0.0) / (nu * weights.sum())
    assert machine.margin_ - slack == pytest.approx(machine.objective_, abs=1e-9)


def test_the_gap_is_proved_by_weights_of_the_examples():
    x, y = moons()
    signs = np.where(y == 1, 1.0, -1.0)
    for nu in (0.1, 0.3, 0.6):
        machine = LPBoost(nu=nu).fit(x, y)
        u = machine.example_weights_
        assert u.sum() == pytest.approx(1.0)
        assert u.min() >= 0.0
        assert u.max() <= 1.0 / (nu * len(y)) + 1e-9
        best = ((u * signs) @ all_stumps(x)).max()
        assert best == pytest.approx(machine.objective_ + machine.gap_, abs=1e-12)


@pytest.mark.parametrize("nu", [0.1, 0.2, 0.35, 0.5])
def test_about_a_share_nu_lies_below_the_margin(nu):
    x, y = moons(200)
    machine = LPBoost(nu=nu).fit(x, y)
    below = (machine.margins_ < machine.margin_ - 1e-9).mean()
    at_most = (machine.margins_ <= machine.margin_ + 1e-9).mean()
    assert below <= nu + 1e-12
    assert at_most >= nu - 1e-12


def test_weights_are_repetitions():
    x, y = moons(60)
    weights = np.random.default_rng(0).integers(0, 4, 60)
    rows = np.repeat(np.arange(60), weights)
    one, many = LPBoost(nu=0.3).fit(x, y, sample_weight=weights), LPBoost(nu=0.3).fit(x[rows], y[rows])
    assert one.objective_ == pytest.approx(many.objective_, abs=1e-9)
    assert one.objective_ == pytest.approx(whole(x[rows], y[rows], 0.3), abs=1e-9)


def test_columns_of_a_kernel_with_a_proof_over_all_of_them():
    x, y = moons(60)
    signs = np.where(y == 1, 1.0, -1.0)
    K = Gaussian(0.5)(x, x)
    rules = np.hstack([K / np.abs(K).max(), np.ones((60, 1))])
    for nu in (None, 0.2):
        machine = LPBoost(KernelColumn(Gaussian(0.5)), nu=nu, tol=1e-9).fit(x, y)
        optimum = largest_margin(np.hstack([rules, -rules]), signs, nu=nu).objective
        assert machine.objective_ == pytest.approx(optimum, abs=1e-8)
        assert machine.gap_ <= 1e-9


@pytest.mark.spec("M.Q15")
def test_arc_gv_ends_at_the_same_margin():
    rng = np.random.default_rng(0)
    for data in (TEN, moons(40, 0.1), (rng.normal(size=(30, 8)), np.arange(30) % 2)):
        best = LPBoost(nu=None, tol=1e-9).fit(*data)
        arc = ArcGV(n_estimators=20_000).fit(*data)
        assert arc.margin_ <= best.margin_ + 1e-9
        assert arc.margin_bound_ >= best.margin_ - 1e-9
        assert arc.margin_ == pytest.approx(best.margin_, abs=0.02)
        short = ArcGV(n_estimators=200).fit(*data)
        assert best.margin_ - arc.margin_ <= best.margin_ - short.margin_ + 1e-12


def test_a_rule_without_errors_is_the_vote():
    x = np.array([[0.0, 5.0], [1.0, 3.0], [2.0, 4.0], [3.0, 1.0]])
    for nu in (None, 0.5):
        machine = LPBoost(nu=nu).fit(x, [0, 0, 1, 1])
        assert machine.estimator_weights_.tolist() == [1.0]
        assert machine.estimator_errors_.tolist() == [0.0]
        assert machine.margin_ == 1.0
        assert machine.gap_ == 0.0


@pytest.mark.parametrize("nu", [None, 0.3])
def test_classes_that_no_vote_tells_apart_are_said(nu):
    x, y = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]]), [1, 1, 0, 0]
    with pytest.warns(FitWarning, match="no vote of these rules has a margin above zero"):
        machine = LPBoost(nu=nu).fit(x, y)
    assert machine.objective_ == pytest.approx(0.0, abs=1e-12)
    assert machine.gap_ < 1e-12


def test_columns_that_say_nothing_leave_the_larger_class():
    machine = LPBoost(nu=1.0).fit(np.ones((5, 2)), [0, 1, 1, 1, 0])
    assert machine.predict([[1.0, 1.0], [7.0, 7.0]]).tolist() == [1, 1]
    assert machine.objective_ == pytest.approx(0.2)


def test_a_run_cut_short_says_so_and_its_gap_still_holds():
    x, y = moons(150)
    optimum = whole(x, y, 0.1)
    reached = []
    for rounds in (1, 5, 15):
        with pytest.warns(ConvergenceWarning, match=f"after {rounds} rounds"):
            machine = LPBoost(n_estimators=rounds, nu=0.1).fit(x, y)
        assert len(machine.estimator_weights_) <= rounds
        assert machine.objective_ <= optimum + 1e-9 <= machine.objective_ + machine.gap_ + 2e-9
        reached.append(machine.objective_)
    assert reached == sorted(reached)


def test_votes_of_trees_know_their_own_optimum():
    x, y = moons(150)
    machine = LPBoost(DecisionTreeClassifier(max_depth=2), nu=0.1, random_state=0).fit(x, y)
    values = machine.estimators_.values(Vectors.of(x))
    optimum = largest_margin(values, np.where(y == 1, 1.0, -1.0), nu=0.1).objective
    assert machine.objective_ == pytest.approx(optimum, abs=1e-8)
    assert machine.objective_ > LPBoost(nu=0.1).fit(x, y).objective_
    assert machine.gap_ >= 0.0


def test_ctrl_c_keeps_the_vote_so_far(monkeypatch):
    x, y = moons(150)
    interrupt_at_once(monkeypatch)
    with pytest.warns(FitWarning, match="interrupted"):
        machine = LPBoost(nu=0.1, on_interrupt="keep").fit(x, y)
    assert machine.solution_.end is LastRound.INTERRUPTED
    assert machine.score(x, y) > 0.6
    with pytest.raises(KeyboardInterrupt):
        LPBoost(nu=0.1).fit(x, y)


def test_answers_of_rounds_end_at_the_answer():
    x, y = moons(150)
    machine = LPBoost(nu=0.3).fit(x, y)
    *_, last = machine.staged_decision_function(x)
    np.testing.assert_allclose(last, machine.decision_function(x), atol=1e-12)
    errors = np.array([1.0 - score for score in machine.staged_score(x, y)])
    assert np.all(errors <= machine.solution_.training_bounds)
    exponential = np.exp(-np.where(y == 1, 1.0, -1.0) * machine.decision_function(x)).mean()
    assert machine.solution_.training_bounds[-1] == pytest.approx(exponential)


def test_a_certificate_can_be_had():
    x, y = load_breast_cancer(return_X_y=True)
    machine = LPBoost(nu=0.1).fit(x, y)
    assert 0.0 < certify(machine, x, y).best.value <= 1.0


@pytest.mark.parametrize("nu", [0.0, -0.1, 1.1, np.nan, "half"])
def test_shares_beyond_one_are_refused(nu):
    with pytest.raises(ParameterError, match="nu"):
        LPBoost(nu=nu).fit(*TEN)


def test_three_classes_and_one_are_refused():
    with pytest.raises(InputError, match="OneVsRestClassifier"):
        LPBoost().fit(TEN[0], np.arange(10) % 3)
    with pytest.raises(ValueError, match="class"):
        LPBoost().fit(TEN[0], np.zeros(10))


@parametrize_with_checks([LPBoost(), LPBoost(nu=0.5)])
def test_scikit_learn_is_content_with_the_largest_margin(estimator, check):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FitWarning)
        check(estimator)
