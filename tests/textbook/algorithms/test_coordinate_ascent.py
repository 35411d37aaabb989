"""One variable at a time reaches the optimum of problems without an equality, by every order and relaxation."""

import numpy as np
import pytest
from textbook_problems import TOY4, TOY4_SIGNS, agrees, classification, free_problems, gaussian, noisy, reference, toy4

from drupe.foundation.errors import ParameterError
from drupe.grams import CachedGram, DenseGram, ShiftedGram
from drupe.solvers.balance import Free
from drupe.solvers.solution import Stop
from drupe.textbook.algorithms import (
    BatchAscent,
    CoordinateAscent,
    Cyclic,
    FreeFirst,
    Shuffled,
    WorstFirst,
    fixed_offset,
)
from drupe.textbook.algorithms.stopping import MaxSweeps, OptimalityConditions

FREE = free_problems()
TIGHT = OptimalityConditions(1e-7) | MaxSweeps(5000)


def table_7_1(K, signs, C, sweeps, rates):
    """The algorithm as it is printed."""
    alpha, values = np.zeros(len(signs)), []
    for _ in range(sweeps):
        for i in range(len(signs)):
            alpha[i] += rates[i] * (1 - signs[i] * np.sum(alpha * signs * K[i]))
            alpha[i] = min(C, max(0.0, alpha[i]))
        values.append(alpha.sum() - 0.5 * (alpha * signs) @ K @ (alpha * signs))
    return alpha, values


@pytest.mark.spec("C.F06", "H.S13", "H.S15", "S.A07")
@pytest.mark.parametrize("name", FREE)
def test_reaches_the_optimum(name):
    assert agrees(CoordinateAscent(stopping=TIGHT).solve(FREE[name]).solution, FREE[name])


@pytest.mark.spec("C.F07")
@pytest.mark.parametrize("relaxation", [0.3, 0.9, 1.3, 1.9])
def test_any_relaxation_below_two_reaches_it_without_ever_falling(relaxation):
    problem = FREE["soft margin"]
    run = CoordinateAscent(relaxation, stopping=TIGHT).solve(problem)
    assert agrees(run.solution, problem)
    assert (np.diff([sweep.dual for sweep in run.history]) >= -1e-10).all()


@pytest.mark.parametrize("relaxation", [0.0, 2.0, -1.0, np.nan])
def test_other_relaxations_are_refused(relaxation):
    with pytest.raises(ParameterError, match=r"relaxation must lie in \(0"):
        CoordinateAscent(relaxation)


@pytest.mark.spec("C.F06", "C.F07")
@pytest.mark.parametrize("relaxation", [1.0, 1.4])
def test_is_the_printed_algorithm_sweep_by_sweep(relaxation):
    x, signs = noisy(30)
    K = gaussian(x).dense()
    run = CoordinateAscent(relaxation, stopping=MaxSweeps(6)).solve(classification(DenseGram(K), signs, 2.0, Free()))
    alpha, values = table_7_1(K, signs, 2.0, 6, relaxation / np.diag(K))
    np.testing.assert_allclose(run.solution.alpha, alpha, atol=1e-12)
    np.testing.assert_allclose([sweep.dual for sweep in run.history[1:]], values, rtol=1e-12)
    assert run.solution.stop is Stop.ITERATIONS


