"""Optimizers that users write: called as scikit-learn calls them, at every start, and the best of them counts."""

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel

from drupe import GaussianProcessRegressor
from drupe.kernels import Gaussian

RNG = np.random.default_rng(0)
X = RNG.normal(size=(30, 2))
y = np.sin(2.0 * X[:, 0]) + 0.1 * RNG.normal(size=30)
KERNEL = ConstantKernel(1.0, (1e-2, 1e2)) * RBF(1.0, (1e-2, 1e2)) + WhiteKernel(0.1, (1e-4, 1e1))


def by_scipy(cost, start, bounds):
    assert cost(start, eval_gradient=False) == pytest.approx(cost(start)[0])
    found = minimize(cost, start, jac=True, bounds=bounds, method="L-BFGS-B")
    return found.x, found.fun


@pytest.mark.parametrize("kernel", [KERNEL, 1.0 * Gaussian(1.0)], ids=str)
def test_a_sound_optimizer_finds_the_summit(kernel):
    ours = GaussianProcessRegressor(kernel).fit(X, y)
    custom = GaussianProcessRegressor(kernel, optimizer=by_scipy).fit(X, y)
    assert custom.log_evidence_ == pytest.approx(ours.log_evidence_, abs=1e-4)
    assert custom.n_iter_ > 1


def test_the_best_of_all_starts_counts():
    starts = []

    def lazy(cost, start, bounds):
        starts.append(start)
        return start, cost(start, eval_gradient=False)

    found = GaussianProcessRegressor(KERNEL, optimizer=lazy, n_restarts_optimizer=4, random_state=0).fit(X, y)
    assert len(starts) == 5
    np.testing.assert_array_equal(starts[0], KERNEL.theta)
    evidences = [found.log_marginal_likelihood(start) for start in starts]
    np.testing.assert_allclose(found.kernel_.theta, starts[int(np.argmax(evidences))])
    np.testing.assert_allclose(found.solution_.summits, evidences)


def test_where_there_is_no_evidence_the_cost_is_infinite():
    seen = []

    def curious(cost, start, bounds):
        wide = np.array([0.0, np.log(1e9)])
        seen.append((cost(wide, eval_gradient=False), *cost(wide)))
        return start, cost(start)[0]

    kernel = ConstantKernel(1.0) * RBF(0.1)
    GaussianProcessRegressor(kernel, alpha=0.0, optimizer=curious).fit(X, y)
    value, again, slopes = seen[0]
    assert value == again == np.inf
    assert not slopes.any()
