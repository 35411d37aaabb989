"""Means of classes and the scatter within and between them, of vectors."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.shapes import Reals

ROUNDING = 10.0
"""Roundings, times the number of columns, up to which an eigenvalue of a scatter is none."""

APART = 1e-7
"""Part of a difference of means that may lie where nothing scatters, as rounding."""


@dataclass(frozen=True, eq=False)
class ClassScatter:
    """Where classes lie and how they scatter, in columns whose mean has been taken away.

    Parameters
    ----------
    center
        Mean of all examples.
    means
        Means of the classes around it, one row each.
    sizes
        Total weights of the classes.
    within
        S_W = Σ over classes and their members of w (x − mean)(x − mean)ᵀ.

    Examples
    --------
    >>> scatter = ClassScatter.of(np.array([[0.0], [2.0], [10.0], [12.0]]), np.array([0, 0, 1, 1]), np.ones(4))
    >>> scatter.means.ravel().tolist(), scatter.within.tolist(), scatter.between.tolist()
    ([-5.0, 5.0], [[4.0]], [[100.0]])

    References
    ----------
    [Mika02]_, eqs. 3.2 to 3.6.
    """

    center: Annotated[Vector, Reals("columns")]
    means: Annotated[Matrix, Reals("classes", "columns")]
    sizes: Annotated[Vector, Reals("classes")]
    within: Annotated[Matrix, Reals("columns", "columns")]

    @classmethod
    def of(cls, rows: Matrix, codes: Index, weights: Vector) -> "ClassScatter":
        """Those of weighted rows with the codes 0, 1, ... of their classes, all of which are there."""
        center = weights @ rows / weights.sum()
        around = rows - center
        sizes = np.asarray(np.bincount(codes, weights), dtype=np.float64)
        means = np.array([(weights * (codes == code)) @ around / size for code, size in enumerate(sizes)])
        apart = around - means[codes]
        return cls(center, means, sizes, np.asarray((apart * weights[:, None]).T @ apart))

    @property
    def between(self) -> Matrix:
        """S_B = Σ over classes of size · mean meanᵀ; for two classes c (m₂ − m₁)(m₂ − m₁)ᵀ, c = n₁n₂/n."""
        return np.asarray((self.means * self.sizes[:, None]).T @ self.means)

    def whitening(self, alpha: float) -> "Whitening":
        """R with Rᵀ(S_W + alpha I)R = I over all directions that scatter.

        Columns are put in units of their own scatter first, so that what is rounding does not hang on their units.
        """
        noise = self.within + alpha * np.eye(len(self.within))
        rounding = ROUNDING * float(np.finfo(np.float64).eps) * len(noise)
        sizes = np.square(self.center) * self.sizes.sum() + self.between.diagonal()
        scatters = noise.diagonal() > rounding**2 * sizes
        units = np.where(scatters, 1.0 / np.sqrt(np.where(scatters, noise.diagonal(), 1.0)), 0.0)
        values, vectors = np.linalg.eigh(noise * np.outer(units, units))
        kept = values > rounding * max(float(values[-1]), 0.0)
        basis = vectors[:, kept]
        seen = self.means * units
        outside = float(np.abs(seen - seen @ basis @ basis.T).max(initial=0.0))
        still = np.abs(self.means[:, ~scatters]) > rounding * np.abs(self.center[~scatters])
        missed = outside > APART * float(np.abs(seen).max(initial=0.0)) or bool(still.any())
        return Whitening(np.asarray(units[:, None] * (basis / np.sqrt(values[kept]))), missed)


@dataclass(frozen=True, eq=False)
class Whitening:
    """Directions that scatter, in units of their scatter.

    Parameters
    ----------
    array
        R, one column for each direction.
    missed
        Whether classes differ also where nothing scatters, which R does not see.
    """

    array: Matrix
    missed: bool
