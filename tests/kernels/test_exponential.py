"""The exponential kernel."""

import mpmath
import numpy as np
import pytest
from kernels.formula_checks import assert_follows, assert_positive, assert_refuses, inner, points

from drupe.kernels import Exponential, ExponentialOf, Linear


@pytest.mark.spec("G.K-06")
def test_it_is_the_formula() -> None:
    assert_follows(Exponential(1.7), lambda x, z, p: mpmath.exp(inner(x, z) / p["width"] ** 2), points(0, 5, 3))


@pytest.mark.spec("G.K-06")
def test_it_is_the_exponential_of_the_linear_kernel() -> None:
    inputs = points(1, 6, 3)
    composed = ExponentialOf(Linear(), width=1.7)
    np.testing.assert_allclose(composed.matrix(inputs, inputs), Exponential(1.7).matrix(inputs, inputs), rtol=1e-10)


def test_positive_and_refuses_widths_out_of_range() -> None:
    assert_positive(Exponential(2.0), points(2, 12, 2))
    assert_refuses(lambda: Exponential(0.0), naming=r"Exponential.width.*got 0.0")
