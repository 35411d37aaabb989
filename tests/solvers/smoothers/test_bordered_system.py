"""Refinement: a solver that loses digits, asked again, finds those of the system itself."""

import numpy as np
import pytest

from drupe.solvers.smoothers.bordered_system import BorderedSystem, Expanded

RNG = np.random.default_rng(2)
X = RNG.uniform(-1.0, 1.0, size=(25, 1))
K = np.abs(X - X.T) ** 3 / 12.0
T = np.column_stack([np.ones(25), X])
Y = RNG.normal(size=(25, 2)) * [1.0, 1e6]
SHIFTS = RNG.uniform(0.01, 1.0, size=25)
SYSTEM = BorderedSystem(K, T, SHIFTS)


def dense(matrix, right):
    whole = np.block([[matrix + np.diag(SHIFTS), T], [T.T, np.zeros((2, 2))]])
    found = np.linalg.solve(whole, np.vstack([right, np.zeros((2, right.shape[1]))]))
    return Expanded(found[:25], found[25:])


def test_of_the_solution_nothing_remains():
    np.testing.assert_allclose(SYSTEM.remaining(dense(K, Y), Y) / [1.0, 1e6], 0.0, atol=1e-12)
    assert SYSTEM.left_over(dense(K, Y), Y) < 1e-13


@pytest.mark.parametrize("error", [1e-9, 1e-4, 1e-2])
def test_a_poor_solver_becomes_a_good_one(error):
    wrong = K * (1.0 + error * np.cos(np.arange(25)))
    found, left = SYSTEM.refined(Y, lambda right: dense(0.5 * (wrong + wrong.T), right))
    truth = dense(K, Y)
    assert left < max(1e-13, error**4)
    np.testing.assert_allclose(found.coefficients / [1.0, 1e6], truth.coefficients / [1.0, 1e6], atol=1e-6)
    np.testing.assert_allclose(found.free / [1.0, 1e6], truth.free / [1.0, 1e6], atol=1e-6)


def test_a_solver_that_makes_it_worse_is_asked_no_more():
    asked = []

    def worse(right):
        asked.append(right)
        return Expanded(np.full(right.shape, 1e3 * len(asked)), np.zeros((2, right.shape[1])))

    found, left = SYSTEM.refined(Y, worse)
    assert len(asked) == 2
    np.testing.assert_array_equal(found.coefficients, 1e3)
    assert left == SYSTEM.left_over(found, Y)


def test_what_is_no_number_is_no_solution():
    _, left = SYSTEM.refined(Y, lambda right: Expanded(np.full(right.shape, np.nan), np.zeros((2, right.shape[1]))))
    assert left == np.inf
