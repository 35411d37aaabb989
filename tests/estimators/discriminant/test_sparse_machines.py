"""Sparse discriminants and regressions: worked numbers, the path, refusals, weights, and what zeros are worth."""

import pickle

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.linear_model import Lasso
from solvers.expansions.toy import KERNEL, POINTS, SIGNS

import drupe
from drupe import SVR, KernelFisher, SparseKernelFisher, SparseKernelRegressor, certify
from drupe.estimators.warnings import FitWarning
from drupe.foundation.errors import InputError, ParameterError
from drupe.kernels import Gaussian

RNG = np.random.default_rng(0)
X = RNG.normal(size=(60, 2))
LABELS = np.where(X[:, 0] * X[:, 1] + 0.2 * RNG.normal(size=60) > 0, "yes", "no")
NEW = RNG.normal(size=(9, 2))


@pytest.mark.spec("M.Q07", "M.P10")
def test_sparse_discriminant_on_six_points():
    machine = SparseKernelFisher(KERNEL, alpha=0.5, threshold="least squares").fit(POINTS, SIGNS)
    np.testing.assert_allclose(machine.dual_coef_, [[0.507395, 0.313092, 0.817810]], atol=1e-6)
    assert machine.support_.tolist() == [0, 3, 4]
    np.testing.assert_allclose([machine.offset_[0], machine.intercept_[0]], [-0.541173, -0.541173], atol=1e-6)
    assert machine.objective_ == pytest.approx(2.858791, abs=1e-6)
    assert machine.sparsity_ == 0.5
    assert machine.alpha_.tolist() == [0.5]
    outputs = SIGNS - [0.985896, -0.871346, -0.775646, 0.858557, 0.604764, -0.802225]
    np.testing.assert_allclose(machine.decision_function(POINTS), outputs, atol=1e-6)


def test_only_centers_with_a_coefficient_are_kept():
    machine = SparseKernelFisher(Gaussian(1.0), alpha=0.5).fit(X, LABELS)
    assert 0 < len(machine.support_) < 30
    assert len(machine.predictor_.centers) == len(machine.support_)
    assert machine.sparsity_ == pytest.approx(1.0 - len(machine.support_) / 60)
    by_hand = Gaussian(1.0)(NEW, X[machine.support_]) @ machine.dual_coef_[0] + machine.intercept_[0]
    np.testing.assert_allclose(machine.decision_function(NEW), by_hand, atol=1e-12)


def test_several_classes_each_against_the_rest():
    data, classes = load_iris(return_X_y=True)
    machine = SparseKernelFisher(Gaussian(1.0), alpha=0.3, threshold="least squares").fit(data, classes)
    assert machine.score(data, classes) > 0.95
    for c in range(3):
        alone = SparseKernelFisher(Gaussian(1.0), alpha=0.3, threshold="least squares").fit(data, classes == c)
        np.testing.assert_allclose(machine.decision_function(data)[:, c], alone.decision_function(data), atol=1e-9)


def test_no_more_coefficients_than_are_allowed():
    machine = SparseKernelFisher(Gaussian(1.0), alpha=1e-4, max_nonzeros=7).fit(X, LABELS)
    assert machine.dual_coef_.shape == (1, 7)
    assert machine.alpha_[0] > 1e-4
    again = SparseKernelFisher(Gaussian(1.0), alpha=float(machine.alpha_[0])).fit(X, LABELS)
    np.testing.assert_allclose(again.decision_function(NEW), machine.decision_function(NEW), atol=1e-9)
    assert again.objective_ == pytest.approx(machine.objective_, rel=1e-12)
    with pytest.raises(ParameterError, match="max_nonzeros"):
        SparseKernelFisher(max_nonzeros=0).fit(X, LABELS)


