"""Right-hand examples made ready once, so that many on the left can be compared with them."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, TypeVar

import numpy as np

from drupe.foundation.arrays import Index, Matrix
from drupe.foundation.progress import Progress
from drupe.foundation.threads import OPENMP_DEFAULT
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors
from drupe.kernels.forms.nodes import Form
from drupe.kernels.forms.pairs import AllPairs

I = TypeVar("I", bound=Inputs)  # noqa: E741  (inputs of a kernel)

BLOCK = 512
"""Left-hand examples compared at a time where only blocks can be had."""


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

    @abstractmethod
    def gram_product(self, weights: Matrix, progress: Progress | None = None) -> Matrix:
        """Σⱼ k(zᵢ, zⱼ) weights[j, :] in float64, without ever holding the Gram matrix."""


class BlockwisePrepared(Prepared[I]):
    """For any kernel: blocks of its matrix."""

    def __init__(self, matrix: Callable[[I, I], Matrix], right: I):
        self._matrix, self._right = matrix, right

    def block(self, left: I) -> Matrix:
        return self._matrix(left, self._right)

    def rows(self, index: Index) -> Matrix:
        return self._matrix(self._right.take(index), self._right)

    def gram(self, progress: Progress | None = None) -> Matrix:
        return self._matrix(self._right, self._right)

    def product(self, left: I, weights: Matrix) -> Matrix:
        return self._in_blocks(left, weights, None)

    def gram_product(self, weights: Matrix, progress: Progress | None = None) -> Matrix:
        return self._in_blocks(self._right, weights, progress)

    def _in_blocks(self, left: I, weights: Matrix, progress: Progress | None) -> Matrix:
        out = np.empty((len(left), weights.shape[1]))
        for start in range(0, len(left), BLOCK):
            index = np.arange(start, min(start + BLOCK, len(left)))
            out[index] = self._matrix(left.take(index), self._right) @ weights
            if progress is not None:
                progress((index[-1] + 1) / len(left))
        return out


def prepared(form: Form, right: Vectors, threads: int = OPENMP_DEFAULT) -> Prepared[Vectors]:
    """The fastest way to evaluate a form against these examples."""
    return BlockwisePrepared(lambda x, z: form.evaluate(AllPairs(x, z)), right)
