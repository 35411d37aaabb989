"""Radial density kernels: the windows and their integrals."""

from math import gamma, inf, pi, sqrt

import numpy as np
import pytest
from kernels.formula_checks import points
from scipy.integrate import quad

from drupe.foundation.errors import ParameterError
from drupe.kernels import Cauchy, Epanechnikov, Gaussian, Linear, RadialDensity, Uniform
from drupe.kernels.radial_density import ball_volume

WINDOWS = {
    "uniform": (Uniform, lambda r: float(r <= 1.0), 2.0),
    "gaussian": (lambda width: Gaussian(width / sqrt(2.0)), lambda r: np.exp(-(r**2)), sqrt(pi)),
    "cauchy": (Cauchy, lambda r: 1.0 / (1.0 + r**2), pi),
    "epanechnikov": (Epanechnikov, lambda r: max(0.0, 1.0 - r**2), 4.0 / 3.0),
}


@pytest.mark.spec("G.K-17")
@pytest.mark.parametrize("name", WINDOWS)
def test_they_are_the_four_profiles_and_their_masses_on_the_line(name: str) -> None:
    """The normalizers 1/2, 1/√π, 1/π and 3/4 for bandwidth one."""
    make, profile, mass = WINDOWS[name]
    x, z, bandwidth = points(0, 6, 3), points(1, 5, 3), 1.7
    distances = np.linalg.norm(x.array[:, None] - z.array, axis=2)
    expected = [[profile(r / bandwidth) for r in row] for row in distances]
    np.testing.assert_allclose(make(bandwidth).matrix(x, z), expected, rtol=1e-10, atol=1e-13)
    assert isinstance(make(bandwidth), RadialDensity)
    assert make(1.0).mass(1) == pytest.approx(mass, rel=1e-12)
    assert make(bandwidth).mass(1) == pytest.approx(bandwidth * mass, rel=1e-12)


@pytest.mark.spec("G.K-17")
@pytest.mark.parametrize("name", ["uniform", "gaussian", "epanechnikov"])
@pytest.mark.parametrize("dimension", [2, 3, 6])
def test_masses_in_space(name: str, dimension: int) -> None:
    make, profile, _ = WINDOWS[name]
    surface = 2.0 * pi ** (dimension / 2) / gamma(dimension / 2)
    integral, _ = quad(lambda r: profile(r) * r ** (dimension - 1), 0.0, inf if name == "gaussian" else 1.0)
    assert make(1.5).mass(dimension) == pytest.approx(surface * integral * 1.5**dimension, rel=1e-8)


def test_the_cauchy_window_is_no_density_in_the_plane() -> None:
    with pytest.raises(ParameterError, match="no finite integral in 2 dimensions"):
        Cauchy().mass(2)


def test_a_kernel_without_an_integral_is_no_density() -> None:
    assert not isinstance(Linear(), RadialDensity)


@pytest.mark.parametrize("dimension", [1, 2, 3, 4, 7, 10])
def test_ball_volume(dimension: int) -> None:
    assert ball_volume(dimension) == pytest.approx(pi ** (dimension / 2) / gamma(dimension / 2 + 1), rel=1e-13)
