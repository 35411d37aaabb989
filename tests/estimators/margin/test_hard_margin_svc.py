"""The maximal margin classifier: worked numbers, invariants, compression, and refusal of what cannot be separated."""

import numpy as np
import pytest
from sklearn.svm import SVC as PeerSVC
from solvers.toys import FOUR, FOUR_SIGNS, LINE, LINE_SIGNS, PAIR, PAIR_SIGNS, clouds

from drupe.estimators.margin.enclosing_ball import EnclosingBall
from drupe.estimators.margin.hard_margin_svc import HardMarginSVC
from drupe.estimators.margin.nearest_hulls_svc import NearestHullsSVC
from drupe.foundation.errors import InputError, ParameterError
from drupe.kernels import Gaussian, Linear
from drupe.solvers.separation import NotSeparableError


@pytest.mark.spec("C.E01", "C.E14", "M.S01", "M.S02", "M.T19", "M.T20", "G.A-06", "G.A-10")
def test_four_points():
    machine = HardMarginSVC("linear").fit(FOUR, FOUR_SIGNS)
    np.testing.assert_allclose(machine.coef_, [[0.4, 0.8]], atol=1e-8)
    np.testing.assert_allclose(machine.intercept_, [-1.4], atol=1e-8)
    assert machine.margin_ == pytest.approx(1.1180340)
    assert machine.support_.tolist() == [0, 3]
    np.testing.assert_allclose(machine.dual_coef_, [[0.4, -0.4]], atol=1e-8)
    assert machine.objectives_.dual == pytest.approx(0.4)
    assert machine.objectives_.gap == pytest.approx(0.0, abs=1e-9)
    # Canonical: the nearest examples have output ±1, and 2/‖w‖ lies between the classes.
    assert np.abs(machine.decision_function(FOUR)).min() == pytest.approx(1.0)


@pytest.mark.spec("G.A-06", "C.E01", "M.S02")
def test_two_points():
    machine = HardMarginSVC("linear").fit(PAIR, PAIR_SIGNS)
    np.testing.assert_allclose(machine.coef_, [[0.5, 0.5]])
    assert machine.margin_ == pytest.approx(np.sqrt(2.0))
    line = HardMarginSVC("linear").fit([[1.0], [-1.0]], [1, -1])
    np.testing.assert_allclose(line.dual_coef_, [[0.5, -0.5]])


@pytest.mark.spec("C.E01", "H.S01", "G.A-06", "G.A-09")
@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.parametrize("kernel", [Linear(), Gaussian(1.0)], ids=["linear", "gaussian"])
def test_invariants_of_the_optimum(kernel, fit_intercept):
    x, signs = clouds(60, 3.5, 1)
    machine = HardMarginSVC(kernel, fit_intercept=fit_intercept).fit(x, signs)
    alpha = np.abs(machine.dual_coef_[0])
    norm = machine.margins_.norm
    assert alpha.sum() == pytest.approx(norm**2)
    assert machine.margin_ == pytest.approx(alpha.sum() ** -0.5)
    assert machine.objectives_.dual == pytest.approx(0.5 * alpha.sum())
    assert machine.objectives_.gap <= 1e-6 * machine.objectives_.primal
    f = machine.decision_function(x)
    assert np.all(signs * f >= 1 - 1e-6)
    np.testing.assert_allclose((signs * f)[machine.support_], 1.0, atol=1e-6)
    if not fit_intercept:
        assert machine.intercept_.tolist() == [0.0]
    else:
        assert machine.dual_coef_.sum() == pytest.approx(0.0, abs=1e-9)


@pytest.mark.spec("C.E01", "C.E03", "G.A-07", "S.A09")
def test_it_is_the_soft_margin_of_a_large_cost():
    x, signs = clouds(80, 3.0, 4)
    hard = HardMarginSVC("linear").fit(x, signs)
    peer = PeerSVC(kernel="linear", C=1.01 * np.abs(hard.dual_coef_).max(), tol=1e-10).fit(x, signs)
    np.testing.assert_allclose(hard.coef_, peer.coef_, rtol=1e-6)
    np.testing.assert_allclose(hard.intercept_, peer.intercept_, rtol=1e-5, atol=1e-7)


