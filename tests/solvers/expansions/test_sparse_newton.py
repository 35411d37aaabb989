"""Smooth losses with absolute coefficients: conditions, a peer for the logistic loss, and limits."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from solvers.expansions.toy import HALF_SQUARES, toy_program

from drupe.foundation.errors import ParameterError
from drupe.grams import DenseGram
from drupe.kernels import Gaussian
from drupe.losses import Absolute, Huber, Logistic, Polynomial, SquaredEpsilonInsensitive, SquaredHinge
from drupe.solvers.expansions.homotopy import Homotopy
from drupe.solvers.expansions.penalties import CoefficientSum, FunctionNorm
from drupe.solvers.expansions.program import ExpansionProgram
from drupe.solvers.expansions.sparse_newton import SparseNewton
from drupe.solvers.expansions.vertex import Vertex
from drupe.solvers.solution import Stop

SUM = CoefficientSum()
RNG = np.random.default_rng(0)
X = RNG.normal(size=(60, 2))
SIGNS = np.sign(X[:, 0] * X[:, 1] + 0.3 * RNG.normal(size=60))
GRAM = DenseGram(Gaussian(0.7)(X))


def program_of(loss, alpha, targets=SIGNS, weights=None):
    return ExpansionProgram(GRAM, targets[:, None], np.ones(60) if weights is None else weights, alpha, loss, SUM)


@pytest.mark.spec("M.Q12")
@pytest.mark.parametrize(
    "loss",
    [Huber(0.5), Huber(0.05), Logistic(), SquaredHinge(), SquaredEpsilonInsensitive(0.1), Polynomial(3.0)],
    ids=repr,
)
@pytest.mark.parametrize("alpha", [0.02, 0.3, 2.0])
def test_conditions_hold(loss, alpha):
    weights = RNG.integers(1, 3, 60).astype(float)
    program = program_of(loss, alpha, weights=weights)
    found = SparseNewton().solve(program)
    assert found.converged
    a = found.coefficients[:, 0]
    slopes = weights * loss.derivative(found.outputs[:, 0], SIGNS)
    pull = GRAM.dense() @ slopes
    assert np.abs(pull).max() <= alpha + 1e-6
    np.testing.assert_allclose(pull[a != 0.0], -alpha * np.sign(a[a != 0.0]), atol=1e-6)
    assert abs(slopes.sum()) <= 1e-6
    assert 0 < np.count_nonzero(a) < 60


@pytest.mark.spec("M.Q12")
def test_logistic_regression_with_absolute_coefficients_is_that_of_scikit_learn():
    found = SparseNewton().solve(program_of(Logistic(), 0.5))
    peer = LogisticRegression(l1_ratio=1.0, C=2.0, solver="saga", tol=1e-10, max_iter=200_000)
    peer.fit(GRAM.dense(), SIGNS)
    np.testing.assert_allclose(found.outputs[:, 0], peer.decision_function(GRAM.dense()), atol=1e-4)


@pytest.mark.spec("M.Q12")
def test_half_squares_are_the_homotopy_and_narrow_huber_the_vertex():
    one, two = SparseNewton().solve(program_of(HALF_SQUARES, 0.3)), Homotopy().solve(program_of(HALF_SQUARES, 0.3))
    np.testing.assert_allclose(one.coefficients, two.coefficients, atol=1e-9)
    assert one.iterations == 1
    narrow = SparseNewton().solve(program_of(Huber(1e-3), 0.5)).objective[0]
    straight = Vertex().solve(program_of(Absolute(), 0.5)).objective[0]
    # Huber's loss lies below |r|, by half its transition at most.
    assert 0.0 <= straight - narrow <= 60 * 0.5e-3


def test_limits_and_interruption():
    assert SparseNewton(max_iterations=1).solve(program_of(Logistic(), 0.02)).stop is Stop.ITERATIONS

    def stop(fraction):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        SparseNewton().solve(program_of(Logistic(), 0.02), stop)
    kept = SparseNewton().solve(program_of(Logistic(), 0.02), stop, keep=True)
    assert kept.stop is Stop.INTERRUPTED
    assert kept.coefficients.any()


def test_other_programs_are_refused():
    for loss, penalty in ((Absolute(), SUM), (Logistic(), FunctionNorm())):
        with pytest.raises(ParameterError, match="slope everywhere"):
            SparseNewton().solve(toy_program(1.0, loss, penalty))