@pytest.mark.spec("C.F06")
@pytest.mark.parametrize(
    ("constant", "alpha", "w", "b", "dual"),
    [
        (10.0, [0.4259259, 0, 0, 0.5555556], [0.2962963, 0.8518519], -1.2962963, 0.4907407),
        (100.0, [0.4027778, 0, 0, 0.4166667], [0.3888889, 0.8055556], -1.3888889, 0.4097222),
        (1.0, [0.5, 0, 0.5, 1.0], [0.0, 1.0], -1.0, 1.0),
    ],
)
def test_four_points_with_a_constant_added_to_the_kernel(constant, alpha, w, b, dual):
    problem = toy4(constant=constant, balance=Free())
    solution = CoordinateAscent(stopping=OptimalityConditions(1e-11) | MaxSweeps(5000)).solve(problem).solution
    weights = problem.signs * solution.alpha
    np.testing.assert_allclose(solution.alpha, alpha, atol=1e-6)
    np.testing.assert_allclose(weights @ TOY4, w, atol=1e-6)
    np.testing.assert_allclose(constant * weights.sum(), b, atol=1e-6)
    np.testing.assert_allclose(-solution.objective, dual, atol=1e-6)
    # The optimum with the offset is 0.4, and the emulation never lies below it.
    assert -solution.objective >= 0.4


@pytest.mark.spec("C.F06")
def test_first_sweeps_on_four_points():
    run = CoordinateAscent(stopping=MaxSweeps(3)).solve(toy4(constant=10.0, balance=Free()))
    np.testing.assert_allclose([sweep.dual for sweep in run.history], [0, 0.1493266, 0.2656663, 0.3158780], atol=1e-6)
    one = CoordinateAscent(stopping=MaxSweeps(1)).solve(toy4(constant=10.0, balance=Free())).solution
    np.testing.assert_allclose(one.alpha, [0.0555556, 0, 0.1555556, 0.0101010], atol=1e-6)


@pytest.mark.spec("C.F06")
def test_converges_linearly():
    run = CoordinateAscent(stopping=MaxSweeps(40)).solve(toy4(constant=10.0, balance=Free()))
    missing = 0.4907407407407407 - np.array([sweep.dual for sweep in run.history])
    ratios = missing[1:30] / missing[:29]
    assert ratios.max() < 0.95


@pytest.mark.spec("C.F09")
@pytest.mark.parametrize(
    "order", [Cyclic(), Shuffled(3), WorstFirst(), FreeFirst(1e-8)], ids=lambda o: type(o).__name__
)
@pytest.mark.parametrize("name", ["soft margin", "regression"])
def test_every_order_reaches_the_same_optimum(order, name):
    run = CoordinateAscent(order=order, stopping=TIGHT).solve(FREE[name])
    assert agrees(run.solution, FREE[name])
    assert (np.diff([sweep.dual for sweep in run.history]) >= -1e-10).all()


@pytest.mark.spec("C.F09")
def test_violators_first_needs_fewer_visits_than_cycling():
    problem = FREE["2-norm margin"]
    cyclic, worst = (CoordinateAscent(order=order, stopping=TIGHT).solve(problem) for order in (Cyclic(), WorstFirst()))
    assert worst.solution.iterations < cyclic.solution.iterations


@pytest.mark.spec("C.F09")
def test_free_variables_are_settled_between_full_rounds():
    rounds = []

    class Watched(FreeFirst):
        def rounds(self, point):
            for variables in super().rounds(point):
                rounds.append((len(variables), bool(point.free()[variables].all())))
                yield variables

    CoordinateAscent(order=Watched(1e-6), stopping=TIGHT).solve(FREE["soft margin"])
    n = len(FREE["soft margin"])
    assert rounds[0] == (n, False)
    partial = [all_free for size, all_free in rounds if size < n]
    assert len(partial) > 3
    assert all(partial)


@pytest.mark.spec("C.F11")
def test_a_cache_saves_kernel_rows_and_changes_nothing():
    x, signs = noisy(40)
    cached = CachedGram(gaussian(x), budget_bytes=40 * 40 * 8)
    small = CachedGram(gaussian(x), budget_bytes=4 * 40 * 8)
    runs = [
        CoordinateAscent(stopping=TIGHT).solve(classification(gram, signs, 2.0, Free())).solution
        for gram in (gaussian(x), cached, small)
    ]
    for run in runs[1:]:
        np.testing.assert_allclose(run.alpha, runs[0].alpha, atol=1e-9)
    assert cached.use.misses <= 40 < cached.use.hits
    assert small.use.misses > cached.use.misses
    assert small.use.bytes <= 4 * 40 * 8


