"""Solvers of the kernel Fisher discriminant by name: the same machine, or one of few centers."""

import numpy as np
import pytest

from drupe import KernelFisher
from drupe.kernels import Gaussian
from drupe.solvers.expansions.greedy import Greedy


@pytest.mark.spec("M.A20", "M.A07", "M.A14")
@pytest.mark.parametrize("solver", ["coordinate descent", "interior point"])
def test_iterative_solvers_find_the_machine_of_one_factorization(solver: str) -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(80, 3))
    y = (X[:, 0] > 0).astype(int) + (X[:, 1] > 0)
    direct = KernelFisher(Gaussian(1.0), alpha=0.5).fit(X, y)
    found = KernelFisher(Gaussian(1.0), alpha=0.5, solver=solver).fit(X, y)
    assert found.objective_ == pytest.approx(direct.objective_, rel=1e-3)
    assert (found.predict(X) == direct.predict(X)).mean() > 0.95


@pytest.mark.spec("M.A02")
def test_greedy_machines_keep_only_their_centers() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 2))
    y = X[:, 0] * X[:, 1] > 0
    machine = KernelFisher(Gaussian(1.0), alpha=0.1, solver=Greedy(max_centers=15, tolerance=0.0)).fit(X, y)
    assert machine.dual_coef_.shape == (1, 15)
    assert len(set(machine.support_.tolist())) == 15
    assert machine.score(X, y) > 0.9
    assert KernelFisher(Gaussian(1.0), alpha=0.1, solver="greedy").fit(X, y).score(X, y) > 0.9
