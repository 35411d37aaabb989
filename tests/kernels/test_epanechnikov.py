"""The Epanechnikov kernel."""

import numpy as np
import pytest
from kernels.formula_checks import assert_follows, assert_indefinite, assert_refuses, points, squared

from drupe.inputs.vectors import Vectors
from drupe.kernels import Epanechnikov


@pytest.mark.spec("G.K-17")
def test_it_is_the_formula() -> None:
    def formula(x, z, p):
        return max(0, 1 - squared(x, z) / p["width"] ** 2)

    inputs = points(0, 6, 2)
    assert_follows(Epanechnikov(1.5), formula, inputs)
    assert (Epanechnikov(1.5).matrix(inputs, inputs) == 0.0).any()


@pytest.mark.spec("G.K-17")
def test_it_is_flagged_and_rightly_so() -> None:
    assert_indefinite(Epanechnikov(1.0), Vectors.of(np.linspace(0.0, 3.0, 13)[:, None]))


def test_refuses_widths_out_of_range() -> None:
    assert_refuses(lambda: Epanechnikov(-1.0), naming=r"Epanechnikov.width.*got -1.0")
