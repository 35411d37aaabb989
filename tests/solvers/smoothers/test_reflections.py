"""Products with Q of a tall matrix, beside numpy's complete factorization."""

import numpy as np
import pytest

from drupe.solvers.smoothers.reflections import Reflections

RNG = np.random.default_rng(0)
COLUMNS = RNG.normal(size=(30, 4))


@pytest.mark.parametrize("width", [1, 3, 90])
def test_forth_and_back_are_a_rotation(width):
    reflections = Reflections.of(COLUMNS)
    table = RNG.normal(size=(30, width))
    np.testing.assert_allclose(reflections.back(reflections.forth(table)), table, atol=1e-12)
    turned = reflections.forth(COLUMNS)
    np.testing.assert_allclose(turned[:4], reflections.triangle, atol=1e-12)
    np.testing.assert_allclose(turned[4:], 0.0, atol=1e-12)


def test_the_complement_is_that_of_numpy():
    reflections = Reflections.of(COLUMNS)
    symmetric = RNG.normal(size=(30, 30))
    symmetric += symmetric.T
    complement = np.linalg.qr(COLUMNS, mode="complete")[0][:, 4:]
    inner = reflections.around(symmetric.copy())[4:, 4:]
    np.testing.assert_allclose(
        np.linalg.eigvalsh(inner), np.linalg.eigvalsh(complement.T @ symmetric @ complement), atol=1e-12
    )


def test_the_triangle_is_solved_from_both_sides():
    reflections, right = Reflections.of(COLUMNS), RNG.normal(size=(4, 2))
    np.testing.assert_allclose(reflections.triangle @ reflections.solve(right), right, atol=1e-12)
    np.testing.assert_allclose(reflections.triangle.T @ reflections.solve_transposed(right), right, atol=1e-12)


def test_without_columns_nothing_is_turned():
    nothing, table = Reflections.of(np.empty((5, 0))), RNG.normal(size=(5, 2))
    assert nothing.rank == 0
    np.testing.assert_array_equal(nothing.forth(table), table)
    np.testing.assert_array_equal(nothing.around(table @ table.T), table @ table.T)
    assert nothing.solve(np.empty((0, 2))).shape == (0, 2)