@pytest.mark.spec("M.Q07")
@pytest.mark.parametrize("kind", [SparseKernelFisher, SparseKernelRegressor])
def test_the_path_has_the_machines_of_all_alphas(kind):
    data, classes = load_iris(return_X_y=True)
    targets = classes if kind is SparseKernelFisher else data[:, 0] * data[:, 1]
    machine = kind(Gaussian(1.0), alpha=0.1)
    path = machine.path(data, targets)
    assert not hasattr(machine, "predictor_")
    assert path.least == 0.1
    assert (np.diff(path.alphas) < 0).all()
    wanted = [0.1, 0.37, 2.0, 2.0 * path.largest]
    outputs = path.outputs(data[:20], wanted)
    assert outputs.shape == (4, 20, 3 if kind is SparseKernelFisher else 1)
    counts = path.nonzeros(wanted)
    for alpha, seen, count in zip(wanted[:3], outputs, counts, strict=False):
        extra = {"threshold": "least squares"} if kind is SparseKernelFisher else {}
        alone = kind(Gaussian(1.0), alpha=alpha, **extra).fit(data, targets)
        np.testing.assert_allclose(seen, alone._outputs(data[:20]), atol=1e-8)
        assert count == len(alone.support_)
    assert counts[3] == 0
    assert np.ptp(outputs[3], axis=0).max() == 0.0
    with pytest.raises(InputError, match=r"ends at alpha = 0\.1"):
        path.outputs(data, 0.05)
    with pytest.raises(InputError, match=r"shape \(1, 2\)"):
        path.outputs(data, [[1.0, 2.0]])


def test_a_rule_that_is_constant_says_so():
    with pytest.warns(FitWarning, match="every training example"):
        machine = SparseKernelFisher(Gaussian(1.0), alpha=1e3).fit(X, LABELS)
    assert len(machine.support_) == 0
    assert machine.sparsity_ == 1.0
    assert np.ptp(machine.decision_function(NEW)) == 0.0


def test_of_identical_inputs_the_first_has_the_coefficient():
    twice, labels = np.concatenate([X, X]), np.concatenate([LABELS, LABELS])
    machine = SparseKernelFisher(Gaussian(1.0), alpha=1.0, threshold="least squares").fit(twice, labels)
    assert machine.support_.max() < 60
    once = SparseKernelFisher(Gaussian(1.0), alpha=1.0, threshold="least squares")
    once.fit(X, LABELS, sample_weight=np.full(60, 2.0))
    np.testing.assert_allclose(machine.decision_function(NEW), once.decision_function(NEW), atol=1e-9)


def test_weights_count_as_repetitions_and_zero_leaves_out():
    weights = RNG.integers(0, 4, 60)
    often = np.repeat(np.arange(60), weights)
    one = SparseKernelFisher(Gaussian(1.0), alpha=0.2).fit(X, LABELS, weights)
    many = SparseKernelFisher(Gaussian(1.0), alpha=0.2).fit(X[often], LABELS[often])
    np.testing.assert_allclose(one.decision_function(NEW), many.decision_function(NEW), atol=1e-7)
    assert (weights[one.support_] > 0).all()


def test_compression_is_refused_with_the_reason():
    machine = SparseKernelFisher(Gaussian(1.0), alpha=0.5).fit(X, LABELS)
    report = str(certify(machine, X, LABELS))
    assert "coefficients depend on all training examples" in report


def test_a_machine_can_be_saved_and_loaded(tmp_path):
    machine = SparseKernelFisher(Gaussian(1.0), alpha=0.5).fit(X, LABELS)
    for again in (pickle.loads(pickle.dumps(machine)), _loaded(machine, tmp_path)):
        np.testing.assert_array_equal(again.decision_function(NEW), machine.decision_function(NEW))
        assert again.alpha_.tolist() == machine.alpha_.tolist()


def _loaded(machine, folder):
    drupe.save(machine, folder / "machine.drupe")
    return drupe.load(folder / "machine.drupe")


