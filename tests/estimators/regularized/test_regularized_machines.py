"""Machines of any smooth loss: each equal to the machine that is made for its loss, or to a peer."""

import numpy as np
import pytest
from estimators.interruptions import interrupt_at_once
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression

from drupe import (
    SVC,
    SVR,
    KernelRidge,
    RegularizedClassifier,
    RegularizedRegressor,
    SparseKernelRegressor,
    SquaredSVR,
    TwoNormSVC,
    certify,
)
from drupe.foundation.errors import BudgetError, ParameterError
from drupe.kernels import Gaussian
from drupe.losses import (
    Absolute,
    ClippedHinge,
    EpsilonInsensitive,
    Hinge,
    Huber,
    Logistic,
    Polynomial,
    Squared,
    SquaredEpsilonInsensitive,
    SquaredHinge,
    ZeroOne,
)

RNG = np.random.default_rng(0)
X = RNG.normal(size=(50, 3))
y = np.sin(X[:, 0]) + 0.1 * RNG.normal(size=50)
LABELS = np.where(X[:, 0] + X[:, 1] ** 2 + 0.5 * RNG.normal(size=50) > 0.5, "yes", "no")
NEW = RNG.normal(size=(9, 3))


@pytest.mark.spec("C.E13", "S.A01")
@pytest.mark.parametrize("offset", [False, True])
def test_squared_loss_is_ridge_regression(offset):
    general = RegularizedRegressor(Squared(), C=20.0, kernel=Gaussian(1.0), fit_intercept=offset).fit(X, y + 2.0)
    ridge = KernelRidge(50 / 20.0, kernel=Gaussian(1.0), fit_intercept=offset).fit(X, y + 2.0)
    np.testing.assert_allclose(general.predict(NEW), ridge.predict(NEW), atol=1e-7)


@pytest.mark.spec("C.E13")
def test_squared_residuals_outside_a_tube():
    loss = SquaredEpsilonInsensitive(0.2)
    general = RegularizedRegressor(loss, C=100.0, kernel=Gaussian(1.0)).fit(X, y)
    tube = SquaredSVR(2.0 * 100.0 / (2.0 * 50), 0.2, kernel=Gaussian(1.0), tol=1e-10).fit(X, y)
    np.testing.assert_allclose(general.predict(NEW), tube.predict(NEW), atol=1e-6)


@pytest.mark.spec("C.E13")
@pytest.mark.parametrize("offset", [False, True])
def test_squared_hinge_is_the_two_norm_machine(offset):
    general = RegularizedClassifier(SquaredHinge(), C=50.0, kernel=Gaussian(1.0), fit_intercept=offset).fit(X, LABELS)
    margin = TwoNormSVC(50.0 / 50, kernel=Gaussian(1.0), fit_intercept=offset, tol=1e-10).fit(X, LABELS)
    np.testing.assert_allclose(general.decision_function(NEW), margin.decision_function(NEW), atol=1e-6)


@pytest.mark.spec("S.A15", "S.A16", "S.A17", "S.O04")
@pytest.mark.parametrize("offset", [False, True])
def test_logistic_loss_is_logistic_regression(offset):
    ours = RegularizedClassifier(C=30.0, kernel="linear", fit_intercept=offset).fit(X, LABELS)
    # scikit-learn: ½‖w‖² + C′ Σ loss.
    peer = LogisticRegression(C=30.0 / 50 / 2.0, fit_intercept=offset, tol=1e-12, max_iter=10_000).fit(X, LABELS)
    np.testing.assert_allclose(ours.predict_proba(NEW), peer.predict_proba(NEW), atol=1e-6)
    np.testing.assert_allclose(ours.decision_function(NEW), peer.decision_function(NEW), atol=1e-5)
    assert ours.predict(NEW).tolist() == peer.predict(NEW).tolist()


