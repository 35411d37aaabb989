"""Steps of two and of more coordinates: worked numbers, the monitor, the optimum of a linear system."""

import numpy as np
import pytest
from solvers.expansions.toy import HALF_SQUARES, SIGNS, K, toy_program

from drupe.foundation.errors import ParameterError
from drupe.foundation.progress import Enough
from drupe.grams import DenseGram
from drupe.solvers.expansions.candidates import Sampled
from drupe.solvers.expansions.coordinate_descent import CoordinateDescent, Pairs
from drupe.solvers.expansions.coordinate_pursuit import CoordinatePursuit
from drupe.solvers.expansions.eigen import Eigen
from drupe.solvers.expansions.greedy import Greedy
from drupe.solvers.expansions.penalties import CoefficientNorm, FunctionNorm, Penalty
from drupe.solvers.expansions.program import ExpansionProgram
from drupe.solvers.solution import Stop

OPTIMUM = (0.212200, -0.198218, -0.184129, 0.187384, 0.116148, -0.133385)


def drawn(n: int = 80, alpha: float = 0.1, penalty: Penalty | None = None) -> ExpansionProgram:
    rng = np.random.default_rng(1)
    X = rng.normal(size=(n, 3))
    gram = DenseGram(np.exp(-((X[:, None] - X) ** 2).sum(axis=2) / 4.0))
    y = np.sign(X[:, :1] + rng.normal(size=(n, 2)))
    return ExpansionProgram(gram, y, rng.uniform(0.5, 3.0, n), alpha, penalty=penalty or FunctionNorm())


@pytest.mark.spec("M.A07")
def test_the_first_pair_and_the_optimum_on_six_points() -> None:
    program = toy_program(0.1)
    run = Pairs(program, 0, program.gram)
    assert round(run.step(), 6) == 0.136590
    assert np.flatnonzero(run.beta).tolist() == [0, 1]
    np.testing.assert_allclose(run.beta[:2], [0.136590, -0.136590], atol=1e-6)
    for _ in range(42):
        run.step()
    np.testing.assert_allclose(run.beta, OPTIMUM, atol=1e-6)
    np.testing.assert_allclose(run.slope, np.full(6, 0.188597), atol=1e-6)
    assert abs(run.beta.sum()) < 1e-12


@pytest.mark.spec("M.A07")
def test_a_step_is_the_bottom_of_its_line() -> None:
    program = drawn()
    run = Pairs(program, 1, program.gram)
    for _ in range(30):
        before = run.beta.copy()
        run.step()
        moved = np.flatnonzero(run.beta != before)
        assert len(moved) == 2
        i, j = moved
        assert run.slope[i] == pytest.approx(run.slope[j], abs=1e-9)


@pytest.mark.spec("M.A08")
def test_the_monitor_by_its_formulas() -> None:
    program = toy_program(0.1)
    run = Pairs(program, 0, program.gram)
    for _ in range(5):
        run.step()
    state, beta = run.monitor(), run.beta
    energy = 0.5 * beta @ beta + beta @ K @ beta / 0.2
    assert state.primal == pytest.approx(energy)
    assert state.dual == pytest.approx(SIGNS @ beta - energy)
    slope = K @ beta / 0.1 + beta - SIGNS
    assert state.offset == pytest.approx(-slope.mean())
    assert state.infeasibility == pytest.approx(np.linalg.norm(slope - slope.mean()) / np.sqrt(6.0))
    assert state.figures == pytest.approx(-np.log10(abs(state.primal - state.dual) / (abs(state.primal) + 1.0)))


@pytest.mark.spec("M.A08", "M.A07")
@pytest.mark.parametrize("together", [2, 3, 16])
@pytest.mark.parametrize("figures", [1.0, 3.0, 6.0])
def test_so_many_figures_are_right_and_the_gap_says_so(figures: float, together: int) -> None:
    program = drawn()
    found = CoordinateDescent(figures, together).solve(program)
    full = Eigen().solve(program)
    assert found.stop is Stop.CONVERGED
    above = found.objective - full.objective
    assert (above >= -1e-10).all()
    assert (above <= found.gap + 1e-10).all()
    assert (above <= 10.0 * 10.0**-figures * (1.0 + full.objective)).all()
    np.testing.assert_allclose(found.objective, program.objective(found.coefficients, found.offset), rtol=1e-10)


def test_limits_and_interruptions() -> None:
    program = drawn(alpha=1e-3)
    found = CoordinateDescent(10.0, 2, max_iterations=7).solve(program)
    assert found.stop is Stop.ITERATIONS
    assert found.iterations == 14
    assert (found.gap >= found.objective - Eigen().solve(program).objective).all()

    def stop(fraction: float) -> None:
        raise Enough

    assert CoordinateDescent().solve(program, stop, keep=True).stop is Stop.INTERRUPTED
    with pytest.raises(Enough):
        CoordinateDescent().solve(program, stop)
    with pytest.raises(ParameterError, match="function's norm"):
        CoordinateDescent().solve(toy_program(0.1, HALF_SQUARES, CoefficientNorm()))


@pytest.mark.spec("M.A09")
@pytest.mark.parametrize("penalty", [FunctionNorm(), CoefficientNorm()], ids=repr)
def test_greedy_centers_and_coordinate_steps(penalty: Penalty) -> None:
    program = drawn(60, 1.0, penalty)
    few = CoordinatePursuit(max_centers=10, sweeps=400, candidates=Sampled(60), tolerance=0.0).solve(program)
    assert ((few.coefficients != 0.0).sum(axis=0) == 10).all()
    matrix = program.gram.dense()
    for c in range(2):
        # Many sweeps reach the least objective over the centers.
        S = np.flatnonzero(few.coefficients[:, c])
        columns = np.hstack([matrix[:, S], np.ones((60, 1))])
        H = (columns.T * program.weights) @ columns
        H[:10, :10] += matrix[np.ix_(S, S)] if isinstance(penalty, FunctionNorm) else np.eye(10)
        best = np.linalg.solve(H, columns.T @ (program.weights * program.targets[:, c]))
        np.testing.assert_allclose(few.coefficients[S, c], best[:10], atol=1e-4)
    np.testing.assert_allclose(few.objective, program.objective(few.coefficients, few.offset), rtol=1e-12)
    # Full sweeps choose about as well as the greedy rule, which looks ahead.
    greedy = Greedy(max_centers=10, tolerance=0.0).solve(program)
    assert (few.objective < 1.1 * greedy.objective).all()
    lazy = CoordinatePursuit(max_centers=10, sweeps=0, candidates=Sampled(60), tolerance=0.0).solve(program)
    assert (lazy.objective >= few.objective).all()


def test_figures_that_rounding_made_up_do_not_count() -> None:
    """A cubic kernel far from the origin, of values up to 10¹², against an alpha of 10⁻²."""
    rounded = 0
    for seed in range(20):
        rng = np.random.default_rng(seed)
        X = rng.normal(size=(46, 3)) + 100.0
        y = np.where(rng.random((46, 1)) < 0.5, 1.0, -1.0)
        program = ExpansionProgram(DenseGram((X @ X.T / 3.0) ** 3), y, np.ones(46), 1e-2)
        found = CoordinateDescent().solve(program)
        assert not found.converged or found.gap[0] <= 1e-3 * found.objective[0], seed
        rounded += not found.converged
    assert rounded
