"""Sums over all pairs of examples, of symmetric matrices of which only strips of the upper triangle are held."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.foundation.blocks import blocks
from drupe.inputs.base import Inputs
from drupe.kernels.prepared import Prepared

I = TypeVar("I", bound=Inputs)  # noqa: E741  (inputs of a kernel)

STRIP_BYTES = 16 * 2**20
"""What one strip may take in float64."""


@dataclass(frozen=True)
class Strip:
    """The rows from `start` to before `end` of a symmetric matrix of n rows, from its diagonal to the right.

    >>> [(strip.start, strip.end) for strip in strips(5, 80)]
    [(0, 2), (2, 4), (4, 5)]
    """

    start: int
    end: int
    n: int

    @property
    def rows(self) -> int:
        """How many."""
        return self.end - self.start

    def examples(self, inputs: I) -> I:
        """Those of the columns, of which the first are those of the rows."""
        return inputs if self.start == 0 else inputs.take(np.arange(self.start, self.n))

    def of(self, matrix: Matrix) -> Matrix:
        """This strip of a whole matrix."""
        return matrix[self.start : self.end, self.start :]

    def values(self, prepared: Prepared[I]) -> Matrix:
        """This strip of a Gram matrix, from the kernel made ready for `examples`."""
        whole = self.rows == self.n
        return prepared.gram() if whole else prepared.rows(np.arange(self.rows))

    def total(self, a: Matrix, b: Matrix) -> float:
        """Its part in Σᵢⱼ aᵢⱼbᵢⱼ, given two such strips: pairs that are not on the diagonal block count twice."""
        own, beyond = slice(None, self.rows), slice(self.rows, None)
        return _dot(a[:, own], b[:, own]) + 2.0 * _dot(a[:, beyond], b[:, beyond])


def _dot(a: Matrix, b: Matrix) -> float:
    return float(np.einsum("ij,ij->i", a, b, dtype=np.float64).sum())


def strips(n: int, size: int | None = None) -> Iterator[Strip]:
    """All strips of n rows, each within so many bytes."""
    for index in blocks(n, (STRIP_BYTES if size is None else size) // (8 * max(1, n))):
        yield Strip(int(index[0]), int(index[-1]) + 1, n)


def contracted(inputs: I, weights: Matrix, values: Callable[[Strip, I], Matrix]) -> float:
    """Σᵢⱼ weightsᵢⱼ Mᵢⱼ of a symmetric matrix M, told strip by strip from the examples of its columns.

    >>> from drupe.inputs import Vectors
    >>> x = Vectors.of([[1.0], [2.0]])
    >>> contracted(x, np.ones((2, 2)), lambda strip, right: strip.of(np.eye(2)))
    2.0
    """
    found = (strip.total(strip.of(weights), values(strip, strip.examples(inputs))) for strip in strips(len(inputs)))
    return float(sum(found))
