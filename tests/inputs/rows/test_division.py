"""Rows are held out by their position alone: in the right share, everywhere, and the same for every reader."""

import numpy as np
import pytest
from scipy.stats import binomtest

from drupe.foundation.errors import ParameterError
from drupe.inputs.rows.division import Division, Side


def test_sides_are_complements_in_every_window() -> None:
    division = Division(0.1, seed=3)
    whole = division.mask(Side.HELD_OUT, 0, 5000)
    for first, count in ((0, 5000), (17, 900), (4999, 1)):
        window = division.mask(Side.HELD_OUT, first, count)
        assert (window == whole[first : first + count]).all()
        assert (window ^ division.mask(Side.LEARNED, first, count)).all()
        assert division.mask(Side.ALL, first, count).all()


def test_the_share_is_right_in_every_tenth_of_a_file() -> None:
    held_out = Division(0.1).mask(Side.HELD_OUT, 0, 200_000).reshape(10, -1).sum(axis=1)
    assert min(binomtest(int(count), 20_000, 0.1).pvalue for count in held_out) > 1e-5


def test_seeds_differ_and_no_share_holds_nothing_out() -> None:
    one, other = (Division(0.5, seed).mask(Side.HELD_OUT, 0, 2000) for seed in (0, 1))
    assert 0.4 < (one == other).mean() < 0.6
    assert not Division(0.0).mask(Side.HELD_OUT, 0, 100).any()
    assert Division(0.0).mask(Side.LEARNED, 0, 100).all()


@pytest.mark.parametrize("share", [-0.1, 1.0, np.nan])
def test_a_share_lies_below_one(share: float) -> None:
    with pytest.raises(ParameterError, match="share"):
        Division(share)
