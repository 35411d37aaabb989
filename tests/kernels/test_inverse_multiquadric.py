"""The inverse multiquadric."""

import mpmath
import pytest
from kernels.formula_checks import assert_follows, assert_positive, assert_refuses, points, squared

from drupe.kernels import InverseMultiquadric


@pytest.mark.spec("M.K06")
def test_it_is_the_formula() -> None:
    def formula(x, z, p):
        return 1 / mpmath.sqrt(squared(x, z) + p["offset"] ** 2)

    assert_follows(InverseMultiquadric(0.8), formula, points(0, 5, 3))
    assert InverseMultiquadric(3.0)([[0.0, 0.0]], [[4.0, 0.0]]).item() == pytest.approx(0.2, rel=1e-14)


@pytest.mark.spec("M.K06")
def test_positive() -> None:
    assert_positive(InverseMultiquadric(0.5), points(1, 15, 3))
    assert_positive(InverseMultiquadric(0.5), points(2, 15, 1))


def test_refuses_offsets_out_of_range() -> None:
    assert_refuses(lambda: InverseMultiquadric(0.0), naming=r"InverseMultiquadric.offset.*got 0.0")
