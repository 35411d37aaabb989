"""Entropy numbers: the radius at which so many balls suffice."""

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.textbook.capacity.covers import covering_number, packing_number


def entropy_number(distances: Matrix, size: int) -> float:
    """ε(size) = min {r : N(r) ≤ size}: the smallest radius at which so many functions cover all.

    Examples
    --------
    >>> entropy_number(np.abs(np.subtract.outer(np.arange(4.0), np.arange(4.0))), 2)
    1.0

    References
    ----------
    [Herbrich02]_, section A.3.1.
    """
    return next(float(radius) for radius in np.unique(distances) if covering_number(distances, radius) <= size)


def inner_entropy_number(distances: Matrix, size: int) -> float:
    """φ(size) = sup {r : more than `size` functions lie farther apart than 2r}; φ ≤ ε ≤ 2φ.

    Examples
    --------
    >>> inner_entropy_number(np.abs(np.subtract.outer(np.arange(4.0), np.arange(4.0))), 2)
    0.5

    References
    ----------
    [Herbrich02]_, section A.3.1.
    """
    # The packing number falls only where the radius passes a distance, so the supremum is at one of them.
    return next(0.5 * float(gap) for gap in np.unique(distances) if packing_number(distances, gap) <= size)


def dyadic_entropy_number(distances: Matrix, bits: int) -> float:
    """e(d) = min {r : N(r) ≤ 2ᵈ}.

    Examples
    --------
    >>> dyadic_entropy_number(np.abs(np.subtract.outer(np.arange(4.0), np.arange(4.0))), 2)
    0.0

    References
    ----------
    [Herbrich02]_, eq. 4.24.
    """
    return entropy_number(distances, 2**bits)
