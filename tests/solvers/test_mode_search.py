"""Damped Newton steps to a mode, for a likelihood that is written here: Poisson counts."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.optimize import minimize
from solvers.plain_posteriors import bells

from drupe.solvers.mode_search import ModeSearch
from drupe.solvers.solution import Stop

K, _ = bells(1, 15, 2.0)
COUNTS = np.random.default_rng(0).poisson(3.0, size=15).astype(float)


class Poisson(ModeSearch):
    """−ln P(counts | f) = Σ e^f − counts · f, up to a constant."""

    def surprise(self, outputs):
        return float((np.exp(outputs) - COUNTS * outputs).sum())

    def pull(self, outputs):
        self.rates = np.exp(outputs)
        return COUNTS - self.rates

    def curvatures(self):
        return self.rates

    def direction(self):
        return np.linalg.solve(np.eye(15) + self.rates[:, None] * self.K, self.residual)


def test_a_likelihood_of_ones_own_comes_to_its_mode():
    search = Poisson(K, np.zeros(15))
    assert search.run(1e-10, 100) is Stop.CONVERGED
    L = np.linalg.cholesky(K)
    plain = minimize(lambda a: np.exp(L @ a).sum() - COUNTS @ L @ a + 0.5 * a @ a, np.zeros(15), options={"gtol": 1e-9})
    np.testing.assert_allclose(search.outputs, L @ plain.x, atol=1e-5)
    assert search.cost == pytest.approx(plain.fun, abs=1e-9)
    np.testing.assert_allclose(search.alpha, COUNTS - np.exp(search.outputs), atol=1e-9)


def test_steps_never_lead_up():
    search = Poisson(100.0 * K, np.zeros(15))
    costs = [search.cost]
    while search.violation > 1e-8 and search.step():
        costs.append(search.cost)
    assert len(costs) > 3
    assert all(after <= before + 1e-9 * abs(before) for before, after in pairwise(costs))


def test_a_start_counts_only_if_it_is_better_than_none():
    search = Poisson(K, np.zeros(15))
    nothing = search.cost
    search.start(np.full(15, 50.0))
    assert (search.cost, search.alpha.tolist()) == (nothing, [0.0] * 15)
    done = Poisson(K, np.zeros(15))
    done.run(1e-10, 100)
    search.start(done.alpha)
    assert search.violation <= 1e-9


def test_the_limit_of_steps():
    search = Poisson(K, np.zeros(15))
    assert search.run(1e-10, 1) is Stop.ITERATIONS
    assert search.iterations == 1
