"""Chosen functions as orthonormal directions, so that what lies outside them is known to the last digits."""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import qr

from drupe.foundation.arrays import Matrix, Vector


@dataclass(frozen=True, eq=False)
class Orthogonal:
    """QᵀQ = I with Q Lᵀ = (B^½ RᵀT ; I): no product of two functions is formed, which would square their dependence.

    Parameters
    ----------
    top
        The rows of Q that belong to examples.
    bottom
        Those that belong to weights.
    triangle
        L, with L Lᵀ = I + T R B Rᵀ T.
    half
        B^½.

    Examples
    --------
    >>> found = Orthogonal.of(np.array([[3.0, 4.0]]), np.ones(1), np.ones(2))
    >>> round(float(found.triangle[0, 0] ** 2), 9)  # 1 + 25
    26.0
    """

    top: Matrix
    bottom: Matrix
    triangle: Matrix
    half: Vector

    @classmethod
    def of(cls, rows: Matrix, roots: Vector, curvature: Vector) -> "Orthogonal":
        """Of functions, a row each, with T = diag(roots)."""
        half, m = np.sqrt(curvature), len(rows)
        if not m:
            return cls(np.empty((len(half), 0)), np.empty((0, 0)), np.empty((0, 0)), half)
        directions, upper = qr(np.vstack([(rows * roots[:, None] * half).T, np.eye(m)]), mode="economic")
        signs = np.where(upper.diagonal() < 0.0, -1.0, 1.0)
        directions *= signs
        return cls(directions[:-m], directions[-m:], np.ascontiguousarray((upper * signs[:, None]).T), half)

    def outside(self, columns: Matrix) -> Matrix:
        """(B^½ φ ; 0) less its part along Q, a column for each φ; squared lengths are φᵀC⁻¹φ, C = B⁻¹ + RᵀT²R."""
        left = np.vstack([columns * self.half[:, None], np.zeros((len(self.triangle), columns.shape[1]))])
        # What the first pass leaves along Q by rounding the second takes away.
        for _ in range(2):
            along = self.along(left)
            left[: len(self.half)] -= self.top @ along
            left[len(self.half) :] -= self.bottom @ along
        return left

    def along(self, left: Matrix) -> Matrix:
        """Qᵀ times such columns."""
        n = len(self.half)
        return np.asarray(self.top.T @ left[:n] + self.bottom.T @ left[n:])
