"""On the same functions the evidence is above what other libraries reach, where these are installed."""

import warnings

import numpy as np
import pytest
from scipy.special import expit
from sklearn.metrics.pairwise import rbf_kernel
from solvers.relevance.dense_evidence import gaussian_log_evidence, laplace_log_evidence, moons, sinc

from drupe import RelevanceVectorClassifier, RelevanceVectorRegressor

SAMPLES = 12
"""Of each kind. The evidence has many summits, and whoever starts elsewhere may end on a higher one now and then."""


def ahead(gains: list[float]) -> bool:
    """On average, and of five samples in four."""
    return bool(np.mean(gains) > 0.0 and np.sum(np.array(gains) >= -1e-3) >= 0.8 * len(gains))


def implied_variances(weights: np.ndarray, pulls: np.ndarray) -> np.ndarray:
    """θ with w = θ Φᵀ(gradient): how the peer scales what it reports then does not matter."""
    return np.abs(weights / pulls)


@pytest.mark.parametrize("noise", [0.01, 0.1, 0.3])
@pytest.mark.parametrize("n", [100, 300])
def test_regression_is_ahead_of_fastrvm(n: int, noise: float) -> None:
    fastrvm = pytest.importorskip("fastrvm", reason="the peer is not installed")
    gains = []
    for seed in range(SAMPLES):
        x, t = sinc(n, seed, noise)
        theirs = fastrvm.RVR(gamma=0.1).fit(x, t)
        left, w = rbf_kernel(x, x[theirs.relevance_], gamma=0.1), theirs.dual_coef_[0]
        variances = implied_variances(w, theirs.beta_ * left.T @ (t - left @ w))
        reached = gaussian_log_evidence(left, t, variances, 1.0 / theirs.beta_)
        gains.append(RelevanceVectorRegressor(gamma=0.1, fit_intercept=False).fit(x, t).log_evidence_ - reached)
    assert ahead(gains)


@pytest.mark.parametrize("n", [100, 200])
def test_classification_is_ahead_of_fastrvm(n: int) -> None:
    fastrvm = pytest.importorskip("fastrvm", reason="the peer is not installed")
    gains = []
    for seed in range(SAMPLES):
        x, y = moons(n, seed)
        theirs = fastrvm.RVC(gamma=1.0).fit(x, y)
        left, w = rbf_kernel(x, x[theirs.relevance_], gamma=1.0), theirs.dual_coef_[0]
        reached = laplace_log_evidence(left, y, implied_variances(w, left.T @ (y - expit(left @ w))))
        gains.append(RelevanceVectorClassifier(gamma=1.0, fit_intercept=False).fit(x, y).log_evidence_ - reached)
    assert ahead(gains)


def test_regression_is_ahead_of_sklearn_rvm() -> None:
    sklearn_rvm = pytest.importorskip("sklearn_rvm", reason="the peer is not installed")
    gains = []
    for seed in range(SAMPLES):
        x, t = sinc(100, seed)
        theirs = sklearn_rvm.EMRVR(kernel="rbf", gamma=0.1, bias_used=False)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            theirs.fit(x, t)
        reached = gaussian_log_evidence(theirs.Phi_, t, 1.0 / theirs.alpha_, 1.0 / theirs.beta_)
        gains.append(RelevanceVectorRegressor(gamma=0.1, fit_intercept=False).fit(x, t).log_evidence_ - reached)
    assert ahead(gains)


def test_classification_is_ahead_of_sklearn_rvm() -> None:
    sklearn_rvm = pytest.importorskip("sklearn_rvm", reason="the peer is not installed")
    gains = []
    for seed in range(5):
        x, y = moons(80, seed)
        theirs = sklearn_rvm.EMRVC(kernel="rbf", gamma=1.0, bias_used=False)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            theirs.fit(x, y)
        reached = laplace_log_evidence(theirs.Phi_, y, 1.0 / theirs.alpha_)
        gains.append(RelevanceVectorClassifier(gamma=1.0, fit_intercept=False).fit(x, y).log_evidence_ - reached)
    assert ahead(gains)
