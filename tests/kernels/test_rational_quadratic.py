"""The rational quadratic kernel."""

import numpy as np
import pytest
from kernels.formula_checks import assert_follows, assert_positive, assert_refuses, points, squared
from sklearn.gaussian_process import kernels as peers

from drupe.kernels import Gaussian, RationalQuadratic


@pytest.mark.parametrize(("width", "shape"), [(1.0, 1.0), (0.6, 0.5), (3.0, 7.5)])
def test_it_is_the_formula(width: float, shape: float) -> None:
    def formula(x, z, p):
        return (1 + squared(x, z) / (2 * p["shape"] * p["width"] ** 2)) ** -p["shape"]

    assert_follows(RationalQuadratic(width, shape), formula, points(0, 5, 3))


def test_agrees_with_scikit_learn() -> None:
    x, z = points(1, 5, 3).array, points(2, 6, 3).array
    peer = peers.RationalQuadratic(length_scale=0.8, alpha=1.7)
    np.testing.assert_allclose(RationalQuadratic(0.8, 1.7)(x, z), peer(x, z), rtol=1e-10)


def test_tends_to_the_gaussian() -> None:
    inputs = points(3, 6, 3)
    late = RationalQuadratic(1.2, 1e7).matrix(inputs, inputs)
    np.testing.assert_allclose(late, Gaussian(1.2).matrix(inputs, inputs), atol=1e-6)


def test_positive_and_refuses_parameters_out_of_range() -> None:
    assert_positive(RationalQuadratic(0.8, 0.3), points(4, 15, 3))
    assert_refuses(lambda: RationalQuadratic(width=0.0), naming=r"RationalQuadratic.width.*got 0.0")
    assert_refuses(lambda: RationalQuadratic(shape=-1.0), naming=r"RationalQuadratic.shape.*got -1.0")
