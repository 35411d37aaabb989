"""What kernel ridge regression cannot solve it refuses by name; scales and odd kernels are no reason."""

import warnings

import numpy as np
import pytest
import scipy.sparse as sp
from estimators.regularized.ridge_sample import NEW, X, Y, y
from hypothesis import given
from hypothesis import strategies as st
from sklearn.kernel_ridge import KernelRidge as Peer

from drupe import GaussianProcessRegressor, KernelRidge, RegularizedRegressor
from drupe.estimators.warnings import FitWarning
from drupe.foundation.errors import InputError, ParameterError
from drupe.kernels import Gaussian, Polyharmonic
from drupe.solvers.ridge_problem import Method


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"alpha": -1.0}, "'alpha' parameter of KernelRidge"),
        ({"alpha": [1.0, -1.0]}, "'alpha' parameter"),
        ({"alpha": "much"}, "'alpha' parameter"),
        ({"alpha": 10**400}, "'alpha' parameter"),
        ({"alpha": [1j]}, "'alpha' parameter"),
        ({"alpha": ["1"]}, "'alpha' parameter"),
        ({"alpha": []}, "'alpha' parameter"),
        ({"kernel": Gaussian}, "'kernel' parameter"),
        ({"max_iter": np.inf}, "'max_iter' parameter"),
        ({"kernel": "rbf", "n_jobs": 0}, "n_jobs"),
        ({"alpha": [1.0, 2.0]}, "alpha holds 2 numbers but y has 1 targets"),
        ({"kernel": "gauss"}, "'kernel' parameter"),
        ({"method": "svd"}, "'method' parameter"),
        ({"kernel": "rbf", "method": "primal"}, "linear kernel"),
        ({"method": "conjugate_gradients", "leave_one_out": True}, "needs a factorization"),
        ({"kernel_params": 3}, "'kernel_params' parameter"),
    ],
    ids=str,
)
def test_parameters_out_of_range_are_named(settings, problem):
    with pytest.raises((ParameterError, InputError), match=problem):
        KernelRidge(**settings).fit(X, y)


@pytest.mark.parametrize(
    ("targets", "problem"),
    [
        (np.ones(59), "60 examples but y holds 59"),
        (np.ones((59, 2)), "60 examples but y holds 59"),
        (np.array(["a"] * 60), "must hold numbers"),
        (np.where(np.arange(120).reshape(60, 2) == 7, np.nan, 1.0), "NaN"),
        (np.ones((60, 0)), "no target"),
        (np.ones((60, 2, 2)), "shape"),
        (np.ones(60) * 1j, "Complex"),
        (sp.csr_array(np.ones((60, 2))), "sparse"),
        (None, "y"),
        (np.array([None] + [1.0] * 59), "NaN, at position 0"),
        (np.array([1.0, np.inf] + [1.0] * 58, dtype=object), "infinity, at position 1"),
        (np.array([10**400] + [1] * 59), "must hold numbers"),
        (["nan"] + ["1"] * 59, "NaN, at position 0"),
        (np.ma.array(np.ones(60), mask=np.arange(60) == 3), "masked"),
        (np.arange(60).astype("datetime64[D]"), "dates or times"),
    ],
    ids=[
        *("short", "short table", "words", "NaN", "no column", "cube", "complex", "sparse", "none"),
        *("no value", "object", "too large", "the word nan", "masked", "dates"),
    ],
)
def test_targets_that_cannot_be_learned_are_refused(targets, problem):
    with pytest.raises(ValueError, match=problem):
        KernelRidge().fit(X, targets)


def test_one_alpha_may_come_as_an_array_and_threads_as_a_number_of_numpy():
    plain = KernelRidge(0.5, kernel="rbf").fit(X, y)
    odd = KernelRidge(np.array(0.5), kernel="rbf", n_jobs=np.int64(1)).fit(X, y)
    np.testing.assert_allclose(odd.predict(X), plain.predict(X), rtol=1e-12)
    assert np.isfinite(KernelRidge(kernel="rbf", n_jobs=2**70).fit(X, y).predict(X)).all()


def test_kernel_values_too_small_for_their_inverse_are_named():
    tiny = 1e-160 * X
    for method in ("primal", "cholesky", "conjugate_gradients"):
        with pytest.raises(InputError, match="too small to divide by"):
            KernelRidge(0.0, method=method).fit(tiny, y)
    assert np.isfinite(KernelRidge(1.0).fit(tiny, y).predict(tiny)).all()


