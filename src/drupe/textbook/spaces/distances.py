"""Kernels and distances: each kernel has one, and some distances come from a kernel."""

from typing import Any, cast

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.foundation.errors import InputError
from drupe.inputs.coerce import coerce
from drupe.kernels.base import I, Kernel


def squared_distances(kernel: Kernel[I], left: Any, right: Any = None) -> Matrix:
    """‖φ(x) − φ(z)‖² = k(x, x) − 2 k(x, z) + k(z, z) for all pairs.

    Never negative, and exactly zero from an example to itself. Also for conditionally positive kernels of order 1,
    whose constants cancel.

    >>> from drupe.kernels import Gaussian
    >>> squared_distances(Gaussian(), [[0.0], [1e6]]).tolist()  # far apart: at a right angle on the unit sphere
    [[0.0, 2.0], [2.0, 0.0]]

    References
    ----------
    [Graepel02]_, section 2.3.3; [Cristianini00]_, section 3.4.
    """
    x = cast(I, coerce(left))
    z = x if right is None or right is left else cast(I, coerce(right))
    squared = kernel.diagonal(x)[:, None] - 2.0 * kernel.matrix(x, z) + kernel.diagonal(z)
    if x is z:
        np.fill_diagonal(squared, 0.0)
    return np.maximum(squared, 0.0)


def distances(kernel: Kernel[I], left: Any, right: Any = None) -> Matrix:
    """‖φ(x) − φ(z)‖ for all pairs: a metric if the kernel is strictly positive definite."""
    return np.sqrt(squared_distances(kernel, left, right))


def gram_from_squared_distances(squared: Any, origin: int | None = None) -> Matrix:
    """Kᵢⱼ = ½ (d²(xᵢ, o) + d²(xⱼ, o) − d²(xᵢ, xⱼ)): dot products of points with these distances, seen from o.

    K is positive semi-definite exactly if −d² is conditionally positive definite, that is, if such points exist.
    As a kernel, where −d²/2 is one: `kernel.centered(origin)`.

    Parameters
    ----------
    squared
        Squared distances of all pairs.
    origin
        The point o, by number; the mean of all points unless given.

    Examples
    --------
    >>> gram_from_squared_distances([[0.0, 25.0], [25.0, 0.0]], origin=0).tolist()
    [[0.0, 0.0], [0.0, 25.0]]

    References
    ----------
    [Graepel02]_, section 2.3.3; [Scholkopf02]_, section 2.4.
    """
    d2 = np.asarray(squared, dtype=np.float64)
    if d2.ndim != 2 or d2.shape[0] != d2.shape[1] or not np.allclose(d2, d2.T) or np.any(np.diagonal(d2) != 0.0):
        raise InputError("squared distances must be a symmetric square matrix with zeros on the diagonal.")
    if origin is None:
        toward = d2.mean(axis=1) - 0.5 * d2.mean()
    elif -len(d2) <= origin < len(d2):
        toward = d2[origin]
    else:
        raise InputError(f"the origin must be one of the {len(d2)} points, got number {origin}.")
    return np.asarray(0.5 * (toward[:, None] + toward - d2))
