"""Robust discriminants and their relatives as box problems: worked numbers, limits, and other solvers."""

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from solvers.expansions.toy import HALF_SQUARES, SIGNS, K, toy_program

from drupe.foundation.errors import ParameterError
from drupe.grams import DenseGram
from drupe.kernels import Gaussian
from drupe.losses import Absolute, EpsilonInsensitive, Hinge, Huber, Logistic
from drupe.solvers.expansions.box import Box
from drupe.solvers.expansions.factorization import Factorization
from drupe.solvers.expansions.penalties import CoefficientNorm, CoefficientSum, FunctionNorm
from drupe.solvers.expansions.program import ExpansionProgram
from drupe.solvers.solution import Stop
from drupe.textbook.algorithms.interior_point import InteriorPoint
from drupe.textbook.algorithms.quadratic_program import QuadraticProgram

RNG = np.random.default_rng(0)
X = RNG.normal(size=(25, 2))
Y = X[:, 0] * X[:, 1] + 0.3 * RNG.normal(size=25)
GRAM = DenseGram(Gaussian(1.0)(X))


@pytest.mark.spec("M.Q04")
def test_robust_discriminant_on_six_points():
    program = toy_program(1.0, Absolute())
    found = Box().solve(program)
    np.testing.assert_allclose(found.coefficients[:, 0], SIGNS, atol=1e-9)
    np.testing.assert_allclose(found.objective, [4.469955], atol=1e-6)
    assert found.gap[0] <= 1e-9
    # Every example pulls as hard as it can: any offset of an interval is optimal, and the middle is taken.
    low, high = -0.490074, 0.146913
    np.testing.assert_allclose(found.offset, [0.5 * (low + high)], atol=1e-6)
    for offset in (low + 1e-5, high - 1e-5):
        assert program.objective(found.coefficients, np.array([offset]))[0] == pytest.approx(4.469955, abs=1e-6)
    for offset in (low - 1e-3, high + 1e-3):
        assert program.objective(found.coefficients, np.array([offset]))[0] > 4.4705


@pytest.mark.spec("M.Q04")
def test_small_residuals_are_zero_and_large_ones_pull_with_all_their_weight():
    alpha = 0.3
    found = Box().solve(ExpansionProgram(GRAM, Y[:, None], np.ones(25), alpha, Absolute()))
    pull, residuals = alpha * found.coefficients[:, 0], Y - found.outputs[:, 0]
    assert np.abs(pull).max() <= 1.0 + 1e-12
    assert abs(pull.sum()) <= 1e-9
    inside = np.abs(pull) < 1.0 - 1e-9
    assert 0 < np.count_nonzero(inside) < 25
    np.testing.assert_allclose(residuals[inside], 0.0, atol=1e-8)
    np.testing.assert_allclose(np.sign(residuals[~inside]), pull[~inside], atol=1e-8)


@pytest.mark.spec("M.Q05")
@pytest.mark.parametrize(
    ("transition", "coefficients", "value"),
    [
        (0.5, (1, -1, -0.974496, 1, 0.826793, -0.852298), 2.999838),
        (1.0, (0.746847, -0.715155, -0.678914, 0.679121, 0.577488, -0.609386), 2.003456),
    ],
)
def test_huber_discriminant_on_six_points(transition, coefficients, value):
    found = Box().solve(toy_program(1.0, Huber(transition)))
    np.testing.assert_allclose(found.coefficients[:, 0], coefficients, atol=1e-6)
    np.testing.assert_allclose(found.objective, [value], atol=1e-6)
    assert found.gap[0] <= 1e-9


@pytest.mark.spec("M.Q05")
def test_huber_between_the_robust_and_the_plain_discriminant():
    plain = Factorization().solve(toy_program(1.0))
    wide = Box().solve(toy_program(1.0, Huber(1.0)))
    np.testing.assert_allclose(wide.coefficients, plain.coefficients, atol=1e-8)
    np.testing.assert_allclose(wide.offset, [-0.076441], atol=1e-6)
    # A transition that no residual reaches: the plain discriminant at transition · alpha.
    wider = Box().solve(toy_program(0.2, Huber(3.0)))
    np.testing.assert_allclose(wider.coefficients, Factorization().solve(toy_program(0.6)).coefficients, atol=1e-8)
    robust = ExpansionProgram(GRAM, Y[:, None], np.ones(25), 0.3, Absolute())
    nearly = ExpansionProgram(GRAM, Y[:, None], np.ones(25), 0.3, Huber(1e-7))
    np.testing.assert_allclose(Box().solve(nearly).outputs, Box().solve(robust).outputs, atol=1e-5)


LOSSES = [Absolute(), EpsilonInsensitive(0.2), Huber(0.3)]


