"""The 2-norm and the mixed soft margin: primal against dual, peers, limits, costs by class, weights as repetition."""

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.svm import SVC as PeerSVC
from sklearn.svm import LinearSVC
from solvers.toys import LINE, LINE_SIGNS, PAIR, PAIR_SIGNS, clouds

from drupe.estimators.margin.hard_margin_svc import HardMarginSVC
from drupe.estimators.margin.mixed_norm_svc import MixedNormSVC
from drupe.estimators.margin.two_norm_svc import TwoNormSVC
from drupe.kernels import Gaussian

GRID = np.random.default_rng(0).normal(size=(40, 2)) * 2


@pytest.mark.spec("C.E02", "G.A-08")
@pytest.mark.parametrize(("C", "alpha"), [(1.0, 0.2), (10.0, 0.2439024)])
def test_two_points(C, alpha):
    machine = TwoNormSVC(C, kernel="linear").fit(PAIR, PAIR_SIGNS)
    np.testing.assert_allclose(np.abs(machine.dual_coef_), alpha, rtol=1e-6)


@pytest.mark.spec("C.E02", "C.E14", "G.A-08", "M.S04", "H.S03")
@pytest.mark.parametrize("fit_intercept", [True, False])
def test_two_norm_invariants(fit_intercept):
    x, signs = clouds(60, 0.6, 1)
    machine = TwoNormSVC(2.0, kernel=Gaussian(1.0), fit_intercept=fit_intercept).fit(x, signs)
    alpha = np.zeros(60)
    alpha[machine.support_] = np.abs(machine.dual_coef_[0])
    np.testing.assert_allclose(machine.slack_, alpha / 2.0, atol=1e-7)
    squared_norm = alpha.sum() - (alpha @ alpha) / 2.0
    assert machine.margins_.norm**2 == pytest.approx(squared_norm, rel=1e-7)
    assert machine.objectives_.gap == pytest.approx(0.0, abs=1e-6)
    assert machine.solution_.gap == machine.objectives_.gap
    # New examples are compared with the plain kernel.
    K = Gaussian(1.0)(GRID, x)
    np.testing.assert_allclose(machine.decision_function(GRID), K @ (signs * alpha) + machine.intercept_[0], atol=1e-9)


@pytest.mark.spec("C.E02", "G.A-08", "G.A-09")
def test_two_norm_against_a_peer():
    x, signs = clouds(80, 0.5, 2)
    ours = TwoNormSVC(3.0, kernel="linear", fit_intercept=False).fit(x, signs)
    peer = LinearSVC(C=1.5, loss="squared_hinge", dual=True, fit_intercept=False, tol=1e-10, max_iter=100_000).fit(
        x, signs
    )
    np.testing.assert_allclose(ours.coef_, peer.coef_, rtol=1e-5)


@pytest.mark.spec("C.E02", "G.A-08")
def test_two_norm_becomes_the_hard_margin():
    x, signs = clouds(50, 3.0, 3)
    hard = HardMarginSVC("linear").fit(x, signs)
    soft = TwoNormSVC(1e7, kernel="linear").fit(x, signs)
    np.testing.assert_allclose(soft.coef_, hard.coef_, rtol=1e-4)
    lifted = HardMarginSVC("precomputed").fit(x @ x.T + 0.5 * np.eye(50), signs)
    direct = TwoNormSVC(2.0, kernel="linear").fit(x, signs)
    np.testing.assert_allclose(lifted.dual_coef_, direct.dual_coef_, atol=1e-6)


@pytest.mark.spec("C.E17")
def test_rule_of_thumb_for_the_cost():
    x, signs = clouds(40, 0.5, 3)
    x *= 10.0
    ruled = TwoNormSVC("scale", kernel="linear").fit(x, signs)
    given = TwoNormSVC(1.0 / (x**2).sum(axis=1).max(), kernel="linear").fit(x, signs)
    np.testing.assert_allclose(ruled.dual_coef_, given.dual_coef_)


