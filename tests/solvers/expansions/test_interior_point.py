"""One interior point method for all programs: worked numbers, the textbook's method, and what duality says."""

import numpy as np
import pytest
from solvers.expansions.toy import HALF_SQUARES, SIGNS, K, toy_program

from drupe.foundation.errors import ParameterError
from drupe.foundation.progress import Enough
from drupe.grams import DenseGram
from drupe.losses import Absolute, EpsilonInsensitive, Huber, Logistic, Squared
from drupe.losses.base import Loss
from drupe.losses.insensitive import SquaredEpsilonInsensitive
from drupe.solvers.expansions.interior_point import InteriorPoint
from drupe.solvers.expansions.penalties import CoefficientNorm, CoefficientSum, FunctionNorm, Penalty
from drupe.solvers.expansions.program import ExpansionProgram
from drupe.solvers.solution import Stop
from drupe.textbook.algorithms.interior_point import InteriorPoint as TextbookInteriorPoint
from drupe.textbook.algorithms.quadratic_program import QuadraticProgram

PENALTIES = (FunctionNorm(), CoefficientNorm(), CoefficientSum())
LOSSES = (
    Squared(weight=0.5),
    Squared(weight=2.0),
    Absolute(),
    Huber(0.5),
    EpsilonInsensitive(0.2),
    SquaredEpsilonInsensitive(0.2),
)


@pytest.mark.spec("M.A14", "M.Q01", "M.Q02", "M.Q03")
@pytest.mark.parametrize(
    ("loss", "penalty", "alpha", "objective"),
    [
        (HALF_SQUARES, FunctionNorm(), 0.1, 0.515732),
        (HALF_SQUARES, CoefficientNorm(), 0.1, 0.882499),
        (HALF_SQUARES, CoefficientSum(), 0.5, 2.858791),
        (Absolute(), CoefficientSum(), 0.5, 4.961940),
        (Absolute(), FunctionNorm(), 1.0, 4.469955),
        (Huber(0.5), FunctionNorm(), 1.0, 2.999838),
        (Huber(1.0), FunctionNorm(), 1.0, 2.003456),
    ],
    ids=repr,
)
def test_worked_objectives_on_six_points(loss: Loss, penalty: Penalty, alpha: float, objective: float) -> None:
    found = InteriorPoint().solve(toy_program(alpha, loss, penalty))
    assert found.stop is Stop.CONVERGED
    assert found.objective[0] == pytest.approx(objective, abs=1e-6)


@pytest.mark.spec("M.A14")
def test_sparse_solutions_on_six_points() -> None:
    found = InteriorPoint().solve(toy_program(0.5, HALF_SQUARES, CoefficientSum()))
    np.testing.assert_allclose(found.coefficients[:, 0], (0.507395, 0, 0, 0.313092, 0.817810, 0), atol=1e-5)
    assert np.flatnonzero(found.coefficients).tolist() == [0, 3, 4]
    assert found.offset[0] == pytest.approx(-0.541173, abs=1e-5)
    found = InteriorPoint().solve(toy_program(0.5, Absolute(), CoefficientSum()))
    np.testing.assert_allclose(found.coefficients[:, 0], (0.860092, 0, 0, 2.178749, 2.353725, 0), atol=1e-5)
    assert found.offset[0] == pytest.approx(-2.161037, abs=1e-5)


@pytest.mark.spec("M.A13", "M.A14", "M.Q01", "M.Q02", "M.Q03")
@pytest.mark.parametrize("loss", LOSSES, ids=repr)
@pytest.mark.parametrize("penalty", PENALTIES, ids=repr)
@pytest.mark.parametrize("alpha", [1e-3, 0.3, 30.0])
def test_a_second_method_on_the_primal_finds_the_same(loss: Loss, penalty: Penalty, alpha: float) -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(12, 2))
    gram = np.exp(-((X[:, None] - X) ** 2).sum(axis=2))
    y, w = rng.normal(size=12), rng.uniform(0.5, 3.0, 12)
    found = InteriorPoint().solve(ExpansionProgram(DenseGram(gram), y[:, None], w, alpha, loss, penalty))
    expected = TextbookInteriorPoint(tolerance=1e-10).solve(_primal(gram, y, w, alpha, loss, penalty))
    assert found.stop is Stop.CONVERGED
    assert found.objective[0] == pytest.approx(expected.objective, rel=1e-6, abs=1e-7)
    assert found.gap[0] <= 1e-8 * (1.0 + found.objective[0])


