"""The Cauchy kernel."""

import numpy as np
import pytest
from kernels.formula_checks import assert_follows, assert_positive, assert_refuses, points, squared

from drupe.kernels import Cauchy, RationalQuadratic


@pytest.mark.spec("G.K-17")
def test_it_is_the_formula() -> None:
    assert_follows(Cauchy(1.7), lambda x, z, p: 1 / (1 + squared(x, z) / p["width"] ** 2), points(0, 5, 3))
    assert Cauchy(2.0)([[0.0]], [[2.0]]).item() == pytest.approx(0.5, rel=1e-14)


def test_it_is_the_rational_quadratic_of_shape_one() -> None:
    inputs = points(1, 6, 3)
    quadratic = RationalQuadratic(width=1.7 / np.sqrt(2.0), shape=1.0)
    np.testing.assert_allclose(Cauchy(1.7).matrix(inputs, inputs), quadratic.matrix(inputs, inputs), rtol=1e-10)


def test_positive_and_refuses_widths_out_of_range() -> None:
    assert_positive(Cauchy(0.8), points(2, 15, 3))
    assert_refuses(lambda: Cauchy(-2.0), naming=r"Cauchy.width.*got -2.0")
