"""The cubic spline kernel."""

import numpy as np
import pytest
from kernels.formula_checks import assert_conditionally_positive, assert_follows, points
from scipy.interpolate import CubicSpline as NaturalSpline

from drupe.foundation.errors import InputError
from drupe.inputs.vectors import Vectors
from drupe.kernels import CubicSpline


def smoothed(inputs: Vectors, targets, ridge: float):
    """Coefficients, polynomial and energy of the smoothing spline, from kernel and null space."""
    kernel = CubicSpline()
    gram, free = kernel.matrix(inputs, inputs), kernel.null_space(inputs)
    n, q = free.shape
    bordered = np.block([[gram + n * ridge * np.eye(n), free], [free.T, np.zeros((q, q))]])
    solution = np.linalg.solve(bordered, [*targets, *np.zeros(q)])
    return solution[:n], solution[n:], solution[:n] @ gram @ solution[:n]


@pytest.mark.spec("S.K07")
def test_it_is_the_formula() -> None:
    assert_follows(CubicSpline(), lambda x, z, _: abs(x[0] - z[0]) ** 3 / 12, points(0, 6, 1))


@pytest.mark.spec("S.K07", "M.K07", "M.K09")
def test_conditionally_positive_of_order_two_with_this_sign() -> None:
    line = points(1, 10, 1)
    free = np.hstack([np.ones((10, 1)), line.array])
    assert CubicSpline().definiteness.order == 2
    assert_conditionally_positive(CubicSpline(), line, free)
    np.testing.assert_allclose(CubicSpline().null_space(line), free, rtol=1e-14)


@pytest.mark.spec("S.K07")
@pytest.mark.parametrize(
    ("ridge", "coefficients", "polynomial"),
    [
        (0.1, (-0.810811, 1.621622, -0.810811), (0.648649, 0.0)),
        (1.0, (-0.107143, 0.214286, -0.107143), (0.375, 0.0)),
        (0.0, (-3.0, 6.0, -3.0), (0.5, 0.0)),
    ],
)
def test_smoothing_three_points(ridge: float, coefficients, polynomial) -> None:
    found, free, energy = smoothed(Vectors.of([[0.0], [1.0], [2.0]]), [0.0, 1.0, 0.0], ridge)
    np.testing.assert_allclose(found, coefficients, atol=5e-7)
    if ridge:
        np.testing.assert_allclose(free, polynomial, atol=5e-7)
    if ridge == 0.1:
        assert energy == pytest.approx(0.438276, abs=5e-7)
    if not ridge:
        assert energy == pytest.approx(6.0, abs=1e-9)


@pytest.mark.spec("S.K07")
def test_interpolation_is_the_natural_spline() -> None:
    knots = Vectors.of(np.array([0.0, 0.7, 1.1, 2.5, 3.0])[:, None])
    targets = np.array([1.0, -0.5, 0.3, 2.0, 0.0])
    coefficients, free, _ = smoothed(knots, targets, ridge=0.0)
    x = Vectors.of(np.linspace(0.0, 3.0, 31)[:, None])
    found = CubicSpline().matrix(x, knots) @ coefficients + CubicSpline().null_space(x) @ free
    expected = NaturalSpline(knots.array[:, 0], targets, bc_type="natural")(x.array[:, 0])
    np.testing.assert_allclose(found, expected, atol=1e-10)


def test_it_compares_numbers_only() -> None:
    with pytest.raises(InputError, match=r"CubicSpline compares numbers, but the data have 3 columns"):
        CubicSpline()([[0.0, 1.0, 2.0]])
