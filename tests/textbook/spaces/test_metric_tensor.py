"""The metric tensor against closed forms and against lengths in feature space."""

import numpy as np
import pytest

from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Kernel, Linear, Polynomial
from drupe.textbook.spaces import metric_tensor, squared_distances

Z = np.array([0.7, -1.2, 0.4])


@pytest.mark.spec("C.B30")
@pytest.mark.parametrize("width", [0.5, 1.0, 3.0])
def test_gaussian_kernel_scales_all_directions_alike(width: float) -> None:
    np.testing.assert_allclose(metric_tensor(Gaussian(width), Z), np.eye(3) / width**2, atol=1e-7 / width**2)
    # The source's exp(−‖x − z‖²/σ²) has 2/σ².
    sigma = np.sqrt(2.0) * width
    tensor = metric_tensor(Gaussian.from_gamma(1 / sigma**2), Z)
    np.testing.assert_allclose(tensor, 2.0 / sigma**2 * np.eye(3), atol=1e-7 / width**2)


@pytest.mark.spec("C.B30")
def test_linear_kernel_changes_nothing() -> None:
    np.testing.assert_allclose(metric_tensor(Linear(), Z), np.eye(3), atol=1e-9)


@pytest.mark.spec("C.B30")
def test_quadratic_kernel() -> None:
    expected = 2.0 * (Z @ Z) * np.eye(3) + 2.0 * np.outer(Z, Z)
    np.testing.assert_allclose(metric_tensor(Polynomial(2), Z), expected, atol=1e-8)


@pytest.mark.spec("C.B30")
@pytest.mark.parametrize("kernel", [Polynomial(3, 1.0), Gaussian(0.9) * Polynomial(2, 0.5), Gaussian(0.9).normalized()])
def test_short_steps_have_the_length_that_the_tensor_gives(kernel: Kernel[Vectors]) -> None:
    tensor = metric_tensor(kernel, Z)
    assert np.linalg.eigvalsh(tensor).min() >= 0.0
    np.testing.assert_allclose(tensor, tensor.T)
    for direction in np.random.default_rng(0).normal(size=(5, 3)):
        step = 1e-3 * direction
        # Half-way steps to both sides cancel the third order.
        squared = squared_distances(kernel, [Z - step / 2], [Z + step / 2]).item()
        assert squared == pytest.approx(step @ tensor @ step, rel=1e-5)


@pytest.mark.spec("C.B30")
def test_narrow_kernels_want_a_smaller_step() -> None:
    tensor = metric_tensor(Gaussian(0.01), 100.0 * Z, step=3e-5)
    np.testing.assert_allclose(tensor, np.eye(3) / 0.01**2, rtol=1e-4, atol=1.0)


def test_bad_points_are_refused() -> None:
    with pytest.raises(InputError, match=r"one vector of finite numbers, got an array of shape \(1, 2\)"):
        metric_tensor(Linear(), [[1.0, 2.0]])
    with pytest.raises(ParameterError, match="step"):
        metric_tensor(Linear(), [1.0], step=0.0)
