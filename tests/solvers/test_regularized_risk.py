"""Newton's method on regularized risks: stationarity, peers, worked numbers, a general minimizer."""

import numpy as np
import pytest
from scipy.optimize import minimize

from drupe.kernels import Gaussian
from drupe.losses import Exponential, Huber, Logistic, Squared, SquaredEpsilonInsensitive, SquaredHinge
from drupe.solvers.regularized_risk import RegularizedRisk, ReweightedLeastSquares
from drupe.solvers.solution import Stop

SIX = np.array([-2.0, -1.0, 0.0, 0.5, 1.0, 2.0])[:, None]
SIGNS = np.array([-1.0, -1.0, 1.0, -1.0, 1.0, 1.0])
K = Gaussian(1.0)(SIX)
LOSSES = [Squared(), Huber(0.3), SquaredEpsilonInsensitive(0.1), Logistic(), SquaredHinge(), Exponential()]


def problem(loss, ridge=0.05, offset=False, targets=SIGNS, matrix=K):
    n = len(targets)
    return RegularizedRisk(matrix, targets, loss, np.full(n, 1.0 / (n * ridge)), offset)


@pytest.mark.spec("S.A01")
def test_worked_numbers_without_offset():
    found = ReweightedLeastSquares().solve(problem(Squared()))
    np.testing.assert_allclose(found.alpha, [-0.386427, -1.278817, 3.207995, -4.033228, 1.877375, 0.577610], atol=1e-6)
    np.testing.assert_allclose(found.outputs, [-0.884072, -0.616355, 0.037602, 0.209968, 0.436787, 0.826717], atol=1e-6)


@pytest.mark.spec("S.A01")
def test_worked_numbers_with_offset():
    found = ReweightedLeastSquares().solve(problem(Squared(), offset=True))
    np.testing.assert_allclose(found.alpha, [-0.376544, -1.274241, 3.212695, -4.029650, 1.880229, 0.587510], atol=1e-6)
    assert found.offset == pytest.approx(-0.016452, abs=1e-6)


@pytest.mark.spec("S.A01")
def test_quadratic_needs_one_step():
    assert ReweightedLeastSquares(1e-8).solve(problem(Squared())).iterations == 1


@pytest.mark.spec("C.E13", "H.P05", "M.T07")
@pytest.mark.parametrize("offset", [False, True])
@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: type(loss).__name__)
def test_coefficients_are_slopes_and_no_general_minimizer_does_better(loss, offset):
    at = problem(loss, offset=offset)
    found = ReweightedLeastSquares(1e-10).solve(at)
    assert found.stop is Stop.CONVERGED
    np.testing.assert_allclose(found.alpha, -0.5 * at.slopes(found.outputs), atol=1e-7)
    if offset:
        assert found.alpha.sum() == pytest.approx(0.0, abs=1e-7)

    def objective(point):
        alpha, b = point[:6], point[6] if offset else 0.0
        return at.value(alpha @ K @ alpha, K @ alpha + b)

    peer = minimize(objective, np.zeros(7), method="BFGS", options={"gtol": 1e-9, "maxiter": 5000})
    assert found.objective == pytest.approx(objective(np.append(found.alpha, found.offset)), rel=1e-10)
    assert found.objective <= peer.fun + 1e-9 * abs(peer.fun)
    assert found.objective == pytest.approx(peer.fun, rel=1e-4)


@pytest.mark.spec("C.E13")
@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: type(loss).__name__)
def test_what_is_orthogonal_to_the_examples_only_adds_to_the_norm(loss):
    """A kernel section at a new point, projected: its outputs at the examples are zero, its norm is not."""
    at = problem(loss)
    found = ReweightedLeastSquares().solve(at)
    more = Gaussian(1.0)(np.vstack([SIX, [[3.3]]]))
    inside = np.linalg.solve(K, more[:6, 6])
    orthogonal = np.append(-inside, 1.0)
    np.testing.assert_allclose(more[:6] @ orthogonal, 0.0, atol=1e-9)
    for length in (-0.5, 0.1, 1.0):
        coefficients = np.append(found.alpha, 0.0) + length * orthogonal
        value = at.value(coefficients @ more @ coefficients, (more @ coefficients)[:6])
        assert value > found.objective + 1e-6


def test_scaling_loss_and_norm_alike_changes_nothing():
    one = ReweightedLeastSquares().solve(problem(Squared(1.0), ridge=0.05))
    other = ReweightedLeastSquares().solve(problem(Squared(3.0), ridge=0.15))
    np.testing.assert_allclose(one.alpha, other.alpha, atol=1e-7)


