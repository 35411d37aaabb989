"""How rich the class of rules is at the scale of the margin that was found."""

from dataclasses import dataclass

from drupe.foundation.parameters import Checked, nonnegative, whole


@dataclass(frozen=True)
class Cover(Checked):
    """The sample has a margin, at half of which so many functions stand for the whole class.

    Parameters
    ----------
    bits
        log₂ N(F, 2n, margin / 2): the size of the smallest cover in the largest distance on any 2n examples.
    n
        Number of training examples, all of which are right.

    Examples
    --------
    >>> Cover(bits=10.0, n=100).bits
    10.0
    """

    bits: float = nonnegative()
    n: int = whole(1)


@dataclass(frozen=True)
class FatDimension(Checked):
    """The sample has a margin, at an eighth of which the class shatters so many examples.

    Parameters
    ----------
    dimension
        fat(margin / 8) of the class, or a limit of it.
    n
        Number of training examples, all of which are right.

    Examples
    --------
    >>> FatDimension(dimension=5, n=100).n
    100
    """

    dimension: float = nonnegative()
    n: int = whole(1)


@dataclass(frozen=True)
class EmpiricalDimension(Checked):
    """The largest part of the sample on which the class shows all patterns of mistakes.

    Parameters
    ----------
    dimension
        Its size; for linear rules through the origin the rank of the sample.
    n
        Number of training examples, all of which are right.

    Examples
    --------
    >>> EmpiricalDimension(dimension=5, n=100).dimension
    5
    """

    dimension: int = whole(0)
    n: int = whole(1)
