"""What a conditionally positive kernel leaves free: the polynomials of low degree, which cost nothing."""

from itertools import combinations_with_replacement

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel


def polynomials(inputs: Vectors, order: int) -> Matrix:
    """Every monomial of total degree below `order` at the inputs, one column each, low degrees first.

    >>> polynomials(Vectors.of([[2.0, 3.0]]), order=3).tolist()
    [[1.0, 2.0, 3.0, 4.0, 6.0, 9.0]]
    """
    x = inputs.in_double().dense()
    columns = range(inputs.dimension)
    monomials = [factors for degree in range(order) for factors in combinations_with_replacement(columns, degree)]
    values = np.empty((len(inputs), len(monomials)))
    for i, factors in enumerate(monomials):
        values[:, i] = x[:, list(factors)].prod(axis=1)
    return values


class ConditionallyPositive(Kernel[Vectors]):
    """A kernel that is positive beside the polynomials of degree below the order of its `definiteness`."""

    def null_space(self, inputs: Vectors) -> Matrix:
        """The polynomials that a machine must add to the kernel expansion, at the inputs: one column each."""
        return polynomials(inputs, self.definiteness.order or 0)
