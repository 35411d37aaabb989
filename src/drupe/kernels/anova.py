"""The ANOVA kernel: interactions of a given number of different features."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.blocks import blocks
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import whole
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.definiteness import INDEFINITE, POSITIVE, Definiteness
from drupe.kernels.linear import Linear

BLOCK_BYTES = 32 * 2**20
"""What the sums of all degrees may take together, for as many rows as are compared at a time."""


@dataclass(frozen=True)
class ANOVA(Kernel[Vectors]):
    """k(x, z) = Σ over j₁ < ... < j_degree of Π kernel(xⱼ, zⱼ), column by column.

    With the linear kernel inside, the features are the products of `degree` different coordinates: like the
    polynomial kernel, but no coordinate meets itself.

    Parameters
    ----------
    degree
        How many features interact.
    kernel
        What compares a single feature.

    Examples
    --------
    >>> ANOVA(degree=2)([[1.0, 2.0, 3.0]], [[1.0, 1.0, 1.0]]).item()
    11.0

    Notes
    -----
    Complexity: O(n² d degree) time by the recursion over features, which only adds and multiplies and so never
    cancels among terms of one sign; memory for degree + 1 blocks of rows.

    References
    ----------
    [Cristianini00]_, section 3.7; [Vapnik98]_, section 11.4.
    """

    degree: int = whole(1, 2)
    kernel: Kernel[Vectors] = field(default_factory=Linear)

    @property
    def definiteness(self) -> Definiteness:
        return POSITIVE if self.kernel.definiteness.positive else INDEFINITE

    def matrix(self, left: Vectors, right: Vectors) -> Matrix:
        self._require_columns(left)
        if left.dimension != right.dimension:
            raise InputError(
                f"vectors of {left.dimension} columns cannot be compared with vectors of {right.dimension}."
            )
        columns = [(left.columns([j]), right.columns([j])) for j in range(left.dimension)]
        k = np.empty((len(left), len(right)), dtype=np.result_type(left.dtype, right.dtype))
        for block in blocks(len(left), BLOCK_BYTES // (8 * (int(self.degree) + 1) * max(1, len(right)))):
            k[block] = self._interactions(
                (self.kernel.matrix(x.take(block), z) for x, z in columns), (len(block), len(right))
            )
        return k

    def diagonal(self, inputs: Vectors) -> Vector:
        self._require_columns(inputs)
        singles = (self.kernel.diagonal(inputs.columns([j])) for j in range(inputs.dimension))
        return self._interactions(singles, (len(inputs),))

    def _interactions(self, singles: Iterator[Matrix], shape: tuple[int, ...]) -> Matrix:
        # sums[i] holds all products of i of the features met so far: the next feature joins i − 1 of them or stays out.
        sums = [np.ones(shape), *(np.zeros(shape) for _ in range(int(self.degree)))]
        for single in singles:
            for i in range(int(self.degree), 0, -1):
                sums[i] += single * sums[i - 1]
        return sums[-1]

    def _require_columns(self, inputs: Vectors) -> None:
        if inputs.dimension < self.degree:
            raise InputError(
                f"ANOVA lets {self.degree} different columns interact, but the data have {inputs.dimension}; "
                "lower the degree."
            )
