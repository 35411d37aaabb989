"""Kernel ridge regression: worked numbers, scikit-learn as peer, its equivalents, examples left out."""

import tracemalloc
import warnings
from dataclasses import dataclass

import numpy as np
import pytest
import scipy.sparse as sp
from estimators.interruptions import interrupt_at_once
from estimators.regularized.ridge_sample import NEW, WEIGHTS, X, Y, y
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.kernel_ridge import KernelRidge as Peer
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder

from drupe import GaussianProcessRegressor, KernelRidge, SquaredSVR
from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Kernel, Laplacian, Linear, Matern32, Sinc
from drupe.kernels.function_kernel import FunctionKernel
from drupe.solvers.ridge_problem import Method


@pytest.mark.spec("C.E10")
def test_worked_numbers():
    x, targets = [[0.0], [1.0], [2.0]], [0.0, 1.0, 0.5]
    machine = KernelRidge(0.1, kernel="rbf", gamma=1.0).fit(x, targets)
    np.testing.assert_allclose(machine.dual_coef_, [-0.32792322, 0.97383916, 0.13431884], atol=1e-8)
    np.testing.assert_allclose(machine.predict([[0.5], [1.5], [3.0]]), [0.51719694, 0.82847146, 0.06720916], atol=1e-8)


@pytest.mark.spec("C.E10")
def test_multipliers_of_the_book():
    """With α′ = 2λ(K + λI)⁻¹y the slacks are α′/2, and the dual yᵀα′ − α′Kα′/(4λ) − α′α′/4 is the primal."""
    machine = KernelRidge(0.3, kernel=Gaussian(1.0)).fit(X, y)
    K, multipliers = Gaussian(1.0)(X), 2.0 * 0.3 * machine.dual_coef_
    slacks = y - machine.predict(X)
    np.testing.assert_allclose(slacks, multipliers / 2.0, atol=1e-10)
    primal = 0.3 * machine.dual_coef_ @ K @ machine.dual_coef_ + slacks @ slacks
    dual = y @ multipliers - multipliers @ K @ multipliers / (4 * 0.3) - multipliers @ multipliers / 4
    assert dual == pytest.approx(primal)


@pytest.mark.spec("S.A19")
@pytest.mark.parametrize("kernel", [Gaussian(1.0), Laplacian(2.0), Matern32(1.5), Sinc(2.0)], ids=repr)
def test_smoothing_with_kernels_of_differences(kernel):
    """What is left of a target is its coefficient times alpha, and more alpha makes the function smoother."""
    x = np.linspace(-3.0, 3.0, 40)[:, None]
    targets = np.sin(x[:, 0]) + 0.3 * np.random.default_rng(1).normal(size=40)
    norms, errors = [], []
    for alpha in (1e-2, 1e-1, 1.0, 10.0):
        machine = KernelRidge(alpha, kernel=kernel).fit(x, targets)
        residuals = targets - machine.predict(x)
        np.testing.assert_allclose(residuals, alpha * machine.dual_coef_, atol=1e-9)
        norms.append(machine.dual_coef_ @ kernel(x) @ machine.dual_coef_)
        errors.append(residuals @ residuals)
    assert np.all(np.diff(norms) < 0)
    assert np.all(np.diff(errors) > 0)


@pytest.mark.spec("G.P-01")
def test_categories_become_columns_of_zeros_and_ones():
    """One column for each value, exactly one of them not zero: least squares finds the mean of each value."""
    colors = np.array(["red", "green", "blue"])[np.random.default_rng(1).integers(3, size=60)][:, None]
    model = make_pipeline(OneHotEncoder(), KernelRidge(1e-9)).fit(colors, y)
    seen = model[0].transform(colors)
    assert seen.shape == (60, 3)
    np.testing.assert_array_equal(seen.sum(axis=1), 1.0)
    for color in ("red", "green", "blue"):
        assert model.predict([[color]]).item() == pytest.approx(y[colors[:, 0] == color].mean())


@pytest.mark.parametrize("weights", [None, WEIGHTS], ids=["unweighted", "weighted"])
@pytest.mark.parametrize("alpha", [0.3, [0.3, 1.0, 0.3]], ids=["one alpha", "three"])
@pytest.mark.parametrize("kernel", ["linear", "rbf", "poly", "polynomial", "laplacian", "cosine"])
def test_scikit_learn_says_the_same(kernel, alpha, weights):
    ours = KernelRidge(alpha, kernel=kernel).fit(X, Y, weights)
    peer = Peer(alpha, kernel=kernel).fit(X, Y, weights)
    np.testing.assert_allclose(ours.predict(NEW), peer.predict(NEW), atol=1e-9)
    np.testing.assert_allclose(ours.dual_coef_, peer.dual_coef_, atol=1e-8)
    assert ours.dual_coef_.shape == peer.dual_coef_.shape == (60, 3)


