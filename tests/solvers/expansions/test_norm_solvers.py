"""One factorization and one decomposition: worked numbers, refits, weights as repetitions."""

import numpy as np
import pytest
from solvers.expansions.toy import HALF_SQUARES, KERNEL, toy_program

from drupe.foundation.errors import ParameterError
from drupe.grams import DenseGram
from drupe.kernels import Gaussian
from drupe.losses import Absolute
from drupe.solvers.expansions.eigen import Eigen
from drupe.solvers.expansions.factorization import Factorization
from drupe.solvers.expansions.penalties import CoefficientNorm, CoefficientSum, FunctionNorm, Penalty
from drupe.solvers.expansions.program import ExpansionProgram
from drupe.solvers.expansions.spectrum import decomposed

SOLVERS = (Eigen(), Factorization(leave_one_out=True))
PENALTIES = (FunctionNorm(), CoefficientNorm())
WORKED = {
    FunctionNorm(): (
        (2.121998, -1.982182, -1.841287, 1.873839, 1.161483, -1.333850),
        -0.188597,
        (0.787800, -0.801782, -0.815871, 0.812616, 0.883852, -0.866615),
        0.515732,
        (-0.997262, 0.874912, 0.766212, -0.475635, -0.098644, 0.540572),
    ),
    CoefficientNorm(): (
        (1.941967, -1.259399, -1.103313, 1.549903, 1.476630, -0.858616),
        -0.699538,
        (0.592654, -0.629612, -0.667445, 0.671009, 0.853838, -0.820444),
        0.882499,
        (-1.560739, 1.419865, 1.206373, -0.652316, 0.066746, 0.706728),
    ),
}


@pytest.mark.spec("M.Q02", "M.Q03", "M.A11", "M.A12", "M.B19")
@pytest.mark.parametrize("solver", SOLVERS, ids=repr)
@pytest.mark.parametrize("penalty", PENALTIES, ids=repr)
def test_worked_numbers_on_six_points(solver: Eigen | Factorization, penalty: Penalty) -> None:
    found = solver.solve(toy_program(0.1, HALF_SQUARES, penalty))
    coefficients, offset, outputs, objective, left_out = WORKED[penalty]
    np.testing.assert_allclose(found.coefficients[:, 0], coefficients, atol=2e-6)
    np.testing.assert_allclose(found.offset, [offset], atol=2e-6)
    np.testing.assert_allclose(found.outputs[:, 0], outputs, atol=2e-6)
    np.testing.assert_allclose(found.objective, [objective], atol=2e-6)
    assert found.leave_one_out is not None
    np.testing.assert_allclose(found.leave_one_out[:, 0], left_out, atol=2e-6)


@pytest.mark.parametrize("solver", SOLVERS, ids=repr)
@pytest.mark.parametrize("penalty", PENALTIES, ids=repr)
def test_solution_is_a_minimum_and_says_its_own_value(solver: Eigen | Factorization, penalty: Penalty) -> None:
    rng = np.random.default_rng(0)
    program = _drawn(rng, penalty)
    found = solver.solve(program)
    K = program.gram.dense()
    np.testing.assert_allclose(found.outputs, K @ found.coefficients + found.offset, atol=1e-9)
    np.testing.assert_allclose(found.objective, program.objective(found.coefficients, found.offset), rtol=1e-10)
    for _ in range(20):
        moved = found.coefficients + 1e-3 * rng.normal(size=found.coefficients.shape)
        shifted = found.offset + 1e-3 * rng.normal(size=2)
        assert (program.objective(moved, shifted) > found.objective).all()


@pytest.mark.parametrize("solver", SOLVERS, ids=repr)
@pytest.mark.parametrize("penalty", PENALTIES, ids=repr)
def test_weights_count_as_repetitions(solver: Eigen | Factorization, penalty: Penalty) -> None:
    rng = np.random.default_rng(1)
    once = _drawn(rng, FunctionNorm())
    counts = rng.integers(1, 4, size=len(once.gram))
    weighted = ExpansionProgram(once.gram, once.targets, counts.astype(float), 0.3, penalty=penalty)
    if isinstance(penalty, FunctionNorm):
        rows = np.repeat(np.arange(len(counts)), counts)
        repeated = ExpansionProgram(once.gram.take(rows), once.targets[rows], np.ones(len(rows)), 0.3, penalty=penalty)
        a, b = solver.solve(weighted), solver.solve(repeated)
        np.testing.assert_allclose(a.outputs[rows], b.outputs, atol=1e-9)
        np.testing.assert_allclose(a.objective, b.objective, rtol=1e-9)
    # Left out as a whole: as if the program had been without the example's target from the start.
    found = solver.solve(weighted)
    assert found.leave_one_out is not None
    for i in range(len(counts)):
        np.testing.assert_allclose(found.leave_one_out[i], _without(weighted, i), atol=1e-9)


