"""Newton's method: closed forms, digits that double, quadratics in one step, places from which it does not go on."""

import math
from itertools import pairwise

import mpmath
import numpy as np
import pytest
from scipy.optimize import brentq, minimize

from drupe.foundation.errors import ConvergenceError, ParameterError
from drupe.solvers.newton import NewtonMinimum, NewtonRoot, Smooth
from drupe.solvers.solution import Stop


@pytest.mark.spec("S.O01")
@pytest.mark.parametrize("number", [2.0, 10.0, 1e-8, 1e12])
def test_square_roots(number):
    found = NewtonRoot().solve(lambda x: x * x - number, lambda x: 2.0 * x, start=max(number, 1.0))
    assert found.converged
    assert found.point == pytest.approx(math.sqrt(number), rel=1e-15)
    assert abs(found.residual) <= 4e-16 * number


@pytest.mark.spec("S.O01")
def test_the_root_of_one_example():
    """α = 1/(1 + e^α): the worked number of Laplace's approximation."""
    found = NewtonRoot().solve(
        lambda t: t - 1.0 / (1.0 + math.exp(t)), lambda t: 1.0 + math.exp(t) / (1.0 + math.exp(t)) ** 2, start=0.0
    )
    assert found.point == pytest.approx(0.4010581375, abs=1e-10)
    assert found.point == pytest.approx(brentq(lambda t: t - 1.0 / (1.0 + math.exp(t)), 0.0, 1.0, xtol=1e-15))


@pytest.mark.spec("S.O01")
def test_digits_double():
    """Errors e of steps from x on cos x = x are e' = e² |f″(ξ) / 2f′(x)|, ξ between x and the root, by Taylor."""
    with mpmath.workdps(30):
        root = mpmath.findroot(lambda x: mpmath.cos(x) - x, 0.7)
        visited = []

        def function(x: float) -> float:
            visited.append(x)
            return math.cos(x) - x

        found = NewtonRoot(tolerance=1e-14).solve(function, lambda x: -math.sin(x) - 1.0, start=0.5)
        errors = [float(abs(mpmath.mpf(x) - root)) for x in visited]
    assert found.converged
    assert errors[-1] < 1e-15
    checked = 0
    for x, (before, after) in zip(visited, pairwise(errors), strict=False):
        if before**2 > 1e-12:  # below, rounding has its share of the next error
            curvatures = [math.cos(x), math.cos(float(root))]
            factors = [curvature / (2.0 * (math.sin(x) + 1.0)) for curvature in curvatures]
            assert min(factors) * (1.0 - 1e-6) <= after / before**2 <= max(factors) * (1.0 + 1e-6)
            checked += 1
    assert checked >= 2
    assert found.steps == len(errors) - 1 <= 4


@pytest.mark.spec("S.O01")
def test_double_roots_are_halved():
    found = NewtonRoot(tolerance=0.0, max_steps=20).solve(
        lambda x: (x - 1.0) ** 2, lambda x: 2.0 * (x - 1.0), start=2.0
    )
    assert found.stop is Stop.ITERATIONS
    assert found.point - 1.0 == pytest.approx(0.5**20)


@pytest.mark.spec("S.O01")
def test_a_flat_tangent_has_no_root():
    with pytest.raises(ConvergenceError, match=r"x = 0, where f = -2 and its slope 0.*Start elsewhere.*brentq"):
        NewtonRoot().solve(lambda x: x * x - 2.0, lambda x: 2.0 * x, start=0.0)


@pytest.mark.spec("S.O02")
def test_a_scalar_minimum():
    """x − ln x is least at one."""
    found = NewtonMinimum().solve(
        Smooth.of_one(lambda x: x - math.log(x) if x > 0 else math.inf, lambda x: 1 - 1 / x, lambda x: x**-2), [0.1]
    )
    assert found.converged
    assert found.point.item() == pytest.approx(1.0, abs=1e-10)
    assert found.value == pytest.approx(1.0)


@pytest.mark.spec("S.O02", "S.O03")
def test_steps_are_halved_where_whole_ones_lead_up():
    """√(1 + x²) from 2: x − g′/g″ = −x³, further and further away."""
    root = Smooth.of_one(
        lambda x: math.sqrt(1 + x * x), lambda x: x / math.sqrt(1 + x * x), lambda x: (1 + x * x) ** -1.5
    )
    found = NewtonMinimum().solve(root, [2.0])
    assert found.converged
    assert abs(found.point.item()) <= 1e-9


@pytest.mark.spec("S.O03")
@pytest.mark.parametrize("seed", range(5))
def test_quadratics_take_one_step(seed):
    rng = np.random.default_rng(seed)
    root, middle = rng.normal(size=(4, 4)), rng.normal(size=4)
    H = root @ root.T + np.eye(4)
    bowl = Smooth(lambda x: 0.5 * (x - middle) @ H @ (x - middle), lambda x: H @ (x - middle), lambda x: H)
    found = NewtonMinimum().solve(bowl, rng.normal(size=4))
    assert found.steps == 1
    assert found.point == pytest.approx(middle, abs=1e-12)


@pytest.mark.spec("S.O03")
def test_logistic_regression_is_that_of_a_general_minimizer():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 3)), np.where(rng.random(60) < 0.5, 1.0, -1.0)

    def value(w):
        return float(np.logaddexp(0.0, -y * (X @ w)).sum() + 0.5 * w @ w)

    def gradient(w):
        return w - X.T @ (y / (1.0 + np.exp(y * (X @ w))))

    def hessian(w):
        p = 1.0 / (1.0 + np.exp(X @ w))
        return np.eye(3) + X.T @ (X * (p * (1 - p))[:, None])

    found = NewtonMinimum(tolerance=1e-12).solve(Smooth(value, gradient, hessian), np.zeros(3))
    peer = minimize(value, np.zeros(3), jac=gradient, method="BFGS", options={"gtol": 1e-9})
    assert found.converged
    assert found.point == pytest.approx(peer.x, abs=1e-7)
    assert found.value <= peer.fun + 1e-12


@pytest.mark.spec("S.O03")
@pytest.mark.parametrize(
    ("hessian", "why"), [(-np.eye(2), "is not positive definite"), (np.zeros((2, 2)), "has no inverse")]
)
def test_no_direction_of_descent(hessian, why):
    hill = Smooth(lambda x: -float(x @ x), lambda x: -2.0 * x, lambda x: hessian)
    with pytest.raises(ConvergenceError, match=rf"no direction of descent: H {why}.*Start nearer to a minimum"):
        NewtonMinimum().solve(hill, [1.0, 1.0])


def test_the_limit_of_steps_is_told():
    found = NewtonMinimum(max_steps=2).solve(
        Smooth.of_one(lambda x: x**4, lambda x: 4 * x**3, lambda x: 12 * x**2), [1.0]
    )
    assert found.stop is Stop.ITERATIONS
    assert not found.converged
    assert found.point.item() == pytest.approx((2 / 3) ** 2)


def test_ranges():
    with pytest.raises(ParameterError, match="tolerance"):
        NewtonRoot(tolerance=-1.0)
    with pytest.raises(ParameterError, match="max_steps"):
        NewtonMinimum(max_steps=0)
