"""Noise that is a term of a kernel, taken out of sums and sums inside sums, with the names of all parameters."""

import pytest

from drupe.estimators.gaussian_process.noise_apart import NoiseApart
from drupe.foundation.errors import ParameterError
from drupe.kernels import Gaussian, Linear, Matern32, Noise
from drupe.kernels.base import Sum


def test_noise_is_found_in_sums_of_sums():
    kernel = Sum((Sum((Gaussian(2.0), Noise(0.5))), Sum((3.0 * Linear(), Noise(0.25)))))
    apart = NoiseApart.of(kernel)
    assert apart.kernel == Sum((Gaussian(2.0), 3.0 * Linear()))
    assert apart.variance == 0.75
    slopes = apart.renamed({"terms.0.width": 1.0, "terms.1.factor": 2.0}, 9.0)
    assert slopes == {
        "terms.0.terms.0.width": 1.0,
        "terms.1.terms.0.factor": 2.0,
        "terms.0.terms.1.variance": 9.0,
        "terms.1.terms.1.variance": 9.0,
    }
    assert slopes.keys() == kernel.parameters().keys()


@pytest.mark.parametrize(
    "kernel", [Gaussian(2.0), Gaussian(1.0) * Noise(0.5), 2.0 * (Matern32() + Noise(1.0))], ids=repr
)
def test_other_kernels_stay_as_they_are(kernel):
    apart = NoiseApart.of(kernel)
    assert (apart.kernel, apart.variance) == (kernel, 0.0)
    slopes = dict.fromkeys(kernel.parameters(), 1.0)
    assert apart.renamed(slopes, 9.0) == slopes


def test_noise_alone_is_no_kernel():
    with pytest.raises(ParameterError, match="noise alone"):
        NoiseApart.of(Noise(1.0) + Noise(2.0))
