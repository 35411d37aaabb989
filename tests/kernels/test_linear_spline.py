"""The linear spline kernel."""

import numpy as np
import pytest
from kernels.formula_checks import assert_conditionally_positive, assert_follows, points

from drupe.foundation.errors import InputError
from drupe.inputs.vectors import Vectors
from drupe.kernels import LinearSpline

DATA, TARGETS = Vectors.of([[0.0], [1.0], [2.0]]), np.array([0.0, 1.0, 0.0])


@pytest.mark.spec("S.K06")
def test_it_is_the_formula() -> None:
    assert_follows(LinearSpline(), lambda x, z, _: -abs(x[0] - z[0]) / 2, points(0, 6, 1))


@pytest.mark.spec("S.K06", "M.K07", "M.K09")
def test_conditionally_positive_of_order_one() -> None:
    line = points(1, 10, 1)
    assert LinearSpline().definiteness.order == 1
    assert_conditionally_positive(LinearSpline(), line, np.ones((10, 1)))
    np.testing.assert_array_equal(LinearSpline().null_space(line), np.ones((10, 1)))


@pytest.mark.spec("S.K06")
@pytest.mark.parametrize(
    ("ridge", "coefficients", "constant", "energy"),
    [
        (0.1, (-0.526316, 1.052632, -0.526316), 0.157895, 0.554017),
        (1.0, (-0.1, 0.2, -0.1), 0.3, 0.02),
        (0.0, (-1.0, 2.0, -1.0), 0.0, 2.0),
    ],
)
def test_smoothing_three_points(ridge: float, coefficients, constant: float, energy: float) -> None:
    """(K + nλI)c + Γd = y with Γᵀc = 0; the energy cᵀKc is ∫ f′²."""
    gram, free = LinearSpline().matrix(DATA, DATA), LinearSpline().null_space(DATA)
    bordered = np.block([[gram + 3.0 * ridge * np.eye(3), free], [free.T, np.zeros((1, 1))]])
    solution = np.linalg.solve(bordered, [*TARGETS, 0.0])
    np.testing.assert_allclose(solution[:3], coefficients, atol=5e-7)
    assert solution[3] == pytest.approx(constant, abs=5e-7)
    assert solution[:3] @ gram @ solution[:3] == pytest.approx(energy, abs=5e-7)


def test_it_compares_numbers_only() -> None:
    with pytest.raises(InputError, match=r"LinearSpline compares numbers, but the data have 2 columns"):
        LinearSpline()([[0.0, 1.0]])
