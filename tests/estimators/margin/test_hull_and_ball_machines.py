"""Reduced hulls, the largest ball in version space and the enclosing ball as machines."""

import numpy as np
import pytest
from sklearn.svm import NuSVC as PeerNuSVC
from sklearn.svm import OneClassSVM as PeerOneClass
from solvers.toys import FOUR, FOUR_SIGNS, clouds

from drupe.estimators.margin.enclosing_ball import EnclosingBall
from drupe.estimators.margin.hard_margin_svc import HardMarginSVC
from drupe.estimators.margin.largest_ball_svc import LargestBallSVC
from drupe.estimators.margin.nearest_hulls_svc import NearestHullsSVC
from drupe.foundation.errors import InputError
from drupe.kernels import Gaussian, Linear, Polynomial
from drupe.solvers.separation import NotSeparableError

GRID = np.random.default_rng(0).normal(size=(40, 2)) * 2


@pytest.mark.spec("C.D07", "S.A11")
def test_hulls_of_four_points():
    machine = NearestHullsSVC(kernel="linear").fit(FOUR, FOUR_SIGNS)
    assert machine.distance_ == pytest.approx(np.sqrt(5.0))
    np.testing.assert_allclose(machine.hull_weights_, [1.0, 0.0, 0.0, 1.0], atol=1e-8)
    np.testing.assert_allclose(machine.coef_, [[0.4, 0.8]], atol=1e-8)
    np.testing.assert_allclose(machine.intercept_, [-1.4], atol=1e-8)
    assert machine.objectives_.gap == pytest.approx(0.0, abs=1e-9)


@pytest.mark.spec("C.E04", "H.S05")
@pytest.mark.parametrize("nu", [0.3, 0.6])
def test_reduced_hulls_decide_as_the_nu_machine(nu):
    x, signs = clouds(40, 0.5, 2)
    hulls = NearestHullsSVC(2.0 / (nu * 40), kernel="rbf", gamma=0.5, tol=1e-6).fit(x, signs)
    peer = PeerNuSVC(nu=nu, gamma=0.5, tol=1e-10).fit(x, signs)
    ours, theirs = hulls.decision_function(GRID), peer.decision_function(GRID)
    np.testing.assert_allclose(ours / np.abs(ours).max(), theirs / np.abs(theirs).max(), atol=1e-5)


def test_hulls_that_meet_are_refused():
    x, signs = clouds(40, 0.2, 2)
    with pytest.raises(InputError, match="the hulls of the two classes meet"):
        NearestHullsSVC(kernel="linear").fit(x, signs)
    with pytest.raises(InputError, match="raise the ceiling"):
        NearestHullsSVC(0.01, kernel="linear").fit(x, signs)


@pytest.mark.spec("C.D08", "H.S14", "H.A14", "G.A-11", "M.S08")
@pytest.mark.parametrize("kernel", [Linear(), Polynomial(2, 1.0)], ids=["linear", "quadratic"])
def test_largest_ball_is_the_hard_margin_of_directions(kernel):
    x, signs = clouds(40, 3.0, 5)
    ball = LargestBallSVC(kernel).fit(x, signs)
    hard = HardMarginSVC(kernel.normalized(), fit_intercept=False).fit(x, signs)
    assert ball.radius_ == pytest.approx(hard.margin_, rel=1e-6)
    lengths = np.sqrt(kernel.diagonal(ball.predictor_.space.new(GRID)))
    np.testing.assert_allclose(ball.decision_function(GRID) / lengths, hard.decision_function(GRID), atol=1e-5)
    # Its normalized margin is no less than that of the plain machine.
    plain = HardMarginSVC(kernel, fit_intercept=False).fit(x, signs)
    assert ball.radius_ >= plain.margins_.normalized.min() - 1e-9
    assert ball.margins_.version_space_radius == pytest.approx(ball.radius_)


@pytest.mark.spec("G.A-11")
def test_on_the_sphere_both_machines_agree():
    x, signs = clouds(30, 1.5, 5)
    ball = LargestBallSVC(Gaussian(1.0)).fit(x, signs)
    hard = HardMarginSVC(Gaussian(1.0), fit_intercept=False).fit(x, signs)
    np.testing.assert_allclose(ball.decision_function(GRID), hard.decision_function(GRID), atol=1e-6)


@pytest.mark.spec("C.D08", "H.A14")
def test_no_other_direction_has_a_larger_ball():
    x, signs = clouds(20, 3.0, 8)
    ball = LargestBallSVC("linear").fit(x, signs)
    directions = signs[:, None] * x / np.linalg.norm(x, axis=1)[:, None]
    angles = np.linspace(0.0, 2.0 * np.pi, 20_001)
    reached = (directions @ np.stack([np.cos(angles), np.sin(angles)])).min(axis=0).max()
    assert reached <= ball.radius_ <= reached + 1e-3
    with pytest.raises(NotSeparableError, match="through the origin"):
        LargestBallSVC("linear").fit([[1.0], [2.0]], [0, 1])


@pytest.mark.spec("C.B29", "M.T22")
def test_ball_of_four_points():
    ball = EnclosingBall(kernel="linear").fit(FOUR)
    assert ball.radius_ == pytest.approx(1.5811388)
    np.testing.assert_allclose(ball.dual_coef_ @ ball.support_vectors_, [[0.5, 1.5]], atol=1e-8)
    assert ball.center_norm_ == pytest.approx(np.sqrt(2.5))
    np.testing.assert_allclose(ball.decision_function([[0.5, 1.5], [0.5, 3.5]]), [2.5, -1.5], atol=1e-7)
    assert ball.predict(FOUR).tolist() == [1, 1, 1, 1]
    np.testing.assert_allclose(ball.score_samples(FOUR) - ball.offset_, ball.decision_function(FOUR))


@pytest.mark.spec("C.B29")
@pytest.mark.parametrize("kernel", [Linear(), Gaussian(0.7), Polynomial(3, 1.0)], ids=["linear", "gaussian", "cubic"])
def test_every_example_is_inside(kernel):
    x, _ = clouds(60, 1.0, 3)
    ball = EnclosingBall(kernel=kernel).fit(x)
    assert ball.predict(x).min() == 1
    on_sphere = np.abs(ball.decision_function(x)[ball.support_])
    np.testing.assert_allclose(on_sphere, 0.0, atol=1e-6 * ball.radius_**2)
    assert ball.radius_ <= np.sqrt(kernel(x).diagonal().max()) + 1e-12
    assert ball.dual_coef_.sum() == pytest.approx(1.0)


def test_as_a_detector_it_is_the_one_class_machine():
    x, _ = clouds(50, 0.5, 4)
    ball = EnclosingBall(0.2, gamma=0.5, tol=1e-6).fit(x)
    peer = PeerOneClass(nu=0.2, gamma=0.5, tol=1e-10).fit(x)
    assert np.mean(ball.predict(x) == -1) <= 0.2
    scale = 2.0 / (0.2 * 50)  # R² − ‖φ(x) − c‖² = 2(⟨c, φ(x)⟩ − ρ) where k(x, x) = 1
    np.testing.assert_allclose(ball.decision_function(GRID), scale * peer.decision_function(GRID), atol=1e-6)


def test_ball_takes_weights_as_repetitions():
    x, _ = clouds(30, 0.5, 8)
    times = np.random.default_rng(1).integers(0, 4, size=30)
    weighted = EnclosingBall(0.3).fit(x, sample_weight=times)
    repeated = EnclosingBall(0.3).fit(np.repeat(x, times, axis=0))
    np.testing.assert_allclose(weighted.decision_function(GRID), repeated.decision_function(GRID), atol=1e-7)
