"""Kernels made of others that the core cannot put together: each part makes the right-hand examples ready once."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.progress import Progress, share
from drupe.inputs.base import Inputs
from drupe.kernels.prepared import ByBlocks, Prepared
from drupe.kernels.real_values import real_values

I = TypeVar("I", bound=Inputs)  # noqa: E741  (inputs of a kernel)


class Combined(ByBlocks[I]):
    """A formula in the values of several kernels at the same pair."""

    def __init__(self, parts: Sequence[Prepared[I]], combine: Callable[[Sequence[Any]], Any], right: I):
        super().__init__(right)
        self._parts, self._combine = parts, combine

    def block(self, left: I) -> Matrix:
        return self._combined([part.block(left) for part in self._parts])

    def rows(self, index: Index) -> Matrix:
        return self._combined([part.rows(index) for part in self._parts])

    def gram(self, progress: Progress | None = None) -> Matrix:
        count = len(self._parts)
        return self._combined([part.gram(share(progress, i, count)) for i, part in enumerate(self._parts)])

    def rough_rows(self, index: Index) -> Matrix:
        return self._combined([part.rough_rows(index) for part in self._parts])

    def rough_gram(self, progress: Progress | None = None) -> Matrix:
        count = len(self._parts)
        return self._combined([part.rough_gram(share(progress, i, count)) for i, part in enumerate(self._parts)])

    def _combined(self, values: Sequence[Matrix]) -> Matrix:
        return np.asarray(self._combine([real_values(matrix) for matrix in values]))


class WithLengths(ByBlocks[I]):
    """A formula in the values of a kernel and a number for each of the two examples, such as a length or a mean.

    Such values may cancel, so that examples are looked at in float64; the inner kernel must have been prepared so.
    """

    def __init__(
        self,
        inner: Prepared[I],
        numbers: Callable[[I], Vector],
        combine: Callable[[Matrix, Matrix, Vector], Matrix],
        right: I,
    ):
        super().__init__(right)
        self._inner, self._numbers, self._combine = inner, numbers, combine
        self._right_numbers = numbers(right.in_double())

    def block(self, left: I) -> Matrix:
        seen = left.in_double()
        return self._combined(self._inner.block(seen), self._numbers(seen))

    def rows(self, index: Index) -> Matrix:
        return self._combined(self._inner.rows(index), self._right_numbers[index])

    def gram(self, progress: Progress | None = None) -> Matrix:
        return self._combined(self._inner.gram(progress), self._right_numbers)

    def _combined(self, values: Matrix, left: Vector) -> Matrix:
        return np.asarray(self._combine(real_values(values), left[:, None], self._right_numbers))


class OfUnitLength(WithLengths[I]):
    """k(x, z) / (|x| |z|), given 1 / |x|: an example with itself is 1, to the last bit; given 0, it is 0.

    Nothing cancels, so that values of the inner kernel in single precision will do where such are asked for.
    """

    def __init__(self, inner: Prepared[I], inverses: Callable[[I], Vector], right: I):
        # In this order the matrix is symmetric to the last bit.
        super().__init__(inner, inverses, lambda values, x, z: values * (x * z), right)

    def rows(self, index: Index) -> Matrix:
        return self._with_ones(super().rows(index), index)

    def gram(self, progress: Progress | None = None) -> Matrix:
        return self._with_ones(super().gram(progress), np.arange(len(self._right)))

    def rough_product(self, left: I, weights: Matrix) -> Matrix:
        seen = left.in_double()
        return self._numbers(seen)[:, None] * self._inner.rough_product(seen, self._right_numbers[:, None] * weights)

    def rough_rows(self, index: Index) -> Matrix:
        return self._with_ones(self._combined(self._inner.rough_rows(index), self._right_numbers[index]), index)

    def rough_gram(self, progress: Progress | None = None) -> Matrix:
        values = self._combined(self._inner.rough_gram(progress), self._right_numbers)
        return self._with_ones(values, np.arange(len(self._right)))

    def _with_ones(self, values: Matrix, index: Index) -> Matrix:
        values[np.arange(len(index)), index] = self._right_numbers[index] > 0.0
        return values
