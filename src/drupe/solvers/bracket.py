"""Skilling's bracket: the energy of a linear system between two bounds, from any approximate solution."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Vector


@dataclass(frozen=True)
class Bracket:
    """Bounds on ½ yᵀ(K + D)⁻¹y, D = σ²I or any positive diagonal, from below and from above.

    Parameters
    ----------
    lower
        Q(u) = yᵀu − ½ uᵀ(K + D)u at the present u.
    upper
        ½ yᵀD⁻¹y − yᵀD⁻¹Ku + ½ (Ku)ᵀD⁻¹(K + D)u at the same u; infinity without noise.

    Examples
    --------
    >>> Bracket.at(np.array([0.5]), np.array([0.5]), np.array([1.0]), 1.0)  # K = D = 1, y = 1, solved by u = ½
    Bracket(lower=0.25, upper=0.25)

    References
    ----------
    [Cristianini00]_, section 7.8.
    """

    lower: float
    upper: float

    @classmethod
    def at(cls, alpha: Vector, product: Vector, targets: Vector, shift: Vector | float) -> "Bracket":
        """The bracket at u = α, with Ku and the diagonal of D."""
        whole = product + shift * alpha
        lower = float(targets @ alpha - 0.5 * alpha @ whole)
        if not np.all(np.asarray(shift) > 0.0):
            return cls(lower, np.inf)
        upper = 0.5 * targets @ (targets / shift) - targets @ (product / shift) + 0.5 * product @ (whole / shift)
        return cls(lower, float(upper))

    def scaled(self, factor: float) -> "Bracket":
        """The bracket for a y whose square is so many times as large.

        >>> Bracket(0.25, np.inf).scaled(4.0)
        Bracket(lower=1.0, upper=inf)
        """
        return Bracket(self.lower * factor, self.upper * factor if np.isfinite(self.upper) else self.upper)

    @property
    def width(self) -> float:
        """How far the bounds are apart."""
        return self.upper - self.lower