@pytest.mark.spec("C.E20", "G.A-06")
def test_only_support_vectors_matter():
    x, signs = clouds(80, 2.5, 6)
    whole = HardMarginSVC(Gaussian(2.0)).fit(x, signs)
    kept = whole.support_
    assert len(kept) < 40
    again = HardMarginSVC(Gaussian(2.0)).fit(x[kept], signs[kept])
    grid = np.random.default_rng(0).normal(size=(50, 2)) * 3
    np.testing.assert_allclose(again.decision_function(grid), whole.decision_function(grid), atol=1e-6)
    other = np.setdiff1d(np.arange(80), kept)[0]
    without = HardMarginSVC(Gaussian(2.0)).fit(np.delete(x, other, axis=0), np.delete(signs, other))
    np.testing.assert_allclose(without.decision_function(grid), whole.decision_function(grid), atol=1e-6)


@pytest.mark.spec("C.D07", "S.A11")
def test_it_lies_half_way_between_the_hulls():
    x, signs = clouds(60, 3.0, 2)
    hard, hulls = HardMarginSVC("linear").fit(x, signs), NearestHullsSVC(kernel="linear").fit(x, signs)
    assert hulls.distance_ == pytest.approx(2.0 * hard.margin_)
    np.testing.assert_allclose(hulls.coef_, hard.coef_, rtol=1e-6)
    np.testing.assert_allclose(hulls.intercept_, hard.intercept_, rtol=1e-5, atol=1e-7)
    p, q = (hulls.hull_weights_[side] @ x[side] for side in (signs > 0, signs < 0))
    np.testing.assert_allclose(hulls.decision_function([p, q]), [1.0, -1.0], atol=1e-7)
    apart = np.sum((p - q) ** 2)
    np.testing.assert_allclose(hulls.coef_[0], 2.0 * (p - q) / apart, rtol=1e-7)
    assert hulls.intercept_[0] == pytest.approx((q @ q - p @ p) / apart)


@pytest.mark.spec("C.E01", "H.S01", "M.S09")
def test_inseparable_data_are_refused_with_a_proof():
    with pytest.raises(NotSeparableError, match="no hyperplane was found to separate the classes") as caught:
        HardMarginSVC("linear").fit(LINE, LINE_SIGNS)
    weights = caught.value.separation.weights
    plus = LINE_SIGNS > 0
    np.testing.assert_allclose(weights[plus] @ LINE[plus], weights[~plus] @ LINE[~plus], atol=1e-6)
    # A Gaussian separates any distinct points.
    assert HardMarginSVC(Gaussian(0.5)).fit(LINE, LINE_SIGNS).score(LINE, LINE_SIGNS) == 1.0
    with pytest.raises(NotSeparableError, match="through the origin"):
        HardMarginSVC("linear", fit_intercept=False).fit([[1.0], [2.0]], [0, 1])


@pytest.mark.spec("C.E16", "M.T22")
def test_ratio_for_bounds():
    machine = HardMarginSVC("linear").fit(FOUR, FOUR_SIGNS)
    assert machine.margins_.radius_margin_ratio == pytest.approx(10.0 / 1.25)
    ball = EnclosingBall(kernel="linear").fit(FOUR)
    # Around its own center the sample is smaller than around the origin.
    assert (ball.radius_ / machine.margin_) ** 2 == pytest.approx(2.5 / 1.25)


@pytest.mark.spec("G.A-06", "G.A-10")
def test_only_the_gram_matters():
    x, signs = clouds(40, 3.0, 9)
    turned = x @ np.array([[np.cos(1.0), -np.sin(1.0)], [np.sin(1.0), np.cos(1.0)]])
    one, other = HardMarginSVC("linear").fit(x, signs), HardMarginSVC("precomputed").fit(turned @ turned.T, signs)
    np.testing.assert_allclose(one.decision_function(x), other.decision_function(turned @ turned.T), atol=1e-7)


def test_what_cannot_be_learned_is_said():
    with pytest.raises(InputError, match="greater than one"):
        HardMarginSVC("linear").fit([[0.0], [1.0]], [1, 1])
    with pytest.raises(InputError, match="Only binary classification is supported"):
        HardMarginSVC("linear").fit(LINE, [0, 1, 2, 2])
    with pytest.raises(ParameterError, match="'tol' parameter of HardMarginSVC"):
        HardMarginSVC("linear", tol=0.0).fit(PAIR, PAIR_SIGNS)
