"""Conditional positive definiteness: positive for weights that no polynomial of low degree can see."""

from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.linalg import null_space

from drupe.foundation.arrays import Matrix
from drupe.foundation.errors import InputError, InputTypeError
from drupe.foundation.parameters import Interval, check
from drupe.inputs.base import Inputs
from drupe.inputs.coerce import coerce
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.checks.gram_matrix import gram_matrix
from drupe.kernels.checks.semidefinite import Verdict, positive_semidefinite, semidefinite_on
from drupe.kernels.null_space import polynomials


def conditionally_positive(
    kernel: Kernel[Any] | npt.ArrayLike, points: Any, order: int, tolerance: float | None = None
) -> Verdict:
    """Whether wᵀKw ≥ 0 for all w with Σᵢ wᵢ p(xᵢ) = 0 for every polynomial p of degree below `order`.

    Parameters
    ----------
    kernel
        A kernel, or its Gram matrix at the points.
    points
        The examples. Order 0 is plain positive semi-definiteness and order 1 asks Σᵢ wᵢ = 0, both for examples of any
        kind; higher orders need vectors.
    order
        How many degrees of polynomials are left out.
    tolerance
        As for `positive_semidefinite`.

    Examples
    --------
    >>> distances = -np.abs(np.subtract.outer([0.0, 1.0, 3.0], [0.0, 1.0, 3.0]))
    >>> points = [[0.0], [1.0], [3.0]]
    >>> [conditionally_positive(distances, points, order).holds for order in (0, 1)]
    [False, True]

    References
    ----------
    [Mukherjee04]_, section 5.4; [Wendland05]_, definition 8.1.
    """
    check("conditionally_positive", "order", order, Interval(0, whole=True))
    inputs = coerce(points)
    matrix = gram_matrix(kernel.matrix(inputs, inputs) if isinstance(kernel, Kernel) else kernel)
    if len(matrix) != len(inputs):
        raise InputError(
            f"the Gram matrix has {len(matrix)} rows, but there are {len(inputs)} points; they must match."
        )
    if order == 0:
        return positive_semidefinite(matrix, tolerance)
    basis = null_space(_conditions(inputs, order).T)
    if not basis.shape[1]:
        raise InputError(f"{len(inputs)} points leave no weights that order {order} admits; more points are needed.")
    return semidefinite_on(basis, matrix, tolerance)


def _conditions(inputs: Inputs, order: int) -> Matrix:
    """The polynomials at the points, moved and scaled to the unit box: the same space, better conditioned."""
    if order == 1:
        return np.ones((len(inputs), 1))
    if not isinstance(inputs, Vectors):
        raise InputTypeError(f"polynomials of degree 1 and more need vectors, got {type(inputs).__name__}.")
    x = inputs.in_double().dense()
    moved = x - x.mean(axis=0)
    reach = np.abs(moved).max(axis=0)
    return polynomials(inputs.with_array(moved / np.where(reach > 0, reach, 1.0)), order)
