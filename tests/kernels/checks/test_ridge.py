"""The ridge diagnostic tells when examples are like nothing but themselves."""

import numpy as np
import pytest

from drupe.foundation.errors import InputError
from drupe.kernels import Gaussian
from drupe.kernels.checks import ridge


@pytest.mark.spec("H.K16")
def test_ratio_of_the_means():
    found = ridge([[4.0, 1.0, -1.0], [1.0, 2.0, 1.0], [-1.0, 1.0, 3.0]])
    assert (found.diagonal, found.off_diagonal, found.ratio) == (3.0, 1.0, 3.0)
    assert not found.dominant


@pytest.mark.spec("H.K16")
def test_narrow_kernels_have_a_ridge_and_wide_ones_have_none():
    X = np.random.default_rng(0).normal(size=(30, 4))
    ratios = [ridge(Gaussian(width)(X)).ratio for width in (0.1, 0.5, 1.0, 10.0)]
    assert ratios == sorted(ratios, reverse=True)
    assert ridge(Gaussian(0.1)(X)).dominant
    assert not ridge(Gaussian(10.0)(X)).dominant
    assert "widen the kernel" in str(ridge(Gaussian(0.1)(X)))


@pytest.mark.spec("H.K16")
def test_nothing_in_common_is_an_infinite_ratio():
    assert ridge(np.eye(3)).ratio == np.inf
    assert ridge(np.eye(3)).dominant


def test_one_example_has_no_pairs():
    with pytest.raises(InputError, match="give two or more"):
        ridge([[1.0]])