def test_without_room_for_the_matrix_products_are_made_each_time():
    small = SparseKernelFisher(Gaussian(1.0), alpha=0.2, cache_size=1e-3).fit(X, LABELS)
    large = SparseKernelFisher(Gaussian(1.0), alpha=0.2).fit(X, LABELS)
    np.testing.assert_allclose(small.decision_function(NEW), large.decision_function(NEW), atol=1e-9)


@pytest.mark.spec("M.Q09")
@pytest.mark.parametrize(("noise", "spread", "alpha"), [(0.0, 4.0, 0.01), (0.2, 3.0, 0.1)])
def test_sinc_takes_few_coefficients(noise, spread, alpha):
    """Exact, or with noise of 0.2: fewer coefficients than the tube of a support vector regression keeps."""
    x = np.linspace(-10.0, 10.0, 100)
    truth = np.sinc(x / np.pi)
    y = truth + noise * np.random.default_rng(1).normal(size=100)
    kernel = Gaussian.from_gamma(1.0 / spread)
    machine = SparseKernelRegressor(kernel, alpha=alpha).fit(x[:, None], y)
    error = np.sqrt(np.mean((machine.predict(x[:, None]) - truth) ** 2))
    assert error <= (0.01 if noise == 0.0 else 0.1)
    tube = SVR(kernel=kernel, C=10.0, epsilon=0.01 if noise == 0.0 else 0.1).fit(x[:, None], y)
    assert len(machine.support_) <= 25
    assert len(machine.support_) < len(tube.support_)


@pytest.mark.spec("M.Q09")
def test_sparse_regression_is_the_lasso_over_the_kernel_matrix():
    y = np.sin(X[:, 0]) + 0.1 * RNG.normal(size=60)
    machine = SparseKernelRegressor(Gaussian(2.0), alpha=0.6).fit(X, y)
    peer = Lasso(alpha=0.6 / 60, tol=1e-12, max_iter=1_000_000).fit(Gaussian(2.0)(X), y)
    np.testing.assert_allclose(machine.predict(NEW), peer.predict(Gaussian(2.0)(NEW, X)), atol=1e-5)


@pytest.mark.spec("M.Q13")
def test_gaussian_noise_and_laplacian_coefficients_make_it_the_most_probable_function():
    """−log posterior with noise of variance s² and coefficients of scale t is the program at alpha = s²/t, over s²."""
    variance, scale = 0.25, 0.5
    y = np.sin(X[:, 0])
    machine = SparseKernelRegressor(Gaussian(1.0), alpha=variance / scale).fit(X, y)
    K, a = Gaussian(1.0)(X), np.zeros(60)
    a[machine.support_] = machine.dual_coef_[0]

    def log_posterior(a, b):
        noise = -0.5 * np.log(2.0 * np.pi * variance) - (y - K @ a - b) ** 2 / (2.0 * variance)
        prior = -np.log(2.0 * scale) - np.abs(a) / scale
        return noise.sum() + prior.sum()

    best = log_posterior(a, machine.intercept_[0])
    for _ in range(100):
        along, shift = RNG.normal(size=60), RNG.normal()
        for length in (1e-1, 1e-3, 1e-5):
            assert log_posterior(a + length * along, machine.intercept_[0] + length * shift) < best


@pytest.mark.spec("M.Q13")
def test_gaussian_coefficients_make_the_plain_discriminant_the_most_probable_function():
    """With a ~ N(0, t²) the mode is the least-squares solution with ‖a‖² at alpha = s²/t², found here by algebra."""
    variance, spread = 0.5, 2.0
    signs = np.where(LABELS == "yes", 1.0, -1.0)
    machine = KernelFisher(Gaussian(1.0), alpha=variance / spread, penalty="coefficients", threshold="least squares")
    machine.fit(X, LABELS)
    design = np.hstack([Gaussian(1.0)(X), np.ones((60, 1))])
    precision = design.T @ design / variance + np.diag(np.append(np.full(60, 1.0 / spread), 0.0))
    mode = np.linalg.solve(precision, design.T @ signs / variance)
    np.testing.assert_allclose(machine.decision_function(X), design @ mode, atol=1e-8)
