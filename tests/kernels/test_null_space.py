"""The polynomials that conditionally positive kernels leave free."""

from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernels.formula_checks import points

from drupe.inputs.vectors import Vectors
from drupe.kernels.null_space import polynomials


@given(st.integers(1, 4), st.integers(0, 4))
def test_they_are_all_and_independent(dimension: int, order: int) -> None:
    values = polynomials(points(0, 60, dimension), order)
    assert values.shape == (60, comb(dimension + order - 1, dimension))
    assert np.linalg.matrix_rank(values) == values.shape[1]


def test_their_degree_is_below_the_order() -> None:
    """Scaling the inputs by s scales each column by s to its degree: these are 0, 1, 1, 2, 2, 2."""
    inputs = points(1, 5, 2)
    ratio = polynomials(Vectors.of(3.0 * inputs.array), 3) / polynomials(inputs, 3)
    np.testing.assert_allclose(ratio, np.tile([1.0, 3.0, 3.0, 9.0, 9.0, 9.0], (5, 1)), rtol=1e-12)


@pytest.mark.parametrize("order", [1, 2, 3])
def test_on_the_line_they_are_the_powers(order: int) -> None:
    line = points(2, 7, 1)
    np.testing.assert_allclose(
        polynomials(line, order), np.vander(line.array[:, 0], order, increasing=True), rtol=1e-12
    )