@pytest.mark.spec("M.Q12")
@pytest.mark.parametrize("penalty", [FunctionNorm(), CoefficientNorm()], ids=lambda one: type(one).__name__)
@pytest.mark.parametrize("loss", LOSSES, ids=lambda one: type(one).__name__)
@pytest.mark.parametrize("alpha", [0.03, 1.0])
def test_a_quadratic_program_over_coefficients_and_residuals_finds_the_same(loss, penalty, alpha):
    """Variables a, b, ξ⁺, ξ⁻ and t: what is squared, or lies in the tube, is t."""
    n, matrix = 25, GRAM.dense()
    weights = RNG.integers(1, 4, n).astype(float)
    found = Box().solve(ExpansionProgram(GRAM, Y[:, None], weights, alpha, loss, penalty))
    inner = loss.transition if isinstance(loss, Huber) else getattr(loss, "epsilon", 0.0)
    quadratic = np.zeros((4 * n + 1, 4 * n + 1))
    quadratic[:n, :n] = alpha * (matrix if isinstance(penalty, FunctionNorm) else np.eye(n))
    if isinstance(loss, Huber):
        quadratic[3 * n + 1 :, 3 * n + 1 :] = np.diag(weights / inner)
    width = np.full(n, max(inner, 1e-9))
    program = QuadraticProgram.of(
        quadratic,
        np.concatenate([np.zeros(n + 1), weights, weights, np.zeros(n)]),
        equalities=(np.hstack([matrix, np.ones((n, 1)), np.eye(n), -np.eye(n), np.eye(n)]), Y),
        lower=np.concatenate([np.full(n + 1, -np.inf), np.zeros(2 * n), -width]),
        upper=np.concatenate([np.full(3 * n + 1, np.inf), width]),
    )
    peer = InteriorPoint(tolerance=1e-9).solve(program)
    assert found.converged
    assert found.objective[0] == pytest.approx(peer.objective, rel=1e-6)
    assert found.gap[0] <= 1e-7 * found.objective[0]


@pytest.mark.spec("M.Q12")
@pytest.mark.parametrize("penalty", [FunctionNorm(), CoefficientNorm()], ids=lambda one: type(one).__name__)
@pytest.mark.parametrize("margin", [1.0, 0.5])
def test_the_hinge_reaches_its_dual_value(penalty, margin):
    signs = np.where(Y > 0, 1.0, -1.0)
    program = ExpansionProgram(GRAM, signs[:, None], np.ones(25), 0.2, Hinge(margin), penalty)
    found = Box().solve(program)
    assert found.objective[0] == pytest.approx(program.objective(found.coefficients, found.offset)[0], rel=1e-12)
    assert found.gap[0] <= 1e-7 * found.objective[0]
    best = minimize_scalar(lambda b: program.objective(found.coefficients, np.array([b]))[0], (-1.0, 1.0), tol=1e-12)
    assert best.fun >= found.objective[0] - 1e-8


def test_weights_count_as_repetitions():
    weights = np.arange(1, 26) % 3 + 1
    often = np.repeat(np.arange(25), weights)
    one = Box().solve(ExpansionProgram(GRAM, Y[:, None], weights.astype(float), 0.3, Huber(0.2)))
    many = ExpansionProgram(DenseGram(GRAM.dense()[np.ix_(often, often)]), Y[often][:, None], np.ones(len(often)), 0.3)
    found = Box().solve(ExpansionProgram(many.gram, many.targets, many.weights, 0.3, Huber(0.2)))
    np.testing.assert_allclose(found.outputs[:, 0], one.outputs[often, 0], atol=1e-7)
    assert found.objective[0] == pytest.approx(one.objective[0], rel=1e-9)


def test_interruption_and_limits_are_told():
    def stop(fraction):
        raise KeyboardInterrupt

    rng = np.random.default_rng(1)
    x = rng.normal(size=(900, 5))
    program = ExpansionProgram(DenseGram(Gaussian(1.0)(x)), rng.normal(size=(900, 1)), np.ones(900), 1e-4, Absolute())
    assert Box(max_iterations=5).solve(program).stop is Stop.ITERATIONS
    with pytest.raises(KeyboardInterrupt):
        Box(1e-9).solve(program, stop)
    assert Box(1e-9).solve(program, stop, keep=True).stop is Stop.INTERRUPTED


def test_other_programs_are_refused():
    for loss, penalty in ((HALF_SQUARES, FunctionNorm()), (Logistic(), FunctionNorm()), (Absolute(), CoefficientSum())):
        with pytest.raises(ParameterError, match="not such a box problem"):
            Box().solve(toy_program(1.0, loss, penalty))


def test_both_norms_of_one_function_agree_on_a_projection():
    """With K² = K, as of a projection, ‖a‖² and ‖f‖² differ only outside the range, where nothing is put."""
    basis = np.linalg.qr(RNG.normal(size=(6, 3)))[0]
    projection = DenseGram(basis @ basis.T)
    targets = SIGNS[:, None]
    one, two = (
        Box().solve(ExpansionProgram(projection, targets, np.ones(6), 0.5, Absolute(), penalty))
        for penalty in (FunctionNorm(), CoefficientNorm())
    )
    assert one.objective[0] == pytest.approx(two.objective[0], rel=1e-9)
    assert K.shape == (6, 6)