@pytest.mark.parametrize(("kernel", "gamma"), [("chi2", 0.5), ("rbf", 0.05), ("poly", 0.2), ("laplacian", 0.2)])
def test_gamma_means_what_it_means_to_scikit_learn(kernel, gamma):
    settings = {"kernel": kernel, "gamma": gamma, "degree": 2, "coef0": 0.5, "alpha": 0.1}
    np.testing.assert_allclose(
        KernelRidge(**settings).fit(abs(X), y).predict(abs(NEW)),
        Peer(**settings).fit(abs(X), y).predict(abs(NEW)),
        atol=1e-9,
    )


def test_functions_precomputed_and_sparse_as_in_scikit_learn():
    def near(x, z, width):
        return np.exp(-np.abs(x - z).sum() / width)

    settings = {"alpha": 0.3, "kernel": near, "kernel_params": {"width": 2.0}}
    ours, peer = (kind(**settings).fit(X, y).predict(NEW) for kind in (KernelRidge, Peer))
    np.testing.assert_allclose(ours, peer, atol=1e-10)
    K, across = Gaussian(1.0)(X), Gaussian(1.0)(NEW, X)
    ours, peer = (kind(0.3, kernel="precomputed").fit(K, y, WEIGHTS).predict(across) for kind in (KernelRidge, Peer))
    np.testing.assert_allclose(ours, peer, atol=1e-10)
    thin = sp.csr_array(np.where(np.abs(X) > 1.0, X, 0.0))
    for kernel in ("linear", "rbf"):
        ours, peer = (kind(0.3, kernel=kernel).fit(thin, y).predict(thin) for kind in (KernelRidge, Peer))
        np.testing.assert_allclose(ours, peer, atol=1e-10)


def test_shapes_follow_those_of_y():
    for targets, shape in ((y, (9,)), (Y[:, :1], (9, 1)), (Y, (9, 3))):
        assert KernelRidge(kernel="rbf").fit(X, targets).predict(NEW).shape == shape
        assert Peer(kernel="rbf").fit(X, targets).predict(NEW).shape == shape


def test_training_examples_are_there_for_who_wants_to_predict_by_hand():
    weights = WEIGHTS.copy()
    weights[[3, 8]] = 0.0
    machine = KernelRidge(0.3, kernel="rbf", gamma=0.5).fit(X, y, weights)
    by_hand = Gaussian(1.0)(NEW, machine.X_fit_) @ machine.dual_coef_
    np.testing.assert_allclose(machine.predict(NEW), by_hand, atol=1e-12)
    np.testing.assert_array_equal(machine.support_, np.delete(np.arange(60), [3, 8]))
    with pytest.raises(AttributeError, match="the linear one"):
        _ = KernelRidge().fit(X, y).X_fit_
    with pytest.raises(AttributeError, match="linear kernel"):
        _ = machine.coef_


@pytest.mark.spec("C.E10", "C.E11", "C.C29", "S.A01")
@pytest.mark.parametrize("strength", [0.01, 0.5, 10.0])
def test_one_function_by_many_names(strength):
    """λ of ridge regression, σ² of a Gaussian process, 1/C of squared residuals without a tube."""
    ridge = KernelRidge(strength, kernel=Gaussian(1.0)).fit(X, y).predict(NEW)
    process = GaussianProcessRegressor(Gaussian(1.0), noise=strength, optimizer=None).fit(X, y)
    tube = SquaredSVR(1.0 / strength, 0.0, kernel=Gaussian(1.0), fit_intercept=False, tol=1e-10).fit(X, y)
    np.testing.assert_allclose(process.predict(NEW), ridge, atol=1e-10)
    np.testing.assert_allclose(tube.predict(NEW), ridge, atol=1e-6)
    with_offset = SquaredSVR(1.0 / strength, 0.0, kernel=Gaussian(1.0), tol=1e-10).fit(X, y + 3.0)
    bordered = KernelRidge(strength, kernel=Gaussian(1.0), fit_intercept=True).fit(X, y + 3.0)
    np.testing.assert_allclose(bordered.predict(NEW), with_offset.predict(NEW), atol=1e-6)
    assert bordered.intercept_ == pytest.approx(with_offset.intercept_[0], abs=1e-6)


