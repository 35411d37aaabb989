"""Rows that are held out: chosen by a hash of their position, the same for every reader of every part."""

from dataclasses import dataclass
from enum import Enum

import numpy as np
import numpy.typing as npt

from drupe.foundation.parameters import Checked, Interval, ranged, whole
from drupe.foundation.position_hash import held_out


class Side(Enum):
    """Which rows are read."""

    LEARNED = "those to learn from"
    HELD_OUT = "those that are held out"
    ALL = "all"


@dataclass(frozen=True)
class Division(Checked):
    """Which rows are held out, wherever the file is sorted and whoever reads it.

    Parameters
    ----------
    share
        Of the rows, about so many are held out.
    seed
        Another one holds out others.

    Examples
    --------
    >>> division = Division(share=0.25, seed=0)
    >>> both = [division.mask(side, 100, 40) for side in (Side.LEARNED, Side.HELD_OUT)]
    >>> bool((both[0] ^ both[1]).all()), bool((division.mask(Side.HELD_OUT, 110, 5) == both[1][10:15]).all())
    (True, True)
    """

    share: float = ranged(Interval(0.0, 1.0), 0.1)
    seed: int = whole(0, 0)

    def mask(self, side: Side, first: int, count: int) -> npt.NDArray[np.bool_]:
        """Which of `count` rows from position `first` on are on a side."""
        if side is Side.ALL or not self.share:
            return np.full(count, side is not Side.HELD_OUT)
        chosen = held_out(first, count, self.share, self.seed)
        return chosen if side is Side.HELD_OUT else ~chosen
