"""Right-hand examples made ready once, so that many on the left can be compared with them."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Generic, TypeVar, cast

import numpy as np

from drupe.foundation.arrays import Index, Matrix
from drupe.foundation.blocks import blocks
from drupe.foundation.progress import Progress
from drupe.inputs.base import Inputs
from drupe.kernels.real_values import real_values

I = TypeVar("I", bound=Inputs)  # noqa: E741  (inputs of a kernel)

BLOCK = 512
"""Left-hand examples compared at a time, at most, where only blocks can be had: so often is progress told."""

BLOCK_BYTES = 32 * 2**20
"""What one such block may take in float64; a formula holds a few of them while it is evaluated."""


class Prepared(ABC, Generic[I]):
    """A kernel with its right-hand examples z₁..zₙ in place."""

    @abstractmethod
    def block(self, left: I) -> Matrix:
        """k(xᵢ, zⱼ)."""

    @abstractmethod
    def rows(self, index: Index) -> Matrix:
        """k(zᵢ, zⱼ) for i in the index: rows of the Gram matrix."""

    @abstractmethod
    def gram(self, progress: Progress | None = None) -> Matrix:
        """k(zᵢ, zⱼ), all of it."""

    @abstractmethod
    def product(self, left: I, weights: Matrix) -> Matrix:
        """Σⱼ k(xᵢ, zⱼ) weights[j, :] in float64, without ever holding the kernel matrix."""

    def weighing(self, weights: Matrix) -> Callable[[I], Matrix]:
        """`product` with weights that stay, for many calls with few examples each."""
        return lambda left: self.product(left, weights)

    def rough_product(self, left: I, weights: Matrix) -> Matrix:
        """`product` from kernel values in single precision, where that is faster."""
        return self.product(left, weights)

    def rough_rows(self, index: Index) -> Matrix:
        """`rows` from kernel values in single precision, where that is faster."""
        return self.rows(index)

    def rough_gram(self, progress: Progress | None = None) -> Matrix:
        """`gram` from kernel values in single precision, where that is faster."""
        return self.gram(progress)

    @property
    def dtype(self) -> np.dtype[Any] | None:
        """In which precision kernel values among the examples come; None if only the values tell."""
        return None

    @abstractmethod
    def gram_product(self, weights: Matrix, progress: Progress | None = None) -> Matrix:
        """Σⱼ k(zᵢ, zⱼ) weights[j, :] in float64, without ever holding the Gram matrix."""


class ByBlocks(Prepared[I]):
    """Whose products come from one block of kernel values after the other."""

    def __init__(self, right: I):
        self._right = right

    def product(self, left: I, weights: Matrix) -> Matrix:
        return self._in_blocks(len(left), lambda index: self.block(left.take(index)), weights, None)

    def gram_product(self, weights: Matrix, progress: Progress | None = None) -> Matrix:
        return self._in_blocks(len(self._right), self.rows, weights, progress)

    def _in_blocks(
        self, size: int, values: Callable[[Index], Matrix], weights: Matrix, progress: Progress | None
    ) -> Matrix:
        out = np.empty((size, weights.shape[1]))
        step = min(BLOCK, BLOCK_BYTES // (8 * max(1, len(self._right))))
        for index in blocks(size, step):
            out[index] = values(index) @ weights
            if progress is not None:
                progress((index[-1] + 1) / size)
        return out


class BlockwisePrepared(ByBlocks[I]):
    """For any kernel: blocks of its matrix."""

    def __init__(self, matrix: Callable[[I, I], Matrix], right: I):
        super().__init__(right)
        self._kernel_matrix = matrix

    def _matrix(self, left: I, right: I) -> Matrix:
        return cast(Matrix, real_values(self._kernel_matrix(left, right)))

    def block(self, left: I) -> Matrix:
        return self._matrix(left, self._right)

    def rows(self, index: Index) -> Matrix:
        return self._matrix(self._right.take(index), self._right)

    def gram(self, progress: Progress | None = None) -> Matrix:
        return self._matrix(self._right, self._right)
