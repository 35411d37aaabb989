"""The offset searched from outside gives the balanced optimum."""

from dataclasses import replace

import numpy as np
import pytest
from textbook_problems import agrees, balanced_problems, classification, reference, toy4

from drupe.foundation.errors import ParameterError
from drupe.grams import DenseGram
from drupe.solvers.balance import Free
from drupe.textbook.algorithms import BatchAscent, CoordinateAscent, OffsetSearch
from drupe.textbook.algorithms.stopping import MaxSweeps, OptimalityConditions

BALANCED = balanced_problems()
INNER = OptimalityConditions(1e-8) | MaxSweeps(3000)
OUTER = OptimalityConditions(1e-6) | MaxSweeps(60)


@pytest.mark.spec("C.F05", "C.F06")
@pytest.mark.parametrize("name", ["soft margin", "costs by class"])
def test_reaches_the_optimum_and_the_offset(name):
    solution = OffsetSearch(CoordinateAscent(stopping=INNER), OUTER).solve(BALANCED[name]).solution
    assert solution.converged
    assert agrees(solution, BALANCED[name])
    np.testing.assert_allclose(solution.offset, reference(BALANCED[name]).offset, atol=1e-5)


@pytest.mark.spec("C.F05")
def test_steepest_ascent_may_be_inside():
    problem = toy4(C=10.0)
    problem = replace(problem, gram=DenseGram(problem.gram.dense() + 0.5 * np.eye(4)))
    solution = OffsetSearch(BatchAscent(stopping=OptimalityConditions(1e-9) | MaxSweeps(20_000)), OUTER).solve(problem)
    assert agrees(solution.solution, problem)


@pytest.mark.spec("C.E03")
@pytest.mark.parametrize(("C", "w", "dual"), [(0.1, 0.2, 0.38), (1.0, 2 / 3, 2.8888889), (10.0, 2 / 3, 26.8888889)])
def test_jumps_of_a_singular_kernel_are_bridged(C, w, dual):
    x, signs = np.arange(4.0), np.array([-1.0, 1.0, -1.0, 1.0])
    problem = classification(DenseGram(np.outer(x, x)), signs, C)
    inner = CoordinateAscent(stopping=OptimalityConditions(1e-10) | MaxSweeps(1000))
    solution = OffsetSearch(inner, OptimalityConditions(1e-7) | MaxSweeps(60)).solve(problem).solution
    np.testing.assert_allclose(problem.weights(solution.alpha) @ x, w, atol=1e-6)
    np.testing.assert_allclose(-solution.objective, dual, atol=1e-6)
    assert abs(signs @ solution.alpha) < 1e-9


def test_every_iterate_is_balanced():
    run = OffsetSearch(CoordinateAscent(stopping=INNER), MaxSweeps(3)).solve(BALANCED["soft margin"])
    problem = BALANCED["soft margin"]
    assert abs(problem.signs @ run.solution.alpha) < 1e-10
    best = -reference(problem).objective
    assert all(sweep.dual <= best + 1e-9 for sweep in run.history)


def test_a_problem_without_an_equality_is_refused():
    with pytest.raises(ParameterError, match="one equality"):
        OffsetSearch().solve(toy4(C=1.0, balance=Free()))
