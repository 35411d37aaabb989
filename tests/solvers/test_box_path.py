"""Paths of box problems over one held Gram: optimal at every factor, whatever memory and precision."""

import numpy as np
import pytest

from drupe.grams import DenseGram, LazyGram
from drupe.inputs import Vectors
from drupe.kernels import Gaussian
from drupe.solvers.balance import Balanced, Free
from drupe.solvers.box import solve
from drupe.solvers.box_path import solve_box_path, solve_box_paths, widened
from drupe.solvers.options import Options
from drupe.solvers.problem import BoxProblem
from drupe.solvers.solution import Stop

FACTORS = np.array([0.05, 1.0, 20.0, 400.0])


def sample(n: int, seed: int = 0) -> tuple[DenseGram, np.ndarray]:
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((n, 3))
    signs = np.where(x[:, 0] + np.sin(2.0 * x[:, 1]) + 0.5 * rng.standard_normal(n) > 0, 1.0, -1.0)
    return DenseGram(LazyGram(Gaussian(1.0), Vectors.of(x)).dense()), signs


def problem(gram: DenseGram, signs: np.ndarray, examples: np.ndarray, balance: Balanced | Free) -> BoxProblem:
    n = len(examples)
    upper = np.random.default_rng(1).uniform(0.5, 1.5, n)
    return BoxProblem(gram, signs[examples], -np.ones(n), upper, examples, np.zeros(n), balance)


def boxed(whole: BoxProblem, factor: float) -> BoxProblem:
    part = whole.gram.take(whole.examples)
    n = len(whole)
    return BoxProblem(part, whole.signs, whole.linear, factor * whole.upper, np.arange(n), np.zeros(n), whole.balance)


@pytest.mark.parametrize("balance", [Balanced(), Free()])
@pytest.mark.parametrize("examples", [np.arange(0, 200, 2), np.arange(50, 150), np.array([7, 3, 150, 20, 90, 91, 92])])
def test_problems_on_some_examples_tell_the_outputs_of_others(examples: np.ndarray, balance: Balanced | Free) -> None:
    gram, signs = sample(200)
    whole = problem(gram, signs, examples, balance)
    watched = np.setdiff1d(np.arange(200), examples)[::-1]
    tight = Options(tolerance=1e-9)
    (path,) = solve_box_paths([whole], [watched], FACTORS, tight)
    assert path.stops == (Stop.CONVERGED,) * len(FACTORS)
    for i, factor in enumerate(FACTORS):
        alone = solve(boxed(whole, factor), tight)
        weights = whole.weights(path.alphas[i])
        objective = whole.objective(path.alphas[i], gram @ weights)
        assert objective == pytest.approx(alone.objective, rel=1e-9)
        assert path.offsets[i] == pytest.approx(alone.offset, abs=1e-6)
        np.testing.assert_allclose(path.outputs[i], (gram @ weights)[watched], atol=1e-9 * max(1.0, factor))


def test_problems_over_one_gram_do_not_disturb_each_other() -> None:
    gram, signs = sample(150)
    rng = np.random.default_rng(2)
    problems = [problem(gram, signs, np.sort(rng.choice(150, 60, replace=False)), Balanced()) for _ in range(7)]
    together = solve_box_paths(problems, [np.arange(150)] * 7, FACTORS, Options(threads=2))
    for one, path in zip(problems, together, strict=True):
        (alone,) = solve_box_paths([one], [np.arange(150)], FACTORS, Options(threads=1))
        np.testing.assert_array_equal(path.alphas, alone.alphas)
        np.testing.assert_array_equal(path.outputs, alone.outputs)


def test_problems_over_grams_of_their_own_are_solved_as_each_alone() -> None:
    kinds = [(*sample(n, seed), np.arange(seed, n, 2)) for n, seed in ((150, 0), (90, 1), (90, 2))]
    problems = [problem(gram, signs, examples, Balanced()) for gram, signs, examples in kinds]
    watched = [np.setdiff1d(np.arange(len(gram)), examples) for gram, _, examples in kinds]
    together = solve_box_paths(problems, watched, FACTORS, Options(threads=2))
    for one, seen, path in zip(problems, watched, together, strict=True):
        (alone,) = solve_box_paths([one], [seen], FACTORS, Options(threads=1))
        np.testing.assert_array_equal(path.alphas, alone.alphas)
        np.testing.assert_array_equal(path.outputs, alone.outputs)


