"""What single precision claims, held against double precision computed outside."""

import numpy as np
import pytest

from drupe.grams.dense import DenseGram
from drupe.grams.lazy import LazyGram
from drupe.inputs import Vectors
from drupe.kernels import Gaussian
from drupe.solvers.box import BELIEVED, solve
from drupe.solvers.builders.c_svc import c_svc
from drupe.solvers.exactness import kernel_error, outputs_in_double, violation_in_double
from drupe.solvers.options import Options, Precision

RNG = np.random.default_rng(0)
X = RNG.normal(size=(1500, 12))
SIGNS = np.where(X[:, 0] + RNG.normal(size=1500) > 0, 1.0, -1.0)


def kernel_matrix(x, gamma):
    squares = (x * x).sum(axis=1)
    return np.exp(-gamma * np.maximum(squares[:, None] + squares - 2.0 * x @ x.T, 0.0))


def true_violation(alpha, K, signs, upper):
    """max F over what may rise minus min F over what may fall, F = y − K (y α)."""
    scores = signs - K @ (signs * alpha)
    below, above = alpha < upper, alpha > 0
    plus = signs > 0
    return scores[np.where(plus, below, above)].max() - scores[np.where(plus, above, below)].min()


@pytest.mark.parametrize(("C", "gamma"), [(9000.0, 1e-3), (1000.0, 1e-4), (100.0, 1e-3), (10.0, 0.1), (1.0, 0.1)])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_converged_means_converged_in_double_precision(C, gamma, dtype):
    x = X.astype(dtype)
    problem = c_svc(LazyGram(Gaussian.from_gamma(gamma), Vectors.of(x)), SIGNS, np.full(len(x), C))
    solution = solve(problem)
    K = kernel_matrix(x.astype(np.float64), gamma)
    found = true_violation(solution.alpha, K, SIGNS, problem.upper)
    assert solution.converged
    assert found <= BELIEVED * 1e-3
    assert solution.violation == pytest.approx(found, rel=1e-4, abs=1e-8)
    exact = 0.5 * (SIGNS * solution.alpha) @ K @ (SIGNS * solution.alpha) - solution.alpha.sum()
    assert solution.objective == pytest.approx(exact, rel=1e-5)


def test_what_single_precision_alone_would_have_claimed_is_seen():
    """The same problem without the help of double precision is far from the optimum and says so when asked."""
    gram = LazyGram(Gaussian.from_gamma(1e-3), Vectors.of(X))
    problem = c_svc(gram, SIGNS, np.full(len(X), 9000.0))
    alone = solve(problem, Options(precision=Precision.SINGLE))
    found = true_violation(alone.alpha, kernel_matrix(X, 1e-3), SIGNS, problem.upper)
    assert found > 0.02
    assert alone.violation == pytest.approx(found, rel=1e-3)
    assert violation_in_double(problem, alone.alpha, alone.outputs) == pytest.approx(found, rel=0.5)


def test_outputs_of_single_precision_data_are_summed_in_double():
    x = X[:50].astype(np.float32)
    weights = 1e7 * RNG.normal(size=50)
    gram = LazyGram(Gaussian(3.0), Vectors.of(x))
    expected = kernel_matrix(x.astype(np.float64), 1.0 / 18.0)[[3, 7]] @ weights
    np.testing.assert_allclose(outputs_in_double(gram, weights, np.array([3, 7])), expected, rtol=1e-9)


def test_the_error_of_kernel_values_is_about_that_of_single_precision():
    assert 1e-9 < kernel_error(LazyGram(Gaussian(3.0), Vectors.of(X))) < 1e-6
    third = DenseGram(np.full((3, 3), 1.0 / 3.0))
    assert kernel_error(third) == pytest.approx(2.0 * abs(1.0 / 3.0 - float(np.float32(1.0 / 3.0))))
    assert kernel_error(DenseGram(np.eye(3))) == 0.0


def test_the_error_is_that_of_what_the_solver_held_also_far_from_the_origin():
    gram = LazyGram(Gaussian(3.0), Vectors.of(X + 1e6))
    assert 1e-9 < kernel_error(gram) < 1e-6  # the solver moves the examples to the origin before it rounds them
    single = LazyGram(Gaussian(3.0), Vectors.of(X.astype(np.float32)))
    assert 1e-9 < kernel_error(single) < 1e-6
