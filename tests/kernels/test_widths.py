"""Widths at the ends of their range give finite kernels and slopes; beyond them they are refused in words."""

import numpy as np
import pytest

from drupe import SVC
from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import LENGTHS
from drupe.inputs import Vectors
from drupe.kernels import (
    ARD,
    Cauchy,
    ChiSquared,
    Epanechnikov,
    Exponential,
    Gaussian,
    InverseMultiquadric,
    Laplacian,
    Matern12,
    Matern32,
    Matern52,
    Multiquadric,
    RationalQuadratic,
    Uniform,
)
from drupe.kernels.exponential_of import ExponentialOf
from drupe.kernels.gaussian_of import GaussianOf
from drupe.kernels.linear import Linear

X = np.array([[0.0, 1.0], [2.0, 0.5], [1.0, 1.0]])
FADING = [
    Gaussian,
    Cauchy,
    ChiSquared,
    Epanechnikov,
    Laplacian,
    Matern12,
    Matern32,
    Matern52,
    RationalQuadratic,
    Uniform,
]
LENGTHY = [*FADING, InverseMultiquadric, Multiquadric, lambda width: ARD((width, width))]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("width", [1e-70, 1e-30, 1e-19, 1e19, 1e40, 1e70])
@pytest.mark.parametrize("kernel", LENGTHY)
def test_kernels_and_slopes_stay_finite(kernel, width, dtype):
    inputs = Vectors.of(X.astype(dtype))
    assert np.isfinite(kernel(width).matrix(inputs, inputs)).all()
    assert all(np.isfinite(slope).all() for slope in kernel(width).gradient(inputs).values())


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("width", [1e-150, 1e150])
@pytest.mark.parametrize("kernel", LENGTHY)
def test_kernels_stay_finite_at_the_ends(kernel, width, dtype):
    inputs = Vectors.of(X.astype(dtype))
    assert np.isfinite(kernel(width).matrix(inputs, inputs)).all()


def test_slopes_beyond_float64_are_refused():
    with pytest.raises(ParameterError, match="beyond float64"):
        Gaussian(1e-140).gradient(Vectors.of(X))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("kernel", [k for k in FADING if k is not Uniform])
def test_narrow_kernels_tell_all_apart_and_wide_ones_nothing(kernel, dtype):
    """The limits of every bell: the identity and the matrix of ones."""
    inputs = Vectors.of(X.astype(dtype))
    np.testing.assert_allclose(kernel(1e-60).matrix(inputs, inputs), np.eye(3), atol=1e-12)
    np.testing.assert_allclose(kernel(1e60).matrix(inputs, inputs), np.ones((3, 3)), atol=1e-12)


@pytest.mark.parametrize("width", [0.0, 1e-160, 1e-151, 1e151, 1e170, np.inf, np.nan])
@pytest.mark.parametrize(
    "kernel", [*LENGTHY, Exponential, lambda w: GaussianOf(Linear(), w), lambda w: ExponentialOf(Linear(), w)]
)
def test_other_widths_are_refused(kernel, width):
    with pytest.raises(ParameterError, match=r"must lie in \[1e-150, 1e\+150\]"):
        kernel(width)


@pytest.mark.parametrize("kernel", [Gaussian, ChiSquared, Laplacian])
def test_rates_are_refused_where_their_widths_would_be(kernel):
    for gamma in (0.0, 1e-300, 1e300, np.inf):
        with pytest.raises(ParameterError, match="gamma must lie in"):
            kernel.from_gamma(gamma)
    for gamma in (1e-150, 1e-60, 1e60, 1e149):
        assert kernel.from_gamma(gamma).width in LENGTHS


@pytest.mark.parametrize("precision", ["auto", "single", "double"])
def test_machines_take_them_too(precision):
    y = [0, 1, 1]
    narrow = SVC(kernel=Gaussian(1e-40), C=10.0, precision=precision).fit(X, y)
    assert narrow.predict(X).tolist() == y
    assert np.isfinite(narrow.dual_coef_).all()
    with pytest.raises(ParameterError, match="gamma must lie in"):
        SVC(gamma=1e300).fit(X, y)
