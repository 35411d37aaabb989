"""What is known of the class that the rules of a vote come from: their number, their patterns, or nothing."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.foundation.parameters import Checked, whole


@dataclass(frozen=True)
class FiniteRules(Checked):
    """So many rules with values ±1, all of them fixed before the data.

    Parameters
    ----------
    count
        How many; a rule and its negative are two.

    Examples
    --------
    >>> FiniteRules(20).count
    20
    """

    count: int = whole(1)


@dataclass(frozen=True)
class Cuts(Checked):
    """Rules ±1 on one side of x_j = t, for any column j and real number t, or trees of such cuts.

    Thresholds that were found between examples are among them, so the class is fixed, but it is not finite. A search
    that tries fewer, between groups that were formed from these examples, does not make it smaller: that choice has
    seen them. Rules with any values in [−1, 1] on the two sides are mixtures of such rules.

    Parameters
    ----------
    labelings
        How many patterns they show on the training examples, or more; of constant columns there are few.
    growth
        How many they show on any as many examples at most.

    Examples
    --------
    >>> Cuts.of(np.array([[0.0], [1.0], [1.0]]))
    Cuts(labelings=4, growth=6)
    """

    labelings: int = whole(1)
    growth: int = whole(1)

    @classmethod
    def of(cls, values: Matrix, depth: int = 1) -> "Cuts":
        """Those of these examples, one row for each; with a larger depth, trees of cuts with leaves ±1.

        A cut of a column with v different values has v − 1 places. A tree is a cut with a tree on each side.
        """
        n, columns = values.shape
        places = sum(len(np.unique(column)) - 1 for column in values.T)
        return cls(labelings(places, depth, n), labelings(columns * (n - 1), depth, n))


def labelings(places: int, depth: int, n: int) -> int:
    """2 · places + 2 patterns of one cut and its constants on n examples, places · patterns² one level deeper.

    Examples
    --------
    Ten points of a line, and a class so rich that it shows all patterns of three points.

    >>> labelings(9, 1, 10), labelings(6, 2, 3)
    (20, 8)
    """
    found = 2 * places + 2
    for _ in range(depth - 1):
        found = max(found, places * found**2)
    return min(found, 2**n) if n <= CAPPED else found


CAPPED = 64
"""Examples up to which 2ⁿ, all patterns there are, may be the smaller number."""


@dataclass(frozen=True)
class Unknown:
    """A class of which nothing is known that a theorem could use.

    Parameters
    ----------
    reason
        Why not, in the words of a certificate that is refused.

    Examples
    --------
    >>> Unknown("its rules are networks").reason
    'its rules are networks'
    """

    reason: str


RuleClass = FiniteRules | Cuts | Unknown
"""Any of them."""
