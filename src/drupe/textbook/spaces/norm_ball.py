"""The ball of a kernel's space: functions of bounded complexity, as a hypothesis space."""

import math
from dataclasses import dataclass
from typing import Any, Generic, cast

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import Checked, nonnegative
from drupe.inputs.coerce import coerce
from drupe.kernels.base import I, Kernel
from drupe.textbook.spaces.functions import KernelFunction

_ROUNDING = 1e-12
"""A norm that exceeds the radius by this share only is on the sphere."""


@dataclass(frozen=True)
class NormBall(Checked, Generic[I]):
    """{f : ‖f‖ ≤ radius}.

    Parameters
    ----------
    kernel
        The kernel whose norm is meant.
    radius
        The larger, the steeper and rougher the functions may be.

    Examples
    --------
    >>> from drupe.kernels import Linear
    >>> slopes = NormBall(Linear(), radius=2.0)  # on the line: x → wx with |w| ≤ 2
    >>> KernelFunction.of(Linear(), [[1.0]], [1.5]) in slopes, KernelFunction.of(Linear(), [[1.0]], [2.5]) in slopes
    (True, False)

    References
    ----------
    [Mukherjee04]_, section 3.3.
    """

    kernel: Kernel[I]
    radius: float = nonnegative()

    def __contains__(self, function: object) -> bool:
        if not isinstance(function, KernelFunction) or function.kernel != self.kernel:
            return False
        return function.norm() <= self.radius * (1.0 + _ROUNDING)

    def projection(self, function: KernelFunction[I]) -> KernelFunction[I]:
        """The function of the ball that is nearest."""
        norm = function.norm()
        return function if norm <= self.radius else (self.radius / norm) * function

    def supremum(self, data: Any) -> Vector:
        """radius · √k(x, x), the largest value at each example that some function of the ball takes."""
        return np.asarray(self.radius * np.sqrt(self.kernel.diagonal(cast(I, coerce(data)))))

    def largest_difference(self, x: Any, z: Any) -> float:
        """The largest f(x) − f(z) in the ball, radius times the distance of the two examples in feature space."""
        pair = KernelFunction.of(self.kernel, x, [1.0]) - KernelFunction.of(self.kernel, z, [1.0])
        return self.radius * math.sqrt(pair.squared_norm())
