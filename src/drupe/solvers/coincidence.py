"""Two examples at one point of feature space with signs that exclude each other: a plain proof against any margin."""

from collections.abc import Iterator

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.grams.base import Gram
from drupe.grams.signed import SignedGram

ROWS = 256
"""Rows of the Gram that are looked at together."""

ROUNDINGS = 16
"""Kernel values that differ by fewer units of rounding are taken for equal."""


def contradiction(gram: Gram, signs: Vector, *, through_origin: bool = False) -> tuple[int, int] | None:
    """Positions of a pair with yᵢφ(xᵢ) + yⱼφ(xⱼ) = 0, or None.

    With an offset only examples of opposite sign contradict each other; without one also opposite points of the
    same sign, and the origin itself. Distances alone cannot tell: their square is lost in rounding long before whole
    rows of K agree.

    >>> from drupe.grams.dense import DenseGram
    >>> contradiction(DenseGram(np.ones((2, 2))), np.array([1.0, -1.0]))
    (0, 1)
    """
    signed = SignedGram(gram, signs)
    diagonal = signed.diagonal()
    rounding = ROUNDINGS * float(np.finfo(gram.dtype).eps) * max(float(diagonal.max(initial=0.0)), 0.0)
    for i, j in _near(signed, diagonal, signs, rounding, through_origin):
        if float(np.abs(signed.rows([i, j]).sum(axis=0)).max()) <= rounding:
            return i, j
    return None


def _near(
    signed: Gram, diagonal: Vector, signs: Vector, rounding: float, through_origin: bool
) -> Iterator[tuple[int, int]]:
    """Pairs i ≤ j whose sum has a squared length that is no more than rounding."""
    n = len(signed)
    for start in range(0, n, ROWS):
        block = np.arange(start, min(start + ROWS, n))
        rows: Matrix = signed.rows(block).astype(np.float64)
        near = diagonal[block][:, None] + diagonal + 2.0 * rows <= rounding
        if not through_origin:
            near &= signs[block][:, None] != signs
        for i, j in np.argwhere(near):
            if i + start <= j:
                yield int(i) + start, int(j)
