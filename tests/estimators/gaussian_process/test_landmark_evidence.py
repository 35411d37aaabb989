"""The bound from landmarks: exact with all of them, never above the evidence, its slopes, and what it predicts."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import multivariate_normal
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel

from drupe import GaussianProcessRegressor
from drupe.estimators.gaussian_process.evidence import NOISE, Evidence
from drupe.estimators.gaussian_process.landmark_evidence import LandmarkEvidence
from drupe.foundation.errors import ParameterError
from drupe.inputs import Vectors
from drupe.kernels import ARD, Gaussian, Linear, Matern32, Noise, RationalQuadratic

RNG = np.random.default_rng(0)
X = RNG.normal(size=(60, 2))
Y = np.column_stack([np.sin(2.0 * X[:, 0]), X[:, 0] * X[:, 1]]) + 0.1 * RNG.normal(size=(60, 2))
NEW = RNG.normal(size=(9, 2))
INPUTS = Vectors.of(X)
KERNELS = [
    1.5 * Gaussian(0.8),
    ARD((0.7, 2.0)),
    Matern32(1.3) + 0.5 * Linear() + Noise(0.1),
    RationalQuadratic(1.2, 0.8) * Gaussian(2.0),
    (Noise(0.05) + Gaussian(1.0)) + 0.3 * Linear(),
]


def through(count, **settings):
    return LandmarkEvidence(INPUTS, Y, INPUTS.take(np.arange(count)), **settings)


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
@pytest.mark.parametrize("extra", [0.0, 0.05, np.linspace(0.01, 0.2, 60)], ids=["none", "one", "each"])
def test_with_all_landmarks_it_is_the_evidence(kernel, extra):
    exact, bound = Evidence(INPUTS, Y, extra=extra).slopes(kernel, 0.3), through(60, extra=extra).slopes(kernel, 0.3)
    assert bound[0] == pytest.approx(exact[0], rel=1e-6)
    assert bound[1].keys() == exact[1].keys()
    assert bound[1] == pytest.approx(exact[1], rel=1e-3, abs=1e-3)


@pytest.mark.parametrize("kernel", KERNELS[:2], ids=repr)
def test_it_is_the_formula(kernel):
    K, across, inner = kernel(X), kernel(X, X[:7]), kernel(X[:7])
    Q = across @ np.linalg.solve(inner, across.T)
    normal = multivariate_normal(np.zeros(60), Q + 0.3 * np.eye(60))
    expected = sum(normal.logpdf(column) for column in Y.T) - 2.0 * 0.5 * np.trace(K - Q) / 0.3
    assert through(7).value(kernel, 0.3) == pytest.approx(expected, rel=1e-7)


@given(st.integers(1, 59), st.sampled_from(KERNELS), st.floats(0.01, 2.0))
def test_it_is_never_above_and_more_landmarks_never_lower_it(count, kernel, noise):
    exact = Evidence(INPUTS, Y).value(kernel, noise)
    fewer, more = through(count).value(kernel, noise), through(count + 1).value(kernel, noise)
    slack = 1e-6 * abs(exact)
    assert fewer <= more + slack
    assert more <= exact + slack


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
def test_slopes_are_differences(kernel, monkeypatch):
    monkeypatch.setattr("drupe.estimators.gaussian_process.landmark_evidence.ROWS", 17)
    bound = through(8, extra=np.linspace(0.01, 0.2, 60))
    value, slopes = bound.slopes(kernel, 0.3)
    assert value == pytest.approx(bound.value(kernel, 0.3))
    for name, at in kernel.parameters().items():
        step = 1e-5 * at
        high, low = (bound.value(kernel.replace({name: at + by}), 0.3) for by in (step, -step))
        assert slopes[name] == pytest.approx((high - low) / (2 * step), rel=1e-4, abs=1e-4), name
    high, low = (bound.value(kernel, 0.3 + by) for by in (1e-5, -1e-5))
    assert slopes[NOISE] == pytest.approx((high - low) / 2e-5, rel=1e-4)


@pytest.mark.parametrize("targets", [Y[:, 0], Y], ids=["one target", "two"])
@pytest.mark.parametrize("kernel", [KERNELS[0], ConstantKernel(1.5) * RBF(0.8) + WhiteKernel(0.2)], ids=str)
def test_machine_with_all_landmarks_is_the_exact_one(kernel, targets):
    settings = {"alpha": 0.1, "noise": 0.2, "optimizer": None, "normalize_y": True}
    exact = GaussianProcessRegressor(kernel, **settings).fit(X, targets)
    for landmarks in (60, 1000, X):
        seen = GaussianProcessRegressor(kernel, landmarks=landmarks, random_state=0, **settings).fit(X, targets)
        assert seen.log_evidence_ == pytest.approx(exact.log_evidence_, rel=1e-6)
        for question in ({"return_std": True}, {"return_cov": True}, {"return_std": True, "noisy": True}):
            for a, b in zip(seen.predict(NEW, **question), exact.predict(NEW, **question), strict=True):
                np.testing.assert_allclose(a, b, atol=1e-5)
        assert seen.sample_y(NEW, 2).shape == exact.sample_y(NEW, 2).shape


@pytest.mark.parametrize("kernel", ["auto", ConstantKernel() * RBF() + WhiteKernel(0.1)], ids=str)
def test_few_landmarks_find_what_made_the_data(kernel):
    x = RNG.uniform(-5.0, 5.0, size=(3000, 1))
    y = np.sin(2.0 * x[:, 0]) + 0.2 * RNG.normal(size=3000)
    found = GaussianProcessRegressor(kernel, landmarks=40, random_state=0).fit(x, y)
    noise = found.noise_ if kernel == "auto" else found.kernel_.k2.noise_level
    assert noise == pytest.approx(0.04, rel=0.1)
    new = np.linspace(-4.5, 4.5, 100)[:, None]
    mean, deviation = found.predict(new, return_std=True)
    assert np.abs(mean - np.sin(2.0 * new[:, 0])).max() < 0.1
    assert deviation.max() < 0.3


def test_memory_does_not_grow_with_examples_times_landmarks():
    n, m = 30_000, 200
    x = RNG.normal(size=(n, 3))
    bound = LandmarkEvidence(Vectors.of(x), x[:, :1], Vectors.of(x[:m]))
    tracemalloc.start()
    bound.slopes(ARD((1.0, 1.0, 1.0)), 0.1)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 * n * m


def test_wrong_landmarks_are_refused():
    process = GaussianProcessRegressor(Gaussian(), noise=0.1)
    for landmarks, problem in (
        (0, "landmarks"),
        (2.5, "landmarks must hold"),
        (X[:, :1], "landmarks has 1 col"),
        ([], "landmarks cannot"),
    ):
        with pytest.raises(ValueError, match=problem):
            process.set_params(landmarks=landmarks).fit(X, Y)
    with pytest.raises(ParameterError, match="through landmarks a process needs noise"):
        GaussianProcessRegressor(Gaussian(), noise=0.0, alpha=0.0, landmarks=5).fit(X, Y)
    with pytest.raises(ParameterError, match="the kernel is noise alone"):
        GaussianProcessRegressor(Noise(1.0), noise=0.1, landmarks=5).fit(X, Y)
    seen = GaussianProcessRegressor(Gaussian(), noise=0.1, landmarks=5, random_state=0).fit(X, Y)
    with pytest.raises(ParameterError, match="kept no targets"):
        seen.log_marginal_likelihood([0.0, 0.0])
    assert not hasattr(seen, "L_")


@pytest.mark.parametrize("noise", [1e-2, 1e-6])
def test_landmarks_that_all_but_repeat_each_other_and_little_noise(noise):
    """A smooth kernel has few directions that matter, and sixty landmarks know them: the bound is the evidence."""
    rng = np.random.default_rng(0)
    x = Vectors.of(rng.uniform(-3.0, 3.0, size=(1200, 1)))
    y = np.sin(x.array) + np.sqrt(noise) * rng.standard_normal((1200, 1))
    kernel = 1.0 * Gaussian(2.0)
    bound = LandmarkEvidence(x, y, x.take(np.arange(60)))
    exact = Evidence(x, y).value(kernel, noise)
    value, slopes = bound.slopes(kernel, noise)
    assert value <= exact + 1e-6 * abs(exact)
    assert value == pytest.approx(exact, rel=1e-3)
    for name, at in {"kernel.width": 2.0, "factor": 1.0}.items():
        ends = [bound.value(kernel.replace({name: at * (1.0 + step)}), noise) for step in (1e-4, -1e-4)]
        assert slopes[name] * at == pytest.approx((ends[0] - ends[1]) / 2e-4, rel=0.02, abs=0.1)
