"""The uniform kernel."""

import numpy as np
import pytest
from kernels.formula_checks import assert_indefinite, assert_refuses, points

from drupe.inputs.vectors import Vectors
from drupe.kernels import Uniform


@pytest.mark.spec("G.K-17")
def test_it_is_one_up_to_the_width_and_at_it() -> None:
    found = Uniform(width=0.3)([[0.0, 0.0]], [[0.3, 0.0], [0.0, -0.29], [0.25, 0.25], [0.0, 0.0]])
    np.testing.assert_array_equal(found, [[1.0, 1.0, 0.0, 1.0]])


@pytest.mark.spec("G.K-17")
def test_it_is_flagged_and_rightly_so() -> None:
    """0 and 1 are alike, 1 and 2 are alike, 0 and 2 are not: no inner product does that."""
    assert_indefinite(Uniform(1.0), Vectors.of([[0.0], [1.0], [2.0]]))


def test_its_width_has_no_slope() -> None:
    inputs = points(0, 6, 2)
    assert not Uniform(1.0).gradient(inputs)["width"].any()


def test_refuses_widths_out_of_range() -> None:
    assert_refuses(lambda: Uniform(0.0), naming=r"Uniform.width.*got 0.0")
