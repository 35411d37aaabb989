"""The thin-plate spline kernel."""

import mpmath
import numpy as np
import pytest
from kernels.formula_checks import assert_conditionally_positive, assert_follows, points, squared
from scipy.interpolate import RBFInterpolator

from drupe.inputs.vectors import Vectors
from drupe.kernels import ThinPlate


@pytest.mark.spec("S.K09")
def test_it_is_the_formula() -> None:
    def formula(x, z, _):
        r = mpmath.sqrt(squared(x, z))
        return r**2 * mpmath.log(r) if r else mpmath.mpf(0)

    assert_follows(ThinPlate(), formula, points(0, 6, 2))


@pytest.mark.spec("S.K09", "M.K09")
@pytest.mark.parametrize("dimension", [1, 2, 3, 5])
def test_conditionally_positive_of_order_two_in_any_dimension(dimension: int) -> None:
    inputs = Vectors.of(np.random.default_rng(1).uniform(size=(10, dimension)))
    free = np.hstack([np.ones((10, 1)), inputs.array])
    assert ThinPlate().definiteness.order == 2
    assert_conditionally_positive(ThinPlate(), inputs, free)
    np.testing.assert_allclose(ThinPlate().null_space(inputs), free, rtol=1e-14)


@pytest.mark.spec("S.K09")
def test_interpolation_agrees_with_scipy() -> None:
    inputs, x = points(2, 12, 2), points(3, 7, 2)
    targets = np.random.default_rng(4).standard_normal(12)
    gram, free = ThinPlate().matrix(inputs, inputs), ThinPlate().null_space(inputs)
    solution = np.linalg.solve(np.block([[gram, free], [free.T, np.zeros((3, 3))]]), [*targets, 0.0, 0.0, 0.0])
    found = ThinPlate().matrix(x, inputs) @ solution[:12] + ThinPlate().null_space(x) @ solution[12:]
    peer = RBFInterpolator(inputs.array, targets, kernel="thin_plate_spline")(x.array)
    np.testing.assert_allclose(found, peer, atol=1e-9)


@pytest.mark.spec("S.K09")
def test_divided_by_eight_pi_it_inverts_the_squared_laplacian() -> None:
    """Away from its center Δ²(r² log r) = 0, and the flux of ∇Δ through a circle is 8π."""

    def laplacian_of_it(r):
        return mpmath.diff(lambda s: s**2 * mpmath.log(s), r, 2) + mpmath.diff(lambda s: s**2 * mpmath.log(s), r) / r

    r = mpmath.mpf("0.7")
    flux = 2 * mpmath.pi * r * mpmath.diff(laplacian_of_it, r)
    assert float(flux) == pytest.approx(8.0 * np.pi, rel=1e-8)
    assert ThinPlate()([[0.0, 0.0]], [[0.0, 0.7]]).item() == pytest.approx(0.49 * np.log(0.7), rel=1e-12)
