"""The Bregman divergence: how far a convex function lies above its tangent."""

from collections.abc import Callable

from drupe.foundation.arrays import Vector


def bregman(function: Callable[[Vector], float], gradient: Callable[[Vector], Vector], z: Vector, x: Vector) -> float:
    """d(z, x) = F(z) − F(x) − ⟨z − x, ∇F(x)⟩ ≥ 0.

    It is F(z) − F(x) where x minimizes F, adds up where functions do, and is ‖z − x‖² for F = ‖·‖².

    Examples
    --------
    >>> import numpy as np
    >>> bregman(lambda u: float(u @ u), lambda u: 2.0 * u, np.array([3.0]), np.array([1.0]))
    4.0

    References
    ----------
    [Mukherjee04]_, section 9.2.
    """
    return function(z) - function(x) - float((z - x) @ gradient(x))