@pytest.mark.spec("H.S04")
@pytest.mark.parametrize("machine", [TwoNormSVC(1.0), MixedNormSVC(0.5, 1.0)], ids=["two-norm", "mixed"])
def test_costs_by_class(machine):
    rng = np.random.default_rng(5)
    x, y = (
        np.vstack([rng.normal(1.0, 1.0, (10, 2)), rng.normal(-0.5, 1.0, (90, 2))]),
        np.repeat(["rare", "usual"], [10, 90]),
    )
    plain = machine.set_params(class_weight=None).fit(x, y)
    missed = np.sum(plain.predict(x)[y == "rare"] != "rare")
    weighted = machine.set_params(class_weight={"rare": 9.0}).fit(x, y)
    assert np.sum(weighted.predict(x)[y == "rare"] != "rare") < missed
    balanced = machine.set_params(class_weight="balanced").fit(x, y).decision_function(GRID)
    named = machine.set_params(class_weight={"rare": 100 / 20, "usual": 100 / 180}).fit(x, y).decision_function(GRID)
    np.testing.assert_allclose(balanced, named, atol=1e-7)


@pytest.mark.parametrize("machine", [TwoNormSVC(1.0), MixedNormSVC(0.5, 1.0)], ids=["two-norm", "mixed"])
def test_a_weight_is_a_repetition(machine):
    x, signs = clouds(30, 0.5, 8)
    times = np.random.default_rng(1).integers(0, 4, size=30)
    weighted = machine.fit(x, signs, sample_weight=times).decision_function(GRID)
    repeated = machine.fit(np.repeat(x, times, axis=0), np.repeat(signs, times)).decision_function(GRID)
    np.testing.assert_allclose(weighted, repeated, atol=1e-6)


@pytest.mark.spec("C.E06")
@pytest.mark.parametrize("fit_intercept", [True, False])
def test_mixed_norm_minimizes_its_primal(fit_intercept):
    x, signs = clouds(20, 0.4, 4)
    machine = MixedNormSVC(0.7, 1.3, kernel="linear", fit_intercept=fit_intercept).fit(x, signs)

    def primal(parameters):
        w, b = parameters[:2], parameters[2] if fit_intercept else 0.0
        slack = np.maximum(0.0, 1.0 - signs * (x @ w + b))
        return 0.5 * w @ w + 0.7 * slack.sum() + 0.65 * slack @ slack

    found = np.concatenate([machine.coef_[0], machine.intercept_])
    assert primal(found) == pytest.approx(machine.objectives_.primal, rel=1e-9)
    assert machine.objectives_.gap == pytest.approx(0.0, abs=1e-7)
    other = minimize(
        primal, np.zeros(3), method="Nelder-Mead", options={"maxiter": 20_000, "fatol": 1e-12, "xatol": 1e-9}
    )
    assert primal(found) <= other.fun + 1e-9
    assert other.fun == pytest.approx(primal(found), rel=1e-5)


@pytest.mark.spec("C.E06", "C.E03")
def test_mixed_norm_becomes_the_one_norm():
    x, signs = clouds(40, 0.5, 7)
    mixed = MixedNormSVC(1.0, 1e-7, kernel="linear").fit(x, signs)
    peer = PeerSVC(kernel="linear", C=1.0, tol=1e-10).fit(x, signs)
    np.testing.assert_allclose(mixed.coef_, peer.coef_, atol=1e-5)
    two = TwoNormSVC(2.0, kernel="linear").fit(x, signs)
    np.testing.assert_allclose(MixedNormSVC(0.0, 2.0, kernel="linear").fit(x, signs).coef_, two.coef_, atol=1e-7)


@pytest.mark.spec("C.E20", "G.A-08")
def test_only_support_vectors_matter():
    x, signs = clouds(80, 1.2, 6)
    for machine in (TwoNormSVC(2.0, kernel=Gaussian(2.0)), MixedNormSVC(0.5, 1.0, kernel=Gaussian(2.0))):
        whole = machine.fit(x, signs).decision_function(GRID)
        kept = machine.support_
        assert len(kept) < 80
        again = machine.fit(x[kept], signs[kept]).decision_function(GRID)
        np.testing.assert_allclose(again, whole, atol=1e-6)


@pytest.mark.spec("C.E02")
def test_alternating_points_need_slack():
    machine = TwoNormSVC(1.0, kernel="linear").fit(LINE, LINE_SIGNS)
    np.testing.assert_allclose(machine.coef_, [[1.0 / 3.0]], rtol=1e-6)
    assert machine.objectives_.dual == pytest.approx(1.6666667, rel=1e-6)
    assert machine.slack_.max() > 1.0