@pytest.mark.spec("S.A15", "S.A16")
@pytest.mark.parametrize("offset", [False, True])
def test_logistic_coefficients_are_probabilities_of_error(offset):
    machine = RegularizedClassifier(C=30.0, kernel=Gaussian(1.0), fit_intercept=offset).fit(X, LABELS)
    signs = np.where(LABELS == "yes", 1.0, -1.0)
    wrong = 1.0 / (1.0 + np.exp(signs * machine.decision_function(X)))
    np.testing.assert_allclose(machine.dual_coef_[0], signs * wrong * 30.0 / 100, atol=1e-7)
    if offset:
        assert machine.dual_coef_.sum() == pytest.approx(0.0, abs=1e-7)


@pytest.mark.spec("S.A02")
def test_ridge_regression_of_labels_classifies():
    machine = RegularizedClassifier(Squared(), C=25.0, kernel=Gaussian(1.0), fit_intercept=False).fit(X, LABELS)
    ridge = KernelRidge(50 / 25.0, kernel=Gaussian(1.0)).fit(X, np.where(LABELS == "yes", 1.0, -1.0))
    np.testing.assert_allclose(machine.decision_function(NEW), ridge.predict(NEW), atol=1e-8)
    assert machine.predict(NEW).tolist() == np.where(ridge.predict(NEW) >= 0, "yes", "no").tolist()
    assert not hasattr(machine, "predict_proba")


def test_huber_is_not_spoiled_by_outliers():
    spoiled = y.copy()
    spoiled[:4] += 50.0
    clean = X[:, 0] > -10.0
    robust = RegularizedRegressor(Huber(0.3), C=1e3, kernel=Gaussian(1.5)).fit(X, spoiled)
    squared = RegularizedRegressor(Squared(), C=1e3, kernel=Gaussian(1.5)).fit(X, spoiled)
    clean[:4] = False
    errors = [np.abs(machine.predict(X)[clean] - y[clean]).mean() for machine in (robust, squared)]
    assert errors[0] < 0.3 < 1.0 < errors[1]


def test_default_regressor_moves_with_its_targets():
    here = RegularizedRegressor().fit(X, y)
    there = RegularizedRegressor().fit(X, y + 1e4)
    np.testing.assert_allclose(there.predict(NEW), here.predict(NEW) + 1e4, atol=1e-4)


def test_huber_between_the_squared_and_the_absolute_loss():
    wide = RegularizedRegressor(Huber(1e4), C=50.0 * 2e4, kernel=Gaussian(1.0)).fit(X, y)
    squared = RegularizedRegressor(Squared(), C=50.0, kernel=Gaussian(1.0)).fit(X, y)
    np.testing.assert_allclose(wide.predict(NEW), squared.predict(NEW), atol=1e-6)
    narrow = RegularizedRegressor(Huber(1e-5), C=50.0, kernel=Gaussian(1.0), max_iter=500).fit(X, y)
    absolute = SVR(C=0.5, epsilon=0.0, kernel=Gaussian(1.0), tol=1e-8).fit(X, y)
    np.testing.assert_allclose(narrow.predict(NEW), absolute.predict(NEW), atol=1e-3)