@pytest.mark.spec("M.A13")
def test_ranges_bounds_and_free_variables() -> None:
    """The generic method, with ranges of rows as two inequalities each, against the conditions of an optimum."""
    rng = np.random.default_rng(3)
    root, rows = rng.normal(size=(5, 8)), rng.normal(size=(3, 8))
    lower, upper = np.full(8, -np.inf), np.full(8, np.inf)
    lower[:6], upper[:3] = -0.5, 0.5
    low, wide = rows @ np.full(8, 0.1) - 0.2, np.array([0.3, 0.2, 1.0])
    program = QuadraticProgram.of(
        root.T @ root + 0.1 * np.eye(8),
        rng.normal(size=8),
        inequalities=(np.vstack([-rows, rows]), np.concatenate([-low, low + wide])),
        lower=lower,
        upper=upper,
    )
    found = TextbookInteriorPoint().solve(program)
    assert found.residuals.largest < 1e-7
    assert found.objective == pytest.approx(found.dual, abs=1e-8)


@pytest.mark.spec("M.Q02", "M.Q03", "M.A14")
@pytest.mark.parametrize("penalty", PENALTIES[:2], ids=repr)
def test_without_walls_it_is_one_linear_system(penalty: Penalty) -> None:
    found = InteriorPoint().solve(toy_program(0.1, HALF_SQUARES, penalty))
    assert found.iterations == 1
    beta = SIGNS - found.outputs[:, 0]
    form = K if isinstance(penalty, FunctionNorm) else K @ K
    dual = SIGNS @ beta - 0.5 * beta @ beta - 5.0 * beta @ form @ beta
    assert dual == pytest.approx(found.objective[0], rel=1e-12)
    assert abs(beta.sum()) < 1e-12


def test_other_losses_are_refused_and_interruptions_kept() -> None:
    with pytest.raises(ParameterError, match="no linear or quadratic program"):
        InteriorPoint().solve(toy_program(0.1, Logistic()))

    def stop(fraction: float) -> None:
        raise Enough

    program = toy_program(0.1, Absolute(), CoefficientSum())
    found = InteriorPoint().solve(program, stop, keep=True)
    assert found.stop is Stop.INTERRUPTED
    assert found.objective[0] >= InteriorPoint().solve(program).objective[0] - 1e-9
    assert InteriorPoint(max_iterations=1).solve(program).stop is Stop.ITERATIONS


def _primal(gram: np.ndarray, y: np.ndarray, w: np.ndarray, alpha: float, loss: Loss, penalty: Penalty) -> object:
    """Variables a⁺, a⁻, b, a residual that costs its square, and two that cost themselves beyond the tube."""
    n = len(y)
    tube = float(getattr(loss, "epsilon", 0.0))
    square = {Squared: 2.0 * getattr(loss, "weight", 0.5), SquaredEpsilonInsensitive: 2.0}.get(type(loss), 0.0)
    square = 1.0 / loss.transition if isinstance(loss, Huber) else square
    straight = not isinstance(loss, Squared | SquaredEpsilonInsensitive)
    size = 2 * n + 1 + 4 * n
    H, c = np.zeros((size, size)), np.zeros(size)
    if isinstance(penalty, CoefficientSum):
        c[: 2 * n] = alpha
    else:
        form = gram if isinstance(penalty, FunctionNorm) else np.eye(n)
        H[: 2 * n, : 2 * n] = alpha * np.block([[form, -form], [-form, form]])
    squared, inside, over, under = (slice(2 * n + 1 + k * n, 2 * n + 1 + (k + 1) * n) for k in range(4))
    H[squared, squared] = np.diag(w * square) if square else np.eye(n)
    c[over] = c[under] = w
    lower, upper = np.full(size, -np.inf), np.full(size, np.inf)
    lower[: 2 * n] = 0.0
    if not isinstance(penalty, CoefficientSum):
        lower[:n], lower[n : 2 * n], upper[n : 2 * n] = -np.inf, 0.0, 1e-9
    lower[inside], upper[inside] = -max(tube, 1e-12), max(tube, 1e-12)
    if not square:
        lower[squared], upper[squared] = -1e-9, 1e-9
    lower[over] = lower[under] = 0.0
    if not straight:
        upper[over] = upper[under] = 1e-9
    unit = np.eye(n)
    rows = np.hstack([gram, -gram, np.ones((n, 1)), unit, unit, unit, -unit])
    return QuadraticProgram.of(H, c, equalities=(rows, y), lower=lower, upper=upper)
