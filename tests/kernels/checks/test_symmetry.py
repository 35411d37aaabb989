"""Symmetry is decided at the worst pair."""

import numpy as np
import pytest

from drupe.kernels import Gaussian
from drupe.kernels.checks import symmetry


@pytest.mark.spec("C.B16")
def test_worst_pair_is_named():
    K = Gaussian()(np.random.default_rng(0).normal(size=(6, 2)))
    assert symmetry(K)
    K[1, 4] += 0.25
    found = symmetry(K)
    assert not found
    assert {found.left, found.right} == {1, 4}
    assert found.excess == pytest.approx(0.25)


def test_rounding_is_no_asymmetry():
    K = np.eye(3)
    K[0, 1] = 1e-15
    assert symmetry(K)
    K[0, 1] = 1e-10
    assert not symmetry(K)
    assert symmetry(K, tolerance=1e-9)
