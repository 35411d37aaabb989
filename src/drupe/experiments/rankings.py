"""How well scores put what is sought before what is not: areas under curves, and false positives before the median."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.stats import rankdata

from drupe.foundation.arrays import Vector

FIRST = 50
"""False positives up to which the short area counts."""


@dataclass(frozen=True)
class Ranking:
    """Scores of examples that are sought and of others; equal scores count half.

    Parameters
    ----------
    area
        Chance that one that is sought scores higher than one that is not.
    first_area
        The same area up to the first 50 others (or all, if there are fewer), over what it could be.
    median_false
        Share of the others that score at least as high as the median of those sought.

    Examples
    --------
    >>> ranking(np.array([4.0, 3.0, 2.0, 1.0]), np.array([True, False, True, False]))
    Ranking(area=0.75, first_area=0.75, median_false=0.5)

    References
    ----------
    [Jaakkola00]_, which ranks families by the median rate of false positives.
    """

    area: float
    first_area: float
    median_false: float


def ranking(scores: Vector, sought: npt.NDArray[np.bool_]) -> Ranking:
    """All three measures."""
    found, others = scores[sought], scores[~sought]
    ranks = rankdata(scores)
    area = (ranks[sought].sum() - len(found) * (len(found) + 1) / 2) / (len(found) * len(others))
    first = np.sort(others)[::-1][:FIRST]
    above = (found[:, None] > first).mean(axis=0) + 0.5 * (found[:, None] == first).mean(axis=0)
    # The median of an even number is the lower one of the two in the middle: a score that was given.
    median = np.sort(found)[(len(found) - 1) // 2]
    return Ranking(float(area), float(above.mean()), float(np.mean(others >= median)))