@pytest.mark.spec("M.B19")
@pytest.mark.parametrize("penalty", PENALTIES, ids=repr)
def test_one_decomposition_answers_every_alpha(penalty: Penalty) -> None:
    program = _drawn(np.random.default_rng(2), penalty)
    system = decomposed(program)
    for alpha in (1e-3, 0.1, 7.0, 1e4):
        there = ExpansionProgram(program.gram, program.targets, program.weights, alpha, penalty=penalty)
        found, missed = system.at(alpha, program.targets), system.at(alpha, program.targets).missed
        assert missed is not None
        again = Factorization(leave_one_out=True).solve(there)
        np.testing.assert_allclose(found.offset, again.offset, atol=1e-8)
        np.testing.assert_allclose(program.targets - missed, again.leave_one_out, atol=1e-8)


@pytest.mark.parametrize("solver", SOLVERS, ids=repr)
def test_what_is_no_linear_system_is_refused(solver: Eigen | Factorization) -> None:
    with pytest.raises(ParameterError, match="half the squared residuals with a norm"):
        solver.solve(toy_program(1.0, Absolute()))
    with pytest.raises(ParameterError, match="CoefficientSum"):
        solver.solve(toy_program(1.0, HALF_SQUARES, CoefficientSum()))


def test_one_example_is_its_own_offset_and_cannot_be_left_out() -> None:
    program = ExpansionProgram(DenseGram([[2.0]]), np.array([[3.0]]), np.ones(1))
    found = Eigen().solve(program)
    assert found.offset.tolist() == [3.0]
    assert found.coefficients.tolist() == [[0.0]]
    assert found.leave_one_out is None


def _drawn(rng: np.random.Generator, penalty: Penalty) -> ExpansionProgram:
    X = rng.normal(size=(15, 2))
    targets = np.column_stack([np.sign(X[:, 0] + 0.3), X[:, 1]])
    return ExpansionProgram(DenseGram(KERNEL(X, X)), targets, rng.uniform(0.5, 2.0, 15), 0.3, penalty=penalty)


def _without(program: ExpansionProgram, i: int) -> np.ndarray:
    """Outputs at example i of the function that never saw its target, by the normal equations in a and b."""
    K, w = program.gram.dense(), program.weights.copy()
    w[i] = 0.0
    features = np.column_stack([K, np.ones(len(K))])
    penalty = np.zeros((len(K) + 1, len(K) + 1))
    penalty[:-1, :-1] = K if isinstance(program.penalty, FunctionNorm) else np.eye(len(K))
    system = features.T @ (w[:, None] * features) + program.alpha * penalty
    right = features.T @ (w[:, None] * program.targets)
    return features[i] @ np.linalg.lstsq(system, right, rcond=None)[0]


@pytest.mark.parametrize("penalty", PENALTIES, ids=repr)
def test_few_eigenvalues_say_the_same_as_all(penalty: Penalty) -> None:
    rng = np.random.default_rng(5)
    X = rng.normal(size=(80, 1))
    gram = DenseGram(Gaussian(3.0)(X, X))
    program = ExpansionProgram(gram, np.sign(X + 0.2), rng.uniform(0.5, 2.0, 80), penalty=penalty)
    system = decomposed(program)
    assert system.vectors.shape[1] < 30
    for alpha in (1e-3, 1.0, 50.0):
        there = ExpansionProgram(gram, program.targets, program.weights, alpha, penalty=penalty)
        found, again = system.at(alpha, program.targets), Factorization(leave_one_out=True).solve(there)
        missed = found.missed
        assert missed is not None
        np.testing.assert_allclose(found.offset, again.offset, atol=1e-8)
        np.testing.assert_allclose(program.targets - missed, again.leave_one_out, atol=1e-8)


def test_a_kernel_that_is_not_positive_is_decomposed_as_a_whole() -> None:
    K = np.diag([2.0, 1.0, 0.0, 0.0, 0.0, 0.0])
    K[2, 3] = K[3, 2] = 0.5
    program = ExpansionProgram(DenseGram(K), np.arange(6.0)[:, None], np.ones(6))
    system = decomposed(program)
    np.testing.assert_allclose((system.vectors * system.values) @ system.vectors.T, K, atol=1e-12)


@pytest.mark.parametrize("solver", SOLVERS, ids=repr)
@pytest.mark.parametrize("alpha", [1e-9, 1e-6, 1e-3])
def test_the_objective_is_that_of_the_coefficients(solver: Eigen | Factorization, alpha: float) -> None:
    """Where coefficients pay the system is K², whose condition number here is beyond what numbers hold."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 2))
    K = np.exp(-0.05 * ((X[:, None] - X[None]) ** 2).sum(axis=2))
    signs = np.where(X[:, :1] + rng.normal(size=(40, 1)) > 0.0, 1.0, -1.0)
    found = solver.solve(ExpansionProgram(DenseGram(K), signs, np.ones(40), alpha, penalty=CoefficientNorm()))
    a, b = found.coefficients[:, 0], found.offset[0]
    value = 0.5 * ((K @ a + b - signs[:, 0]) ** 2).sum() + 0.5 * alpha * (a**2).sum()
    assert found.objective[0] == pytest.approx(value, rel=1e-9)
