"""Slopes in one width for each column, of all columns at once."""

from collections.abc import Callable

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.inputs.vectors import Vectors
from drupe.kernels.strips import Strip, strips


def spreads(inputs: Vectors, weights: Matrix, fall: Callable[[Strip, Vectors], Matrix]) -> Vector:
    """Σᵢₗ weightsᵢₗ fallᵢₗ (xᵢⱼ − xₗⱼ)² for every column j, from one product of matrices.

    A kernel that is a function of Σⱼ (xⱼ − zⱼ)² / widthsⱼ² has these over widthsⱼ³ as its slopes, if `fall` is minus
    twice its derivative in that sum.

    Notes
    -----
    (xᵢ − xₗ)² = xᵢ² + xₗ² − 2xᵢxₗ cancels where only near examples count; the columns are centered, so that nothing but
    the spread of the data over the width, squared, is lost. Complexity: O(n²d) time, one strip of memory.

    Examples
    --------
    >>> x = Vectors.of([[0.0, 5.0], [3.0, 5.0]])
    >>> spreads(x, np.ones((2, 2)), lambda strip, right: np.ones((2, 2))).tolist()
    [18.0, 0.0]
    """
    x = inputs.in_double().dense()
    x = x - x.mean(axis=0)
    found = np.zeros(x.shape[1])
    for strip in strips(len(x)):
        falls = strip.of(weights) * fall(strip, strip.examples(inputs))
        falls[np.arange(strip.rows), np.arange(strip.rows)] = 0.0  # an example has no distance from itself
        falls[:, strip.rows :] *= 2.0
        ours, all_ = x[strip.start : strip.end], x[strip.start :]
        found += falls.sum(axis=1) @ ours**2 + falls.sum(axis=0) @ all_**2
        found -= 2.0 * np.einsum("ij,ij->j", ours, falls @ all_)
    return found
