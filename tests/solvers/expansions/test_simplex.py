"""The simplex method against HiGHS, worked numbers and its own dual bound, over the whole range of programs."""

import threading
from typing import Any

import numpy as np
import pytest
from solvers.expansions.toy import toy_program

from drupe.foundation.errors import InputError
from drupe.foundation.progress import Enough
from drupe.grams import DenseGram, LazyGram
from drupe.inputs import Vectors
from drupe.kernels import Gaussian
from drupe.losses import Absolute
from drupe.solvers.expansions.column_generation import ColumnGeneration
from drupe.solvers.expansions.deviations import lower_bound
from drupe.solvers.expansions.penalties import CoefficientSum
from drupe.solvers.expansions.program import ExpansionProgram
from drupe.solvers.expansions.simplex import Simplex
from drupe.solvers.expansions.vertex import Vertex
from drupe.solvers.solution import Stop


def deviations(K: Any, y: Any, alpha: float, weights: Any = None) -> ExpansionProgram:
    targets = np.asarray(y, dtype=np.float64).reshape(len(y), -1)
    counts = np.ones(len(targets)) if weights is None else np.asarray(weights, dtype=np.float64)
    gram = DenseGram(np.asarray(K, dtype=np.float64))
    return ExpansionProgram(gram, targets, counts, alpha, Absolute(), CoefficientSum())


def bells(n: int, seed: int, d: int = 2, width: float = 1.0) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((n, d))
    noisy = np.sign(np.sin(2.0 * x[:, 0]) + 0.5 * rng.standard_normal(n))
    return np.asarray(Gaussian(width)(x, x)), np.where(noisy == 0.0, 1.0, noisy)


@pytest.mark.spec("M.Q08", "M.A18")
@pytest.mark.parametrize("solver", [Simplex(), Vertex(), ColumnGeneration(candidates=None)])
def test_worked_numbers_on_six_points(solver: Any) -> None:
    solution = solver.solve(toy_program(0.5, Absolute(), CoefficientSum()))
    assert solution.coefficients[:, 0] == pytest.approx([0.860092, 0, 0, 2.178749, 2.353725, 0], abs=1e-6)
    assert np.flatnonzero(solution.coefficients).tolist() == [0, 3, 4]
    assert solution.offset[0] == pytest.approx(-2.161037, abs=1e-6)
    assert solution.objective[0] == pytest.approx(4.961940, abs=1e-6)
    assert solution.gap[0] <= 1e-7
    assert solution.converged


@pytest.mark.spec("M.Q08")
def test_worked_dual_variables_prove_the_optimum_on_six_points() -> None:
    program = toy_program(0.5, Absolute(), CoefficientSum())
    beta = np.array([1, -1, -0.688766, 0.867432, 0.613537, -0.792203])
    assert lower_bound(program, 0, beta) == pytest.approx(4.961940, abs=1e-5)
    assert lower_bound(program, 0, 3.0 * beta) <= 4.961941  # never above the optimum, whatever comes in


@pytest.mark.spec("M.A17", "M.A18")
@pytest.mark.parametrize("alpha", [1e-2, 0.1, 1.0, 5.0])
def test_all_three_reach_the_same_optimum(alpha: float) -> None:
    program = deviations(*bells(60, 3), alpha)
    found = [how.solve(program) for how in (Simplex(), Vertex(), ColumnGeneration(), ColumnGeneration(None, 1))]
    for one in found:
        assert one.objective[0] == pytest.approx(found[1].objective[0], rel=1e-7)
        assert one.gap[0] <= 1e-6 * one.objective[0]


