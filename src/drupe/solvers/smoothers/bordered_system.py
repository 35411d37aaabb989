"""A kernel matrix bordered by functions that cost nothing: its solution, refined until rounding is all that is left."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Matrix, Vector

STEPS = 6
"""Solutions at most, the first included; after each there is one product with K."""

ROUNDING = 1e-14
"""What is left over of the largest target where there is nothing more to gain."""

WORTHWHILE = 0.5
"""What a step has to leave over, at most, of what was left before."""


@dataclass(frozen=True, eq=False)
class Expanded:
    """f = Σᵢ cᵢ k(xᵢ, ·) + Σⱼ dⱼ pⱼ at one strength.

    Parameters
    ----------
    coefficients
        c, one column for each output.
    free
        d, one column for each output.
    """

    coefficients: Matrix
    free: Matrix


@dataclass(frozen=True, eq=False)
class BorderedSystem:
    """(K + diag(shifts))c + Td = y and Tᵀc = 0.

    Parameters
    ----------
    matrix
        K.
    free
        T, one column for each function that costs nothing.
    shifts
        What is added to the diagonal of K.

    Examples
    --------
    >>> system = BorderedSystem(np.array([[0.0, -1.0], [-1.0, 0.0]]), np.ones((2, 1)), np.zeros(2))
    >>> found = Expanded(np.array([[-2.0], [2.0]]), np.array([[3.0]]))
    >>> system.remaining(found, np.array([[1.0], [6.0]])).ravel().tolist()
    [0.0, 1.0]

    References
    ----------
    [Mukherjee04]_, section 5.4; [Golub13]_, section 3.5.3.
    """

    matrix: Matrix
    free: Matrix
    shifts: Vector

    def remaining(self, found: Expanded, targets: Matrix) -> Matrix:
        """y − Kc − diag(shifts)c − Td."""
        values = self.matrix @ found.coefficients + self.free @ found.free
        return np.asarray(targets - values - self.shifts[:, None] * found.coefficients)

    def left_over(self, found: Expanded, targets: Matrix) -> float:
        """The most that remains of an example, in units of the largest target of its output."""
        return _largest_part(self.remaining(found, targets), targets)

    def refined(self, targets: Matrix, solve: Callable[[Matrix], Expanded]) -> tuple[Expanded, float]:
        """By a solver that may lose digits, asked again for what it has left over; and what is left over in the end."""
        found = tried = solve(targets)
        gap = math.inf
        for _ in range(STEPS):
            left = self.remaining(tried, targets)
            size = _largest_part(left, targets)
            if not size < WORTHWHILE * gap:
                break
            found, gap = tried, size
            if gap < ROUNDING:
                break
            step = solve(left)
            tried = Expanded(found.coefficients + step.coefficients, found.free + step.free)
        return found, gap


def _largest_part(left: Matrix, targets: Matrix) -> float:
    sizes = np.abs(targets).max(axis=0)
    return float((np.abs(left) / np.where(sizes > 0.0, sizes, 1.0)).max())