@pytest.mark.spec("S.A16", "S.O04")
def test_worked_numbers_of_logistic_regression():
    found = ReweightedLeastSquares(1e-12).solve(problem(Logistic(), offset=True))
    np.testing.assert_allclose(found.alpha, [-0.506024, -0.574202, 0.837742, -0.944005, 0.627871, 0.558619], atol=1e-6)
    np.testing.assert_allclose(
        found.outputs, [-0.830144, -0.643210, -0.010580, 0.267191, 0.503484, 0.684886], atol=1e-6
    )
    assert found.offset == pytest.approx(-0.0549099, abs=1e-7)
    assert 0.05 * found.objective == pytest.approx(0.5945717141, abs=1e-10)
    assert found.iterations <= 6


@pytest.mark.spec("S.O04")
def test_logistic_step_is_a_weighted_ridge_regression():
    """The first step from zero: weights p(1 − p) = ¼ and working targets y / (2 · ¼)."""
    at = problem(Logistic())
    first = ReweightedLeastSquares(max_iterations=1).solve(at)
    half_curvature = 0.5 * at.costs * 0.25
    expected = np.linalg.solve(K + np.diag(1.0 / half_curvature), 2.0 * SIGNS)
    np.testing.assert_allclose(first.alpha, expected, rtol=1e-6)


def test_steep_losses_on_separable_data_still_converge():
    rng = np.random.default_rng(0)
    x = np.vstack([rng.normal(size=(40, 2)) - 3.0, rng.normal(size=(40, 2)) + 3.0])
    signs = np.repeat([-1.0, 1.0], 40)
    for loss in (Logistic(), Exponential(), SquaredHinge()):
        found = ReweightedLeastSquares().solve(problem(loss, 1e-8, offset=True, targets=signs, matrix=Gaussian(2.0)(x)))
        assert found.converged
        assert (found.outputs * signs > 0).all()


@pytest.mark.parametrize("loss", [Huber(), Huber(1e-2), SquaredEpsilonInsensitive(0.1)], ids=str)
@pytest.mark.parametrize(("unit", "origin"), [(1.0, 1e3), (5e4, 2e5), (1e-3, -7.0)])
@pytest.mark.parametrize("price", [1.0, 100.0, 1e4])
def test_targets_far_from_zero_are_found_where_the_loss_is_straight(loss, unit, origin, price):
    rng = np.random.default_rng(2)
    x = rng.normal(size=(60, 2))
    targets = origin + unit * (x[:, 0] + np.sin(3.0 * x[:, 1]))
    at = RegularizedRisk(Gaussian(1.0)(x), targets, loss, np.full(60, price / 60), offset=True)
    found = ReweightedLeastSquares(1e-6).solve(at)
    assert found.converged
    least = 1.1e-6 * 0.5 * np.abs(at.slopes(np.zeros(60))).max()
    np.testing.assert_allclose(found.alpha, -0.5 * at.slopes(found.outputs), atol=least)
    assert abs(found.offset - origin) < 10.0 * unit


def test_offset_is_the_best_for_a_function_that_stays():
    plain = np.array([0.3, -0.2, 0.1])
    squared = RegularizedRisk(np.eye(3), np.array([1.0, 2.0, 6.0]), Squared(), np.array([1.0, 1.0, 2.0]), offset=True)
    assert squared.balance(plain, 0.0) == pytest.approx(np.average([0.7, 2.2, 5.9], weights=[1, 1, 2]))
    signs = np.array([1.0, 1.0, -1.0])
    logistic = RegularizedRisk(np.eye(3), signs, Logistic(), np.ones(3), offset=True)
    assert logistic.balance(np.zeros(3), 0.0) == pytest.approx(np.log(2.0))


def test_limit_of_steps_is_said():
    assert ReweightedLeastSquares(1e-12, max_iterations=1).solve(problem(Logistic())).stop is Stop.ITERATIONS


def test_targets_that_cost_nothing_need_nothing():
    found = ReweightedLeastSquares().solve(problem(SquaredEpsilonInsensitive(5.0), offset=True))
    assert found.converged
    assert found.iterations == 0


def test_interruption_leaves_what_was_reached():
    def interrupt(fraction):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ReweightedLeastSquares().solve(problem(Logistic()), interrupt)
    found = ReweightedLeastSquares().solve(problem(Logistic()), interrupt, keep=True)
    assert found.stop is Stop.INTERRUPTED
    assert found.iterations == 1
