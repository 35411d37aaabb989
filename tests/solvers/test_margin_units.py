"""ν-classification in units of its margin: held against a general solver, and refused where there is no margin."""

import warnings

import numpy as np
import pytest
from scipy.optimize import linprog

from drupe import NuSVC
from drupe.foundation.errors import ConvergenceError
from drupe.solvers.solution import Stop


def reduced_hulls_meet(x, y, nu):
    """Whether convex hulls with weights of at most 2 / (ν n) have a point in common: then a linear ρ is 0."""
    plus, minus = x[y == 1], x[y == 0]
    n, d = x.shape
    equal = np.vstack([np.hstack([plus.T, -minus.T]), np.repeat([[1.0, 0.0], [0.0, 1.0]], [len(plus), len(minus)], 1)])
    right = np.concatenate([np.zeros(d), [1.0, 1.0]])
    return linprog(np.zeros(n), A_eq=equal, b_eq=right, bounds=(0.0, 2.0 / (nu * n))).status == 0


@pytest.mark.parametrize("n", [60, 800])
def test_no_margin_is_refused_exactly_where_the_reduced_hulls_meet(n):
    rng = np.random.default_rng(n)
    met = []
    for _ in range(12):
        x = rng.normal(size=(n, 3))
        y = (x[:, 0] + 1.5 * rng.normal(size=n) > 0).astype(int)
        nu = float(rng.uniform(0.3, 0.95)) * 2.0 * min(y.mean(), 1.0 - y.mean())
        met.append(reduced_hulls_meet(x, y, nu))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if met[-1]:
                with pytest.raises(ConvergenceError, match="no margin"):
                    NuSVC(nu=nu, kernel="linear").fit(x, y)
            else:
                machine = NuSVC(nu=nu, kernel="linear").fit(x, y)
                assert machine.solver_info_.converged
    assert any(met)
    assert not all(met)


def test_outputs_that_cancel_are_no_margin():
    """Two ranges on a line that overlap, with weights below one: ρ is 0, however exactly the terms cancel."""
    rng = np.random.default_rng(0)
    for _ in range(100):
        n = int(rng.integers(6, 30))
        x, y = 10.0 ** rng.uniform(-2.0, 3.0) * rng.normal(size=(n, 1)), np.arange(n) % 2
        if max(x[y == 0].min(), x[y == 1].min()) >= min(x[y == 0].max(), x[y == 1].max()):
            continue
        machine = NuSVC(nu=float(rng.uniform(0.3, 0.99)) * 2.0 / n, kernel="linear")
        with pytest.raises(ConvergenceError, match="no margin"):
            machine.fit(x, y)


@pytest.mark.parametrize("fit_intercept", [True, False])
def test_the_scaled_rule_meets_the_tolerance(fit_intercept):
    """y f = 1 at the examples inside the box, to the tolerance, though ρ is small."""
    rng = np.random.default_rng(3)
    x = rng.normal(size=(1500, 5))
    y = np.where(x[:, 0] + 2.0 * rng.normal(size=1500) > 0, 1, -1)
    machine = NuSVC(nu=0.65, fit_intercept=fit_intercept).fit(x, y)
    solution = machine.solution_[0].solution
    rho = abs(solution.spread if fit_intercept else solution.offset)
    assert rho < 0.5, "else the case shows nothing"
    assert machine.solver_info_.stop is Stop.CONVERGED
    inside = (solution.alpha > 0) & (solution.alpha < 1)
    np.testing.assert_allclose((y * machine.decision_function(x))[inside], 1.0, atol=1.1e-3)
