"""The Gaussian kernel with a width for each coordinate."""

import mpmath
import numpy as np
import pytest
from kernels.formula_checks import assert_follows, assert_positive, assert_refuses, points
from sklearn.gaussian_process.kernels import RBF

from drupe.foundation.errors import ParameterError
from drupe.kernels import ARD, Gaussian


@pytest.mark.spec("H.K11")
def test_it_is_the_formula() -> None:
    def formula(x, z, p):
        return mpmath.exp(-sum((x[j] - z[j]) ** 2 / p[f"widths.{j}"] ** 2 for j in range(3)) / 2)

    assert_follows(ARD((0.5, 1.0, 4.0)), formula, points(0, 4, 3))


@pytest.mark.spec("H.K11")
def test_equal_widths_are_the_gaussian_and_the_source_has_root_two_more() -> None:
    inputs = points(1, 6, 3)
    gaussian = Gaussian(0.8).matrix(inputs, inputs)
    np.testing.assert_allclose(ARD((0.8, 0.8, 0.8)).matrix(inputs, inputs), gaussian, rtol=1e-10)
    sigma = np.sqrt(2.0) * 0.8
    difference = inputs.array[:, None] - inputs.array
    np.testing.assert_allclose(np.exp(-((difference / sigma) ** 2).sum(axis=2)), gaussian, rtol=1e-10)


@pytest.mark.spec("H.K11")
def test_a_large_width_removes_its_coordinate() -> None:
    inputs = points(2, 6, 2)
    without = Gaussian(0.7).on([0]).matrix(inputs, inputs)
    np.testing.assert_allclose(ARD((0.7, 1e9)).matrix(inputs, inputs), without, rtol=1e-10)


def test_agrees_with_scikit_learn() -> None:
    x, z = points(3, 5, 3).array, points(4, 6, 3).array
    np.testing.assert_allclose(ARD((0.5, 2.0, 1.0))(x, z), RBF([0.5, 2.0, 1.0])(x, z), rtol=1e-10)


def test_positive_and_a_value() -> None:
    assert_positive(ARD((0.5, 2.0)), points(5, 12, 2))
    assert ARD([1, 2]) == ARD(np.array([1.0, 2.0]))
    assert hash(ARD([1, 2])) == hash(ARD((1.0, 2.0)))


def test_parameters_out_of_range_are_refused() -> None:
    assert_refuses(lambda: ARD((1.0, 0.0)), naming=r"ARD.widths.*got 0.0")
    assert_refuses(lambda: ARD(()), naming=r"ARD.widths.*one number or more")
    assert_refuses(lambda: ARD(2.0), naming=r"ARD.widths.*one number or more")
    assert_refuses(lambda: ARD(("a",)), naming=r"ARD.widths.*got 'a'")
    with pytest.raises(ParameterError, match="scales 2 columns, but the data have 3"):
        ARD((1.0, 1.0))([[0.0, 0.0, 0.0]])
