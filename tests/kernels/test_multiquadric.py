"""The multiquadric."""

import mpmath
import numpy as np
import pytest
from kernels.formula_checks import assert_conditionally_positive, assert_follows, assert_refuses, points, squared

from drupe.kernels import Multiquadric


@pytest.mark.spec("M.K07")
def test_it_is_the_formula() -> None:
    def formula(x, z, p):
        return -mpmath.sqrt(squared(x, z) + p["offset"] ** 2)

    assert_follows(Multiquadric(0.8), formula, points(0, 5, 3))


@pytest.mark.spec("M.K07", "M.K09")
def test_conditionally_positive_of_order_one() -> None:
    inputs = points(1, 12, 2)
    kernel = Multiquadric(0.5)
    assert kernel.definiteness.order == 1
    assert_conditionally_positive(kernel, inputs, np.ones((12, 1)))
    np.testing.assert_array_equal(kernel.null_space(inputs), np.ones((12, 1)))
    assert np.linalg.eigvalsh(kernel.matrix(inputs, inputs))[0] < 0


@pytest.mark.spec("M.K09")
def test_centered_it_is_positive() -> None:
    inputs = points(2, 12, 2)
    centered = Multiquadric(0.5).centered(inputs)
    assert centered.definiteness.positive
    assert np.linalg.eigvalsh(centered.matrix(inputs, inputs))[0] > -1e-10


def test_refuses_offsets_out_of_range() -> None:
    assert_refuses(lambda: Multiquadric(0.0), naming=r"Multiquadric.offset.*got 0.0")
