"""The sinc kernel."""

import mpmath
import numpy as np
import pytest
from kernels.formula_checks import assert_follows, assert_positive, assert_refuses, points

from drupe.foundation.errors import InputError
from drupe.inputs.vectors import Vectors
from drupe.kernels import Sinc


@pytest.mark.spec("S.K05")
def test_it_is_the_formula() -> None:
    def formula(x, z, p):
        u = x[0] - z[0]
        return mpmath.sin(p["cutoff"] * u) / (mpmath.pi * u) if u else p["cutoff"] / mpmath.pi

    assert_follows(Sinc(2.5), formula, points(0, 6, 1))


@pytest.mark.spec("S.K05")
def test_samples_at_the_critical_rate_are_orthogonal() -> None:
    cutoff = 3.0
    samples = Vectors.of(np.pi / cutoff * np.arange(8)[:, None])
    np.testing.assert_allclose(Sinc(cutoff).matrix(samples, samples), cutoff / np.pi * np.eye(8), atol=1e-14)


@pytest.mark.spec("S.K05")
def test_it_reproduces_itself_under_integration() -> None:
    """Its spectrum is 1 up to the cutoff, so its convolution with itself is itself; a fine lattice sums it exactly."""
    cutoff, step = 1.0, 0.5
    lattice = Vectors.of(step * np.arange(-40000, 40001)[:, None])
    x = Vectors.of([[0.3], [1.1]])
    across = Sinc(cutoff).matrix(x, lattice)
    np.testing.assert_allclose(step * across @ across.T, Sinc(cutoff).matrix(x, x), atol=1e-4)


@pytest.mark.spec("S.K05")
def test_positive() -> None:
    assert_positive(Sinc(2.0), points(1, 12, 1, scale=3.0))


def test_refuses_what_is_out_of_range() -> None:
    assert_refuses(lambda: Sinc(0.0), naming=r"Sinc.cutoff.*got 0.0")
    with pytest.raises(InputError, match=r"Sinc compares numbers, but the data have 2 columns"):
        Sinc()([[0.0, 1.0]])