def test_weights_next_to_nothing_are_named():
    hardly = np.where(np.arange(60) == 3, 1e-305, 1.0)
    for method in ("primal", "cholesky", "conjugate_gradients"):
        with pytest.raises(InputError, match="leave out examples that hardly count"):
            KernelRidge(method=method).fit(X, y, sample_weight=hardly)


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_who_is_alone_cannot_be_left_out_of_an_offset(kernel):
    alone = KernelRidge(kernel=kernel, leave_one_out=True)
    np.testing.assert_allclose(alone.fit(X[:1], y[:1]).leave_one_out_.residuals, y[:1], rtol=1e-12)
    with pytest.raises(InputError, match="one sample, as nothing is left"):
        alone.set_params(fit_intercept=True).fit(X[:1], y[:1])


def test_least_squares_through_all_examples_leaves_none_out():
    through = KernelRidge(0.0, method="primal", leave_one_out=True)
    d = X.shape[1]
    with pytest.raises(InputError, match="the others determine no function"):
        through.fit(X[:d], y[:d])


def test_singular_kernel_matrix_without_a_ridge_is_named():
    twice = np.vstack([X, X])
    with pytest.raises(InputError, match="alpha"):
        KernelRidge(0.0, kernel="rbf").fit(twice, np.tile(y, 2))
    with pytest.raises(InputError, match="alpha"):
        KernelRidge(0.0).fit(np.column_stack([X, X]), y)


def test_kernel_that_is_none_gives_what_scikit_learn_gives_and_a_warning():
    settings = {"kernel": "sigmoid", "gamma": 1.0, "alpha": [0.1, 1e-3, 0.1]}
    with pytest.warns(FitWarning, match="negative eigenvalues"):
        ours = KernelRidge(**settings, leave_one_out=True).fit(X, Y)
    for output, alpha in enumerate(settings["alpha"]):
        with pytest.warns(UserWarning, match="Singular matrix"):
            peer = Peer(**{**settings, "alpha": alpha}).fit(X, Y[:, output])
        np.testing.assert_allclose(ours.predict(NEW)[:, output], peer.predict(NEW), rtol=1e-6, atol=1e-6)
    assert ours.solution_.method is Method.SYMMETRIC
    rest = np.delete(np.arange(60), 7)
    with pytest.warns(FitWarning):
        without = KernelRidge(**settings).fit(X[rest], Y[rest])
    np.testing.assert_allclose(ours.leave_one_out_.predictions[7], without.predict(X[[7]])[0], rtol=1e-6, atol=1e-6)


def test_conditionally_positive_kernels_need_an_offset_and_then_no_warning():
    """Of −|x − z| only functions with Σα = 0 have a norm; on those the system has one solution."""
    x = np.sort(np.random.default_rng(1).uniform(-2.0, 2.0, size=(30, 1)), axis=0)
    targets = np.sin(2.0 * x[:, 0]) + 5.0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        machine = KernelRidge(0.1, kernel=Polyharmonic(1), fit_intercept=True).fit(x, targets)
    K, ones = Polyharmonic(1)(x), np.ones((30, 1))
    solved = np.linalg.solve(np.block([[K + 0.1 * np.eye(30), ones], [ones.T, np.zeros((1, 1))]]), [*targets, 0.0])
    np.testing.assert_allclose(np.append(machine.dual_coef_, machine.intercept_), solved, atol=1e-8)
    with pytest.warns(FitWarning, match="negative eigenvalues"):
        KernelRidge(0.1, kernel=Polyharmonic(1)).fit(x, targets)


@pytest.mark.parametrize("kind", [KernelRidge, RegularizedRegressor, GaussianProcessRegressor])
def test_numbers_beyond_float64_are_refused_before_they_spoil_anything(kind):
    with pytest.raises(InputError, match=r"up to 1e\+100 in size, got 1\.0e\+200; scale y"):
        kind().fit(X, np.full(60, 1e200))
    with pytest.raises(InputError, match="scale the features"):
        kind(kernel="linear").fit(1e80 * X, y)
    with pytest.raises(ParameterError, match=r"\[0\.0, 1e\+100\]"):
        KernelRidge(1e101).fit(X, y)


@given(st.sampled_from([-120, -40, -8, 8, 40]), st.sampled_from([-90, -20, 20, 90]), st.booleans())
def test_scales_of_columns_and_targets_do_not_matter(columns, targets, offset):
    """f scales with y; and with the linear kernel the columns scale alpha."""
    grown, strength = 10.0**columns, 0.3 if columns > -50 else 0.0
    plain = KernelRidge(strength, fit_intercept=offset).fit(X, y)
    scaled = KernelRidge(strength * grown**2, fit_intercept=offset).fit(grown * X, 10.0**targets * y)
    np.testing.assert_allclose(scaled.predict(grown * NEW) / 10.0**targets, plain.predict(NEW), rtol=1e-6, atol=1e-9)