@pytest.mark.spec("C.A16", "C.A17", "C.E10", "S.A01", "S.A04", "S.A05")
@pytest.mark.parametrize("offset", [False, True])
@pytest.mark.parametrize("strength", [0.1, 10.0])
def test_linear_kernel_is_ridge_regression_by_every_method(strength, offset):
    peer = Ridge(strength, fit_intercept=offset).fit(X, Y, WEIGHTS)
    for method in ("primal", "cholesky", "conjugate_gradients"):
        machine = KernelRidge(strength, method=method, fit_intercept=offset, tol=1e-12).fit(X, Y, WEIGHTS)
        np.testing.assert_allclose(machine.coef_, peer.coef_, atol=1e-9)
        np.testing.assert_allclose(machine.intercept_, peer.intercept_, atol=1e-9)
        np.testing.assert_allclose(X.T @ machine.dual_coef_, machine.coef_.T, atol=1e-8)
        np.testing.assert_allclose(machine.predict(NEW), peer.predict(NEW), atol=1e-9)


@pytest.mark.spec("C.E10", "S.A01")
def test_limits_of_alpha():
    interpolating = KernelRidge(0.0, kernel=Gaussian(1.0)).fit(X, y)
    np.testing.assert_allclose(interpolating.predict(X), y, atol=1e-9)
    np.testing.assert_allclose(interpolating.dual_coef_, np.linalg.solve(Gaussian(1.0)(X), y), rtol=1e-6, atol=1e-8)
    nearly = KernelRidge(1e-10, kernel=Gaussian(1.0)).fit(X, y)
    np.testing.assert_allclose(nearly.predict(NEW), interpolating.predict(NEW), atol=1e-6)
    nothing = KernelRidge(1e12, kernel=Gaussian(1.0)).fit(X, y)
    np.testing.assert_allclose(nothing.predict(NEW), 0.0, atol=1e-9)
    mean = KernelRidge(1e12, kernel=Gaussian(1.0), fit_intercept=True).fit(X, y)
    np.testing.assert_allclose(mean.predict(NEW), y.mean(), atol=1e-8)


@given(st.integers(0, 200), st.floats(0.01, 10.0), st.booleans())
def test_function_is_linear_in_the_targets(seed, strength, offset):
    rng = np.random.default_rng(seed)
    first, second = rng.normal(size=(2, 60))
    machine = KernelRidge(strength, kernel=Gaussian(1.0), fit_intercept=offset)
    said = [clone(machine).fit(X, targets).predict(NEW) for targets in (first, second, first - 2.0 * second)]
    np.testing.assert_allclose(said[2], said[0] - 2.0 * said[1], atol=1e-9)


def test_weight_counts_as_repetitions():
    weights = np.random.default_rng(1).integers(0, 4, size=60)
    often = np.repeat(np.arange(60), weights)
    for settings in ({"kernel": "rbf"}, {"fit_intercept": True}, {"kernel": "rbf", "fit_intercept": True}):
        machine = KernelRidge(0.3, **settings)
        weighted, repeated = clone(machine).fit(X, y, weights), clone(machine).fit(X[often], y[often])
        np.testing.assert_allclose(weighted.predict(NEW), repeated.predict(NEW), atol=1e-9)


@pytest.mark.parametrize("settings", [{"kernel": "rbf"}, {"kernel": "rbf", "fit_intercept": True}, {}], ids=str)
def test_left_out_is_as_if_it_had_not_been_there(settings):
    machine = KernelRidge(0.3, leave_one_out=True, **settings).fit(X, Y)
    rest = clone(machine).set_params(leave_one_out=False)
    really = cross_val_predict(rest, X, Y, cv=60)
    np.testing.assert_allclose(machine.leave_one_out_.predictions, really, atol=1e-9)
    assert machine.leave_one_out_.mean_squared_error == pytest.approx(np.mean((Y - really) ** 2))
    assert machine.leave_one_out_.mean_absolute_error == pytest.approx(np.mean(np.abs(Y - really)))
    assert not hasattr(rest.fit(X, y), "leave_one_out_")
    assert machine.fit(X, y).leave_one_out_.residuals.shape == (60,)


def test_strings_are_compared_by_kernels_of_strings():
    shared = FunctionKernel(lambda a, b: np.array([[len(set(x) & set(z)) for z in b] for x in a]))
    machine = KernelRidge(0.1, kernel=shared).fit(["ab", "bc", "xyz"], [1.0, 1.0, -1.0])
    np.testing.assert_allclose(machine.predict(["abc", "xy"]), [4.0 / 3.1, -2.0 / 3.1])


@dataclass(frozen=True)
class Kept(Kernel[Vectors]):
    """A kernel that hands out a matrix which it keeps."""

    def matrix(self, left, right):
        return KEPT if len(left) == len(right) == 60 else Gaussian(1.0).matrix(left, right)


KEPT = Gaussian(1.0)(X)