def test_little_memory_changes_nothing_but_the_time() -> None:
    gram, signs = sample(700)
    whole = problem(gram, signs, np.arange(700), Balanced())
    rich, poor = (
        solve_box_paths([whole], [np.arange(3)], FACTORS, Options(cache_bytes=size, threads=1))[0]
        for size in (2**28, 0)
    )
    np.testing.assert_array_equal(rich.alphas, poor.alphas)


@pytest.mark.parametrize("n", [300, 1500])
def test_single_precision_meets_the_tolerance_that_double_precision_sees(n: int) -> None:
    gram, signs = sample(n)
    single = DenseGram(gram.matrix.astype(np.float32))
    path = solve_box_path(problem(single, signs, np.arange(n), Balanced()), FACTORS, Options(tolerance=1e-3))
    for factor, solution in zip(FACTORS, path, strict=True):
        assert solution.violation <= 1e-3
        best = solve(boxed(problem(gram, signs, np.arange(n), Balanced()), factor), Options(tolerance=1e-6))
        assert solution.objective == pytest.approx(best.objective, rel=1e-4)
        assert solution.gap >= 0.0


def test_limit_of_steps_binds_for_every_factor() -> None:
    gram, signs = sample(300)
    path = solve_box_path(problem(gram, signs, np.arange(300), Balanced()), FACTORS, Options(max_iterations=7))
    assert all(solution.iterations <= 7 for solution in path)
    assert path[-1].stop is Stop.ITERATIONS


def test_what_progress_raises_comes_out() -> None:
    def no(fraction: float) -> None:
        raise RuntimeError(f"no more after {fraction:.0%}")

    gram, signs = sample(1500)
    hard = problem(DenseGram(gram.matrix**30), signs, np.arange(1500), Balanced())
    with pytest.raises(RuntimeError, match="no more after"):
        solve_box_paths([hard], [np.arange(2)], 1e6 * FACTORS, Options(tolerance=1e-12, progress=no))


def test_a_widened_start_keeps_box_and_balance() -> None:
    signs = np.array([1.0, 1.0, -1.0, -1.0])
    upper, wider = np.ones(4), np.full(4, 7.0)
    mostly_at_the_end = np.array([1.0, 0.5, 1.0, 0.5])
    few_at_the_end = np.array([0.5, 0.5, 1.0, 0.0])
    for alpha in (np.array([1.0, 0.6, 1.0, 0.6]), few_at_the_end, mostly_at_the_end, np.ones(4), np.zeros(4)):
        start = widened(alpha, upper, wider)
        assert abs(signs @ start) < 1e-12
        assert start.min() >= 0.0
        assert start.max() <= 7.0
    assert widened(np.ones(4), upper, wider).tolist() == [7.0] * 4
    assert widened(few_at_the_end, upper, wider).tolist() == few_at_the_end.tolist()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("width", [0.5, 3.0])
def test_large_boxes_where_few_variables_stand_inside_are_solved_exactly(width: float, dtype: type) -> None:
    rng = np.random.default_rng(3)
    x = rng.standard_normal((700, 2))
    signs = np.where(x[:, 0] * x[:, 1] + 0.4 * rng.standard_normal(700) > 0, 1.0, -1.0)
    exact = DenseGram(LazyGram(Gaussian(width), Vectors.of(x)).dense())
    held, tolerance = DenseGram(exact.matrix.astype(dtype)), 1e-3 if dtype == np.float32 else 1e-7
    examples = np.flatnonzero(np.arange(700) % 5)
    (path,) = solve_box_paths(
        [problem(held, signs, examples, Balanced())], [np.arange(5)], FACTORS, Options(tolerance=tolerance)
    )
    whole = problem(exact, signs, examples, Balanced())
    for factor, alpha, offset in zip(FACTORS, path.alphas, path.offsets, strict=True):
        weights, upper = whole.weights(alpha), factor * whole.upper
        margins = signs * (exact @ weights + offset)
        primal = 0.5 * weights @ (exact @ weights) + upper @ np.maximum(0.0, 1.0 - margins[examples])
        dual = alpha.sum() - 0.5 * weights @ (exact @ weights)
        assert alpha.min() >= 0.0
        assert (alpha <= upper).all()
        assert abs(signs[examples] @ alpha) <= 1e-9 * factor * len(examples)
        assert primal - dual <= 2.0 * tolerance * upper.sum()
        assert primal - dual >= -1e-6 * primal
