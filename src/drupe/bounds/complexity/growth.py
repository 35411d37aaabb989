"""The growth function: on how many patterns of mistakes a class can agree with n examples."""

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drupe.bounds.complexity.sauer import log_sauer_limit, log_sauer_sum, sauer_sum
from drupe.foundation.parameters import Checked, whole


class Growth(ABC):
    """n ↦ ln N(n), a limit of the number of patterns that a class shows on n examples."""

    @abstractmethod
    def log(self, n: int) -> float:
        """ln N(n) in nats."""


@dataclass(frozen=True)
class FiniteGrowth(Checked, Growth):
    """At most as many patterns as rules.

    Parameters
    ----------
    size
        Number of rules.

    Examples
    --------
    >>> round(math.exp(FiniteGrowth(1000).log(5)), 9)
    32.0
    """

    size: int = whole(1)

    def log(self, n: int) -> float:
        return min(math.log(self.size), n * math.log(2.0))


@dataclass(frozen=True)
class SauerGrowth(Checked, Growth):
    """ln Σ C(n, i) over i ≤ d, for a class of VC dimension d.

    Parameters
    ----------
    dimension
        d.

    Examples
    --------
    >>> round(math.exp(SauerGrowth(2).log(10)), 6)
    56.0

    References
    ----------
    [Herbrich02]_, theorem 4.10.
    """

    dimension: int = whole(0)

    def log(self, n: int) -> float:
        return log_sauer_sum(n, self.dimension)


@dataclass(frozen=True)
class PolynomialGrowth(Checked, Growth):
    """d ln(e n / d), for a class of VC dimension d: a little more than Sauer's sum.

    Parameters
    ----------
    dimension
        d.

    Examples
    --------
    >>> round(math.exp(PolynomialGrowth(1).log(10)), 2)
    27.18

    References
    ----------
    [Herbrich02]_, theorem A.105; [Graepel02]_, theorem 14.
    """

    dimension: int = whole(1)

    def log(self, n: int) -> float:
        return log_sauer_limit(n, self.dimension)


def patterns(outputs: npt.ArrayLike) -> int:
    """The number of different rows: what a finite class, one rule for each row, shows on the examples of the columns.

    Examples
    --------
    >>> patterns([[1, 1], [1, -1], [1, 1]])
    2

    References
    ----------
    [Mukherjee04]_, section 8.5; [Herbrich02]_, definition 4.9.
    """
    return len(np.unique(np.asarray(outputs), axis=0))


def threshold_patterns(n: int) -> int:
    """n + 1: what thresholds x ≥ t show on n points of the line.

    >>> threshold_patterns(3)
    4
    """
    return n + 1


def interval_patterns(n: int) -> int:
    """n(n + 1)/2 + 1: what intervals show on n points of the line.

    >>> interval_patterns(3)
    7
    """
    return n * (n + 1) // 2 + 1


def hyperplane_patterns(n: int, dimension: int) -> int:
    """2 Σ C(n − 1, i) over i < d: what hyperplanes through the origin of d dimensions show on n points.

    It is exact for points in general position, and what no n points exceed. Planes with an offset in d dimensions
    are planes through the origin in d + 1.

    Examples
    --------
    >>> hyperplane_patterns(4, 3)
    14

    References
    ----------
    [Herbrich02]_, section 4.2; the count is Cover's.
    """
    return 2 * sauer_sum(n - 1, dimension - 1)
