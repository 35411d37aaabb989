"""The sigmoid kernel, which is none."""

import mpmath
import numpy as np
import pytest
from kernels.formula_checks import assert_follows, assert_indefinite, assert_refuses, inner, points
from sklearn.metrics.pairwise import sigmoid_kernel

from drupe.kernels import Sigmoid


@pytest.mark.spec("M.K05", "C.B42")
def test_it_is_the_formula() -> None:
    def formula(x, z, p):
        return mpmath.tanh(p["slope"] * inner(x, z) + p["offset"])

    assert_follows(Sigmoid(0.4, -0.3), formula, points(0, 5, 3))


def test_agrees_with_scikit_learn() -> None:
    x, z = points(1, 5, 3).array, points(2, 6, 3).array
    np.testing.assert_allclose(Sigmoid(0.4, -0.3)(x, z), sigmoid_kernel(x, z, gamma=0.4, coef0=-0.3), rtol=1e-10)


@pytest.mark.spec("M.K05", "C.B42")
def test_it_is_flagged_and_rightly_so() -> None:
    assert_indefinite(Sigmoid(1.0, -1.0), points(3, 12, 3))
    assert_indefinite(Sigmoid(1.0, 1.0), points(3, 12, 3))


def test_refuses_parameters_out_of_range() -> None:
    assert_refuses(lambda: Sigmoid(slope=0.0), naming=r"Sigmoid.slope.*got 0.0")
    assert_refuses(lambda: Sigmoid(offset=float("inf")), naming=r"Sigmoid.offset.*got inf")