def test_a_zero_vector_goes_to_the_end_of_its_box():
    # k(x, x) = 0: W rises without curvature along this axis.
    problem = classification(DenseGram(np.diag([0.0, 2.0])), [1, -1], C=3.0, balance=Free())
    assert CoordinateAscent().solve(problem).solution.alpha.tolist() == [3.0, 0.5]
    endless = classification(DenseGram(np.diag([0.0, 2.0])), [1, -1], balance=Free())
    assert CoordinateAscent().solve(endless).solution.stop is Stop.UNBOUNDED


def test_an_equality_is_refused_with_advice():
    with pytest.raises(ParameterError, match="OffsetSearch"):
        CoordinateAscent().solve(toy4(C=1.0))
    with pytest.raises(ParameterError, match="fixed_offset"):
        BatchAscent().solve(toy4(C=1.0))


@pytest.mark.spec("C.F05")
@pytest.mark.parametrize("name", ["soft margin", "2-norm margin"])
def test_steepest_ascent_reaches_it_too_and_never_falls(name):
    run = BatchAscent(stopping=OptimalityConditions(1e-5) | MaxSweeps(20_000)).solve(FREE[name])
    assert agrees(run.solution, FREE[name])
    assert (np.diff([sweep.dual for sweep in run.history]) >= -1e-10).all()


@pytest.mark.spec("C.F05")
def test_steepest_ascent_moves_all_from_the_old_values():
    problem = toy4(C=0.3, balance=Free())
    run = BatchAscent(rate=0.05, stopping=MaxSweeps(2)).solve(problem)
    K, alpha = TOY4 @ TOY4.T, np.zeros(4)
    for _ in range(2):
        alpha = np.clip(alpha + 0.05 * (1 - TOY4_SIGNS * (K @ (alpha * TOY4_SIGNS))), 0.0, 0.3)
    np.testing.assert_allclose(run.solution.alpha, alpha, atol=1e-14)


def test_too_large_a_rate_oscillates_and_says_so():
    problem = classification(DenseGram(np.full((2, 2), 1.0)), [1, 1], C=10.0, balance=Free())
    run = BatchAscent(rate=1.5, stopping=OptimalityConditions(1e-6) | MaxSweeps(50)).solve(problem)
    assert run.solution.stop is Stop.ITERATIONS
    with pytest.raises(ParameterError, match="rate"):
        BatchAscent(rate=0.0)


@pytest.mark.spec("C.F05", "C.F18")
@pytest.mark.parametrize("solver", [CoordinateAscent(stopping=TIGHT), BatchAscent(stopping=OptimalityConditions(1e-6))])
def test_fixing_the_right_offset_gives_the_balanced_optimum(solver):
    x, signs = noisy()
    problem = classification(gaussian(x), signs, C=2.0)
    best = reference(problem)
    fixed = fixed_offset(problem, best.offset)
    solution = solver.solve(fixed).solution
    np.testing.assert_allclose(solution.alpha, best.alpha, atol=1e-4)
    # Any other offset does worse: b maximizes the least objective.
    for wrong in (best.offset - 0.3, best.offset + 0.3):
        assert solver.solve(fixed_offset(problem, wrong)).solution.objective < best.objective


@pytest.mark.spec("C.F06", "C.E02", "H.S03", "M.S04")
def test_identity_gram_closed_forms():
    # G = I, two points, lambda = 1: box 1/(2 lambda m) = 0.25, quadratic 1/(1 + lambda m) = 1/3.
    gram = DenseGram(np.eye(2))
    boxed = CoordinateAscent().solve(classification(gram, [1, -1], 0.25, Free())).solution
    squared = CoordinateAscent().solve(classification(ShiftedGram(gram, 2.0), [1, -1], balance=Free())).solution
    np.testing.assert_allclose(boxed.alpha, 0.25)
    np.testing.assert_allclose(squared.alpha, 1 / 3)