@pytest.mark.spec("C.E13")
@pytest.mark.parametrize(
    ("loss", "problem"),
    [
        (ClippedHinge(), "not convex"),
        (ZeroOne(), "not convex"),
        (Polynomial(1.0), "it is continuous but has kinks, and it is none of those that programs are known for"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_losses_that_nobody_can_minimize_are_refused(loss, problem):
    with pytest.raises(ParameterError, match=problem):
        RegularizedClassifier(loss).fit(X, LABELS)


@pytest.mark.parametrize("penalty", ["function", "coefficients"])
def test_losses_with_kinks_need_an_offset(penalty):
    with pytest.raises(ParameterError, match="fit_intercept=True"):
        RegularizedClassifier(Hinge(), penalty=penalty, fit_intercept=False).fit(X, LABELS)


@pytest.mark.spec("C.E13", "M.Q10", "M.Q12")
def test_losses_with_kinks_are_support_vector_machines():
    common = {"kernel": Gaussian(1.0)}
    for loss, epsilon in ((Absolute(), 0.0), (EpsilonInsensitive(0.1), 0.1)):
        general = RegularizedRegressor(loss, C=40.0, **common).fit(X, y)
        tube = SVR(C=40.0 / 100, epsilon=epsilon, tol=1e-8, **common).fit(X, y)
        np.testing.assert_allclose(general.predict(NEW), tube.predict(NEW), atol=1e-6)
    general = RegularizedClassifier(Hinge(), C=40.0, **common).fit(X, LABELS)
    margin = SVC(C=40.0 / 100, tol=1e-8, **common).fit(X, LABELS)
    np.testing.assert_allclose(general.decision_function(NEW), margin.decision_function(NEW), atol=1e-6)


@pytest.mark.spec("M.Q12")
@pytest.mark.parametrize("penalty", ["function", "coefficients", "absolute"])
@pytest.mark.parametrize(
    "loss",
    [Squared(), Huber(0.2), Absolute(), EpsilonInsensitive(0.1), SquaredEpsilonInsensitive(0.1), Polynomial(3.0)],
    ids=lambda loss: type(loss).__name__,
)
def test_nothing_near_a_minimum_is_less_whatever_the_loss_and_the_penalty(loss, penalty):
    machine = RegularizedRegressor(loss, C=60.0, kernel=Gaussian(1.0), penalty=penalty).fit(X, y)
    K, a = Gaussian(1.0)(X), np.zeros(50)
    a[machine.support_] = machine.dual_coef_[0]

    def value(a, b):
        paid = {"function": a @ K @ a, "coefficients": a @ a, "absolute": np.abs(a).sum()}[penalty]
        return paid + 60.0 / 50 * loss.value(K @ a + b, y).sum()

    best = value(a, machine.intercept_[0])
    assert machine.objective_ == pytest.approx(best, rel=1e-7)
    assert best < 0.9 * value(np.zeros(50), np.median(y))
    rng = np.random.default_rng(1)
    for _ in range(100):
        along, shift = rng.normal(size=50), rng.normal()
        for length in (1e-1, 1e-2, 1e-3):
            assert value(a + length * along, machine.intercept_[0] + length * shift) > best
    assert (len(machine.support_) < 40) == (penalty == "absolute")


@pytest.mark.spec("M.Q12")
def test_absolute_coefficients_and_squares_are_the_sparse_regression():
    general = RegularizedRegressor(Squared(), C=50.0, kernel=Gaussian(1.0), penalty="absolute").fit(X, y)
    sparse = SparseKernelRegressor(Gaussian(1.0), alpha=50 / (2.0 * 50.0)).fit(X, y)
    assert general.support_.tolist() == sparse.support_.tolist()
    np.testing.assert_allclose(general.dual_coef_, sparse.dual_coef_, atol=1e-9)


@pytest.mark.spec("C.E13")
def test_support_vector_machines_solve_the_same_problem_without_offset():
    """Nothing near the machine's own coefficients makes the general functional smaller."""
    K, n, C = Gaussian(1.0)(X), 50, 40.0
    signs = np.where(LABELS == "yes", 1.0, -1.0)
    svc = SVC(C=C / (2 * n), kernel=Gaussian(1.0), fit_intercept=False, tol=1e-8).fit(X, LABELS)
    svr = SVR(C=C / (2 * n), epsilon=0.1, kernel=Gaussian(1.0), fit_intercept=False, tol=1e-8).fit(X, y)
    for machine, loss, targets in ((svc, Hinge(), signs), (svr, EpsilonInsensitive(0.1), y)):
        alpha = np.zeros(n)
        alpha[machine.support_] = machine.dual_coef_[0]

        def value(alpha, loss=loss, targets=targets):
            return alpha @ K @ alpha + C / n * loss.value(K @ alpha, targets).sum()

        best = value(alpha)
        for _ in range(50):
            direction = RNG.normal(size=n)
            assert value(alpha + 1e-2 * direction) > best
            assert value(alpha - 1e-3 * direction) > best


def test_weight_counts_as_repetitions():
    weights = RNG.integers(0, 4, size=50)
    often = np.repeat(np.arange(50), weights)
    for machine, targets in ((RegularizedRegressor(), y), (RegularizedClassifier(), LABELS)):
        machine = clone(machine).set_params(kernel=Gaussian(1.0), C=30.0)
        weighted, repeated = clone(machine).fit(X, targets, weights), clone(machine).fit(X[often], targets[often])
        np.testing.assert_allclose(weighted._outputs(NEW), repeated._outputs(NEW), atol=1e-6)


def test_several_classes_one_against_the_rest():
    data, classes = load_iris(return_X_y=True)
    machine = RegularizedClassifier(C=1000.0).fit(data, classes)
    assert machine.score(data, classes) > 0.95
    assert machine.dual_coef_.shape == (3, 150)
    probabilities = machine.predict_proba(data)
    np.testing.assert_allclose(probabilities.sum(axis=1), 1.0)
    assert machine.classes_[probabilities.argmax(axis=1)].tolist() == machine.predict(data).tolist()
    second = RegularizedClassifier(C=1000.0, gamma=machine.predictor_.kernel.gamma).fit(data, classes == 1)
    np.testing.assert_allclose(machine.decision_function(data)[:, 1], second.decision_function(data), atol=1e-6)


@pytest.mark.spec("S.A05")
@pytest.mark.parametrize("loss", [Logistic(), SquaredHinge(), Squared()], ids=lambda loss: type(loss).__name__)
def test_linear_functions_are_summed_up_whatever_the_loss(loss):
    machine = RegularizedClassifier(loss, kernel="linear").fit(X, LABELS)
    np.testing.assert_allclose(machine.predictor_.weights, X.T @ machine.dual_coef_.T, atol=1e-12)
    by_examples = NEW @ X.T @ machine.dual_coef_[0] + machine.intercept_[0]
    np.testing.assert_allclose(machine.decision_function(NEW), by_examples, atol=1e-10)


def test_objective_is_that_of_the_functional():
    machine = RegularizedRegressor(Huber(0.3), C=30.0, kernel=Gaussian(1.0)).fit(X, y)
    alpha, K = machine.dual_coef_[0], Gaussian(1.0)(X)
    expected = alpha @ K @ alpha + 30.0 * Huber(0.3).value(machine.predict(X), y).mean()
    assert machine.objective_ == pytest.approx(expected)


def test_steps_that_do_not_suffice_are_told():
    with pytest.warns(ConvergenceWarning, match="reached the iteration limit after 1 Newton steps"):
        RegularizedClassifier(max_iter=1).fit(X, LABELS)


def test_matrix_beyond_the_budget_is_refused():
    with pytest.raises(BudgetError, match="50 examples"):
        RegularizedRegressor(cache_size=0.001).fit(X, y)


def test_interruption_raises_or_keeps(monkeypatch):
    interrupt_at_once(monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        RegularizedClassifier().fit(X, LABELS)
    with pytest.warns(ConvergenceWarning, match="was interrupted"):
        kept = RegularizedClassifier(on_interrupt="keep").fit(X, LABELS)
    assert kept.n_iter_ == 1


@pytest.mark.parametrize(
    ("settings", "problem"),
    [({"loss": "huber"}, "'loss' parameter"), ({"C": 0.0}, "'C' parameter"), ({"tol": 0.0}, "'tol' parameter")],
    ids=str,
)
def test_parameters_out_of_range_are_named(settings, problem):
    with pytest.raises(ParameterError, match=problem):
        RegularizedRegressor(**settings).fit(X, y)


@pytest.mark.parametrize("loss", [Hinge(), SquaredHinge(), Logistic()], ids=lambda loss: type(loss).__name__)
def test_few_coefficients_are_no_compression_and_of_any_sign(loss):
    """An absolute penalty makes coefficients of either sign, whatever the label: no reason to doubt the labels."""
    machine = RegularizedClassifier(loss, penalty="absolute", kernel="rbf", gamma=1.0).fit(X, LABELS)
    table = certify(machine, X, LABELS)
    reasons = [one.reason for one in table if "compression" in one.name]
    assert reasons
    assert all("depend on all training examples" in reason for reason in reasons)
