"""Radial density kernels: non-negative bumps with a finite integral, the windows of density estimation."""

import math
from typing import Protocol, runtime_checkable


@runtime_checkable
class RadialDensity(Protocol):
    """A kernel k(‖x − z‖) ≥ 0 that can be divided by its integral to be a density.

    [Graepel02]_, definition 31. Not every one is positive semi-definite: density estimation does not ask for it.
    """

    def mass(self, dimension: int, /) -> float:
        """∫ k(‖z‖) dz over the space of this dimension."""


def ball_volume(dimension: int) -> float:
    """Volume of the unit ball, by V(d) = V(d − 2) · 2π/d.

    >>> ball_volume(1), ball_volume(2) == math.pi
    (2.0, True)
    """
    volume = (1.0, 2.0)[dimension % 2]
    for d in range(dimension % 2 + 2, dimension + 1, 2):
        volume *= 2.0 * math.pi / d
    return volume
