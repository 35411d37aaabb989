"""Algorithms 6 and 7 of the textbook: fixed points of the evidence, and why the printed matrix of algorithm 7 fails."""

import numpy as np
import pytest
from scipy.optimize import approx_fprime
from sklearn.metrics.pairwise import rbf_kernel
from solvers.relevance.dense_evidence import gaussian_log_evidence, laplace_log_evidence, moons, sinc

from drupe import RelevanceVectorClassifier, RelevanceVectorRegressor
from drupe.foundation.errors import InputError
from drupe.textbook.algorithms import RelevanceClassification, RelevanceRegression


@pytest.mark.spec("H.R01", "H.R04")
@pytest.mark.parametrize("seed", range(3))
def test_algorithm_6_ends_where_the_evidence_is_flat(seed: int) -> None:
    x, t = sinc(50, seed)
    table = rbf_kernel(x, gamma=0.1)
    found = RelevanceRegression(prune=1e-9, tolerance=1e-7, max_steps=5000).fit(table, t, noise=0.1)
    kept = found.kept
    assert 0 < len(kept) < 15

    def evidence(logs: np.ndarray) -> float:
        return gaussian_log_evidence(table[:, kept], t, np.exp(logs[1:]), float(np.exp(logs[0])))

    summit = np.log(np.append(found.noise, found.variances[kept]))
    assert found.log_evidence[-1] == pytest.approx(evidence(summit), abs=1e-6)
    assert found.log_evidence[-1] > found.log_evidence[0]
    np.testing.assert_allclose(approx_fprime(summit, evidence, 1e-5), 0.0, atol=2e-3)
    assert np.all(np.delete(found.weights, kept) == 0.0)


@pytest.mark.spec("H.R01")
def test_the_machine_reaches_no_less_than_algorithm_6() -> None:
    for seed in range(3):
        x, t = sinc(50, seed)
        slow = RelevanceRegression(max_steps=2000).fit(rbf_kernel(x, gamma=0.1), t, noise=0.1)
        fast = RelevanceVectorRegressor(gamma=0.1, fit_intercept=False).fit(x, t)
        assert fast.log_evidence_ >= slow.log_evidence[-1] - 1e-6


@pytest.mark.spec("H.R02")
@pytest.mark.parametrize("seed", range(2))
def test_algorithm_7_ends_at_its_fixed_point(seed: int) -> None:
    x, y = moons(40, seed)
    table = rbf_kernel(x, gamma=0.5)
    found = RelevanceClassification(prune=1e-6, tolerance=1e-7, max_steps=3000).fit(table, 2.0 * y - 1.0)
    left, theta, w = table[:, found.kept], found.variances[found.kept], found.weights[found.kept]
    assert found.log_evidence[-1] == pytest.approx(laplace_log_evidence(left, y, theta), abs=1e-6)
    share = 1.0 / (1.0 + np.exp(-left @ w))
    covariance = np.linalg.inv((left.T * (share * (1.0 - share))) @ left + np.diag(1.0 / theta))
    np.testing.assert_allclose(theta, w**2 / (1.0 - covariance.diagonal() / theta), rtol=1e-3)


@pytest.mark.spec("H.R02")
def test_the_machine_reaches_no_less_than_algorithm_7() -> None:
    for seed in range(2):
        x, y = moons(40, seed)
        slow = RelevanceClassification(prune=1e-6, max_steps=300).fit(rbf_kernel(x, gamma=0.5), 2.0 * y - 1.0)
        fast = RelevanceVectorClassifier(gamma=0.5, fit_intercept=False).fit(x, y)
        assert fast.log_evidence_ >= slow.log_evidence[-1] - 1e-2


@pytest.mark.spec("H.R02")
def test_algorithm_7_as_printed_breaks_at_once() -> None:
    x, y = moons(30, 0)
    with pytest.raises(InputError, match="lies between 0 and 1"):
        RelevanceClassification(with_prior=False, max_steps=50).fit(rbf_kernel(x, gamma=2.0), 2.0 * y - 1.0)
