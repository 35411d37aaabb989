"""The share of zeros: by counting."""

import numpy as np
import pytest
from solvers.expansions.toy import HALF_SQUARES, toy_program

from drupe.solvers.expansions.homotopy import Homotopy
from drupe.solvers.expansions.penalties import CoefficientSum
from drupe.solvers.expansions.sparsity import sparsity


@pytest.mark.spec("M.P10")
def test_zeros_of_the_sparse_discriminant_on_six_points():
    found = Homotopy().solve(toy_program(0.5, HALF_SQUARES, CoefficientSum()))
    assert sparsity(found.coefficients) == 0.5
    assert sparsity(found.coefficients + 1e-9) == 0.0
    assert sparsity(found.coefficients + 1e-9, tolerance=1e-6) == 0.5


def test_all_and_nothing():
    assert sparsity(np.zeros((4, 2))) == 1.0
    assert sparsity(np.ones((4, 2))) == 0.0
