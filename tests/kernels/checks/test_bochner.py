"""The spectrum of a stationary kernel decides whether it is positive."""

from dataclasses import dataclass

import numpy as np
import pytest

from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs import Vectors
from drupe.kernels import Epanechnikov, Gaussian, Kernel, Laplacian, Linear, Matern32, RationalQuadratic, Sinc, Uniform
from drupe.kernels.checks import bochner
from drupe.kernels.checks.bochner import TAPER


@dataclass(frozen=True)
class PowerExponential(Kernel[Vectors]):
    """exp(−|x − z|^power): positive exactly up to power 2."""

    power: float

    def matrix(self, left, right):
        return np.exp(-(np.abs(left.dense() - right.dense().T) ** self.power))


POSITIVE = [
    Gaussian(1.0),
    Laplacian(1.0),
    Matern32(2.0),
    RationalQuadratic(),
    Sinc(1.0),
    Sinc(3.0),
    PowerExponential(1.5),
]
REFUTED = [Uniform(1.0), Epanechnikov(1.0), PowerExponential(2.5), PowerExponential(4.0)]


@pytest.mark.spec("S.K11")
@pytest.mark.parametrize("k", [*POSITIVE, Gaussian(1e-4), Gaussian(1e4)], ids=repr)
def test_positive_kernels_hold(k):
    spectrum = bochner(k)
    assert spectrum.holds, str(spectrum)
    assert spectrum.witness is None


@pytest.mark.spec("S.K11")
@pytest.mark.parametrize("k", [*POSITIVE, Gaussian(0.1)], ids=repr)
@pytest.mark.parametrize(("extent", "points"), [(3.0, 10), (10.0, 16), (500.0, 300)])
def test_no_grid_however_coarse_refutes_a_positive_kernel(k, extent, points):
    assert bochner(k, extent=extent, points=points)


@pytest.mark.spec("S.K11")
def test_window_is_refuted_where_its_transform_is_lowest():
    # The transform of the window is 2 sin ω / ω, lowest at the first non-zero root of tan ω = ω.
    spectrum = bochner(Uniform(1.0))
    assert spectrum.witness == pytest.approx(4.4934, rel=0.02)
    assert spectrum.density.min() == pytest.approx(2.0 * np.cos(4.4934), rel=0.02)
    assert str(spectrum).startswith("fails: smallest density -0.43")
    assert bochner(Uniform(50.0)).witness == pytest.approx(4.4934 / 50.0, rel=0.02)


@pytest.mark.spec("S.K11")
@pytest.mark.parametrize("k", REFUTED, ids=repr)
def test_refuted_frequency_makes_weights_that_refute(k):
    omega = bochner(k).witness
    assert omega is not None
    x = np.linspace(-12.0, 12.0, 121)
    K = np.asarray(k(x[:, None]))
    taper = np.exp(-((x / 5.0) ** 2))
    forms = [weights @ K @ weights for weights in (taper * np.cos(omega * x), taper * np.sin(omega * x))]
    assert min(forms) < 0.0


@pytest.mark.spec("S.K11")
def test_density_is_the_fourier_transform():
    spectrum, extent, width = bochner(Gaussian(1.5), extent=400.0, points=2**14), 400.0, 1.5
    # The taper is a Gaussian too: the product is a Gaussian of width s with 1/s² = 1/width² + (taper's)².
    s = (width**-2 + (TAPER / extent) ** 2) ** -0.5
    expected = np.sqrt(2 * np.pi) * s * np.exp(-0.5 * (spectrum.frequencies * s) ** 2)
    np.testing.assert_allclose(spectrum.density, expected, atol=1e-12)
    laplacian = bochner(Laplacian(1.0), extent=400.0, points=2**17)
    few = laplacian.frequencies < 3.0
    np.testing.assert_allclose(laplacian.density[few], 2.0 / (1.0 + laplacian.frequencies[few] ** 2), rtol=0.01)


def test_band_limited_kernel_ends_at_its_cutoff():
    spectrum = bochner(Sinc(2.0))
    inside, outside = spectrum.frequencies < 1.5, spectrum.frequencies > 2.5
    np.testing.assert_allclose(spectrum.density[inside], 1.0, atol=1e-3)
    np.testing.assert_allclose(spectrum.density[outside], 0.0, atol=1e-3)


def test_kernel_that_is_not_stationary_is_refused():
    with pytest.raises(InputError, match=r"kernels of x − z, but k\(0, "):
        bochner(Linear())


@pytest.mark.parametrize("wrong", [{"extent": -1.0}, {"points": 1}, {"tolerance": -1e-3}])
def test_grid_must_make_sense(wrong):
    with pytest.raises(ParameterError, match=rf"bochner\.{next(iter(wrong))} must lie in"):
        bochner(Gaussian(), **wrong)
