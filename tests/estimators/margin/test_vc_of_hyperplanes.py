"""What hyperplanes can shatter, tried by machines that find or disprove a separating one for every labelling."""

from itertools import product

import numpy as np
import pytest

from drupe import EnclosingBall, HardMarginSVC
from drupe.solvers.separation import NotSeparableError
from drupe.textbook.capacity.vc_dimension import canonical_dimension, linear_dimension


def labelings(n):
    """All of them up to turning all signs around, without the constant one."""
    return [np.array((1, *rest)) for rest in product((-1, 1), repeat=n - 1) if -1 in rest]


def least_margin(x):
    """The smallest margin over all labellings; 0 if one cannot be had."""
    machine = HardMarginSVC(kernel="linear", tol=1e-8)
    try:
        return min(machine.fit(x, signs).margin_ for signs in labelings(len(x)))
    except NotSeparableError:
        return 0.0


@pytest.mark.spec("M.T18")
@pytest.mark.parametrize("d", [1, 2, 3, 4])
def test_as_many_points_as_dimensions_and_one_more_are_shattered(d):
    rng = np.random.default_rng(d)
    assert least_margin(rng.normal(size=(linear_dimension(d), d))) > 0.0
    # By Radon's theorem no set that is larger by one can be.
    for _ in range(5):
        assert least_margin(rng.normal(size=(linear_dimension(d) + 1, d))) == 0.0


@pytest.mark.spec("M.T21", "M.T22", "M.T18")
@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_margins_and_radius_limit_what_is_shattered(n):
    """n points with margin 1/Λ for every labelling: n ≤ Λ²R² + 1, R that of the smallest ball around them."""
    rng = np.random.default_rng(n)
    for d in (n - 1, n + 2):
        for _ in range(5):
            x = rng.normal(size=(n, d))
            radius = EnclosingBall(kernel="linear", tol=1e-8).fit(x).radius_
            assert n <= canonical_dimension(1.0 / least_margin(x), radius, d) * (1 + 1e-6)


@pytest.mark.spec("M.T21")
@pytest.mark.parametrize("n", [2, 4, 6])
def test_regular_simplices_reach_the_limit(n):
    """Half the corners against the other half are the hardest labelling, with margin R / √(n − 1)."""
    x = np.eye(n)
    radius = EnclosingBall(kernel="linear", tol=1e-10).fit(x).radius_
    assert canonical_dimension(1.0 / least_margin(x), radius, d=n) == pytest.approx(n, rel=1e-6)