@pytest.mark.parametrize("seed", range(40))
def test_random_programs_against_highs(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 70))
    K, y = bells(n, seed, int(rng.integers(1, 6)), float(rng.choice([0.3, 1.0, 4.0])))
    if seed % 3 == 1:
        y = rng.standard_normal(n)
    if seed % 4 == 2:  # copies, also with other targets
        again = rng.integers(0, n, size=n // 2 + 1)
        K, y = K[np.ix_(np.r_[:n, again], np.r_[:n, again])], np.r_[y, rng.choice([-1.0, 1.0], size=len(again))]
    if seed % 5 == 3:  # not positive, still a linear program
        K = K - 0.7 * np.eye(len(K))
    weights = rng.choice([0.25, 1.0, 2.0, 3.5], size=len(y))
    alpha = float(10.0 ** rng.uniform(-2.5, 1.5))
    program = deviations(K, y, alpha, weights)
    found, known = Simplex().solve(program), Vertex().solve(program)
    assert found.converged
    assert found.objective[0] == pytest.approx(known.objective[0], rel=1e-6, abs=1e-9)  # within HiGHS's own tolerance
    assert found.objective[0] <= known.objective[0] * (1.0 + 1e-9) + 1e-12
    assert found.gap[0] <= 1e-8 * found.objective[0] + 1e-12
    residuals = np.abs(program.targets - found.outputs)
    assert np.count_nonzero(residuals < 1e-9) >= np.count_nonzero(found.coefficients) + 1 - 1e-9  # a vertex


@pytest.mark.parametrize("alpha", [1e-9, 1e-6, 1e-3, 1e3, 1e6, 1e9])
def test_penalties_of_any_size(alpha: float) -> None:
    program = deviations(*bells(50, 11, 3), alpha)
    found = Simplex().solve(program)
    assert found.gap[0] <= 1e-7 * found.objective[0] + 1e-11  # targets are of size one
    assert found.objective[0] <= Vertex().solve(program).objective[0] * (1.0 + 1e-7)
    if alpha >= 1e3:
        assert not found.coefficients.any()
        assert found.offset[0] == np.median(program.targets)


@pytest.mark.parametrize("scale", [1e-9, 1e-4, 1e6, 1e9])
def test_kernels_and_targets_of_any_size(scale: float) -> None:
    K, y = bells(40, 2)
    plain = Simplex().solve(deviations(K, y, 0.3))
    kernel = Simplex().solve(deviations(scale * K, y, 0.3 * scale))
    assert kernel.objective[0] == pytest.approx(plain.objective[0], rel=1e-9)
    targets = Simplex().solve(deviations(K, scale * y, 0.3))
    assert targets.objective[0] == pytest.approx(scale * plain.objective[0], rel=1e-9)


@pytest.mark.parametrize("y", [[1.0], [0.0], [1.0, 1.0], [-1.0, 1.0], [3.0, 3.0, 3.0], [0.0, 0.0, 0.0]])
def test_few_examples_and_constant_targets(y: list[float]) -> None:
    program = deviations(np.eye(len(y)) + 0.5, y, 0.25)
    found = Simplex().solve(program)
    assert found.converged
    assert found.objective[0] == pytest.approx(Vertex().solve(program).objective[0], abs=1e-12)
    if len(set(y)) == 1:
        assert not found.coefficients.any()
        assert found.offset[0] == pytest.approx(y[0], abs=1e-15)


def test_weights_count_as_repetitions_and_copies_share_a_coefficient() -> None:
    K, y = bells(30, 5)
    counts = np.random.default_rng(0).integers(1, 4, size=30)
    often = np.repeat(np.arange(30), counts)
    weighted = Simplex().solve(deviations(K, y, 0.4, counts))
    repeated = Simplex().solve(deviations(K[np.ix_(often, often)], y[often], 0.4))
    assert repeated.objective[0] == pytest.approx(weighted.objective[0], rel=1e-10)
    assert np.count_nonzero(repeated.coefficients) == np.count_nonzero(weighted.coefficients)
    assert np.bincount(often, repeated.coefficients[:, 0]) == pytest.approx(weighted.coefficients[:, 0], abs=1e-8)


def test_noisy_unbalanced_labels_end_at_the_median() -> None:
    rng = np.random.default_rng(1)
    x, y = rng.standard_normal((60, 3)), np.where(rng.random(60) < 0.3, 1.0, -1.0)
    found = Simplex().solve(deviations(Gaussian(2.0)(x, x), y, 20.0))
    assert not found.coefficients.any()
    assert found.offset[0] == -1.0
    assert found.objective[0] == 2.0 * np.count_nonzero(y > 0.0)


def test_several_functions_are_solved_each_for_itself() -> None:
    K, y = bells(40, 9)
    other = np.roll(y, 7)
    both = Simplex().solve(deviations(K, np.column_stack([y, other]), 0.3))
    for c, targets in enumerate((y, other)):
        alone = Simplex().solve(deviations(K, targets, 0.3))
        assert both.objective[c] == alone.objective[0]
        assert both.coefficients[:, c].tolist() == alone.coefficients[:, 0].tolist()


def test_columns_on_demand_reach_the_same_optimum_within_their_memory() -> None:
    rng = np.random.default_rng(4)
    x = rng.standard_normal((900, 4))
    y = np.sign(x[:, :1] * x[:, 1:2] + 0.3 * rng.standard_normal((900, 1)))
    gram = LazyGram(Gaussian(1.0), Vectors.of(x))
    program = ExpansionProgram(gram, y, np.ones(900), 3.0, Absolute(), CoefficientSum())
    known, few = Simplex().solve(program), Simplex(budget=8 * 900 * 899).solve(program)
    assert few.converged
    assert few.objective[0] == pytest.approx(known.objective[0], rel=1e-9)
    assert few.gap[0] <= 1e-8 * few.objective[0]
    least = Simplex(budget=8 * 900 * 20).solve(program)
    assert least.stop is Stop.STALLED
    assert least.objective[0] - least.gap[0] <= known.objective[0] <= least.objective[0]


def test_limits_end_a_run_with_an_honest_gap() -> None:
    program = deviations(*bells(200, 1), 0.05)
    best = Simplex().solve(program).objective[0]
    for how in (Simplex(max_iterations=20), Simplex(max_seconds=1e-9)):
        early = how.solve(program)
        assert early.stop in (Stop.ITERATIONS, Stop.TIME)
        assert early.objective[0] - early.gap[0] <= best < early.objective[0]
    rough = Simplex(tolerance=0.2).solve(program)
    assert rough.converged
    assert rough.gap[0] <= 0.2 * rough.objective[0] + 1e-6


def test_an_interruption_raises_or_leaves_a_vertex() -> None:
    x = np.random.default_rng(0).standard_normal((700, 8))
    y = np.sign(x[:, 0] * x[:, 1] + x[:, 2])
    program = deviations(Gaussian(2.0)(x, x), np.column_stack([y, -y]), 0.02)

    def enough(fraction: float) -> None:
        if fraction > 0.0:
            raise Enough

    with pytest.raises(KeyboardInterrupt):
        Simplex().solve(program, enough)
    kept = Simplex().solve(program, enough, keep=True)
    assert kept.stop is Stop.INTERRUPTED
    assert kept.gap.min() > 0.0
    assert np.isfinite(kept.outputs).all()


def test_progress_rises_to_one() -> None:
    heard: list[float] = []
    Simplex().solve(deviations(*bells(150, 8), 0.05), heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == 1.0


def test_runs_on_two_threads_at_once_agree() -> None:
    program = deviations(*bells(150, 6), 0.05)
    found: list[float] = []
    crowd = [threading.Thread(target=lambda: found.append(Simplex().solve(program).objective[0])) for _ in range(2)]
    for one in crowd:
        one.start()
    for one in crowd:
        one.join()
    assert found[0] == found[1]


def test_other_programs_are_refused() -> None:
    with pytest.raises(InputError, match="absolute deviations"):
        Simplex().solve(toy_program(0.5))
    with pytest.raises(InputError, match="above 0 and finite"):
        Simplex().solve(toy_program(0.0, Absolute(), CoefficientSum()))
    with pytest.raises(InputError, match="finite"):
        Simplex().solve(deviations([[1.0, np.inf], [np.inf, 1.0]], [1.0, -1.0], 1.0))


def cubic(seed: int) -> tuple[Any, Any]:
    """A polynomial kernel far from the origin: 20 dimensions, of 40 examples, with a condition number of 10⁹."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(40, 3)) + 10.0
    return (x @ x.T / 30.0 + 1.0) ** 3, 1000.0 * rng.normal(size=40)


@pytest.mark.parametrize("seed", range(6))
def test_a_nearly_singular_matrix_does_not_keep_it_forever(seed: int) -> None:
    found = Simplex().solve(deviations(*cubic(seed), 2e-6))
    assert found.iterations <= 10_000 + 100 * 40
    best = Vertex().solve(deviations(*cubic(seed), 2e-6))
    assert found.objective[0] - found.gap[0] <= best.objective[0] * (1.0 + 1e-9)
    assert found.converged == (found.gap[0] <= 1e-8 * found.objective[0])