def test_matrices_of_others_are_not_overwritten():
    before = KEPT.copy()
    for machine in (
        KernelRidge(0.3, kernel=Kept(), leave_one_out=True),
        GaussianProcessRegressor(Kept(), noise=0.3),
        GaussianProcessRegressor(FunctionKernel(lambda a, b: KEPT[: len(a), : len(b)]), noise=0.3, optimizer=None),
    ):
        machine.fit(X, y)
        np.testing.assert_array_equal(KEPT, before)
    plain = before.copy()
    KernelRidge(0.3, kernel="precomputed").fit(plain, y)
    np.testing.assert_array_equal(plain, before)


def test_method_is_chosen_by_size_and_memory():
    def chosen(data, **settings):
        return KernelRidge(1.0, **settings).fit(data, np.ones(len(data))).solution_.method

    assert chosen(X) is Method.PRIMAL
    assert chosen(X[:3]) is Method.CHOLESKY
    assert chosen(X, kernel="rbf") is Method.CHOLESKY
    assert chosen(X, kernel="rbf", cache_size=0.02) is Method.CONJUGATE_GRADIENTS
    assert chosen(X[:3], cache_size=1e-5) is Method.CONJUGATE_GRADIENTS


def test_steps_reach_the_factorization():
    direct = KernelRidge(0.1, kernel="rbf", fit_intercept=True).fit(X, Y, WEIGHTS)
    steps = clone(direct).set_params(method="conjugate_gradients", tol=1e-11).fit(X, Y, WEIGHTS)
    np.testing.assert_allclose(steps.predict(NEW), direct.predict(NEW), atol=1e-8)
    assert steps.solution_.residual <= 1e-11
    assert steps.n_iter_ > 1
    C = Gaussian(np.sqrt(2.0))(X) + np.diag(0.1 / WEIGHTS)
    for bracket, targets in zip(steps.solution_.brackets, Y.T, strict=True):
        energy = 0.5 * targets @ np.linalg.solve(C, targets)
        assert bracket.lower == pytest.approx(energy, rel=1e-6)
        assert bracket.upper == pytest.approx(energy, rel=1e-6)


@pytest.mark.parametrize("unit", [1e-250, 1e-20, 1e90])
def test_steps_do_not_mind_the_unit_of_the_targets(unit):
    settings = {"alpha": 0.1, "kernel": "rbf", "method": "conjugate_gradients", "fit_intercept": True}
    plain, scaled = (KernelRidge(**settings).fit(X, targets) for targets in (y, unit * y))
    np.testing.assert_allclose(scaled.predict(X) / unit, plain.predict(X), rtol=1e-6)
    (before,), (after,) = plain.solution_.brackets, scaled.solution_.brackets
    np.testing.assert_allclose(after.lower, unit**2 * before.lower, rtol=1e-6)


def test_steps_that_do_not_suffice_are_told():
    machine = KernelRidge(1e-6, kernel="rbf", method="conjugate_gradients", max_iter=2)
    with pytest.warns(ConvergenceWarning, match="reached the iteration limit after 2 steps"):
        machine.fit(X, y)


def test_interrupted_steps_are_kept_if_asked(monkeypatch):
    interrupt_at_once(monkeypatch)
    machine = KernelRidge(0.01, kernel="rbf", method="conjugate_gradients")
    with pytest.raises(KeyboardInterrupt):
        machine.fit(X, y)
    with pytest.warns(ConvergenceWarning, match="was interrupted"):
        machine.set_params(on_interrupt="keep").fit(X, y)
    assert machine.n_iter_ == 1
    with pytest.raises(KeyboardInterrupt):
        KernelRidge(0.01, kernel="rbf", on_interrupt="keep").fit(X, y)


def test_grid_search_over_alpha_and_gamma():
    search = GridSearchCV(KernelRidge(kernel="rbf"), {"alpha": [1e-3, 1.0], "gamma": [0.01, 0.3]}, cv=3).fit(X, y)
    peer = GridSearchCV(Peer(kernel="rbf"), {"alpha": [1e-3, 1.0], "gamma": [0.01, 0.3]}, cv=3).fit(X, y)
    assert search.best_params_ == peer.best_params_
    np.testing.assert_allclose(search.cv_results_["mean_test_score"], peer.cv_results_["mean_test_score"], atol=1e-9)


def test_one_matrix_is_all_the_memory():
    wide = np.random.default_rng(0).normal(size=(1500, 5))
    whole = 8 * 1500**2
    tracemalloc.start()
    KernelRidge(0.1, kernel="rbf", fit_intercept=True, leave_one_out=True).fit(wide, wide[:, 0])
    held = tracemalloc.get_traced_memory()[1]
    tracemalloc.reset_peak()
    KernelRidge(0.1, kernel="rbf", method="conjugate_gradients").fit(wide, wide[:, 0])
    free = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert held < 1.25 * whole
    assert free < 0.25 * whole


def test_no_warning_on_ordinary_data():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        KernelRidge(kernel=Linear()).fit(X, y)
