"""Sparse coefficients for every alpha at once: knots, and straight lines between them."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import InputError
from drupe.solvers.solution import Stop


@dataclass(frozen=True, eq=False)
class SparsePath:
    """The minima of ½ Σᵢ wᵢ (yᵢ − (Ka)ᵢ − b)² + alpha ‖a‖₁ for alpha from where all are zero down to the last knot.

    Parameters
    ----------
    alphas
        Knots, falling; at the first one and above all coefficients are zero.
    nonzeros
        How many coefficients are not zero at each knot.
    support
        Which examples they belong to, knot after knot.
    values
        The coefficients themselves, in that order.
    means
        Weighted mean of each column of K.
    level
        Weighted mean of the targets.
    violation
        Largest violation of the optimality conditions at the last knot, in float64.
    iterations
        How often a coefficient joined or left.
    stop
        Why the path ends where it does.
    seconds
        Wall time.

    Examples
    --------
    >>> path = SparsePath(
    ...     np.array([2.0, 1.0]), np.array([0, 1]), np.array([1]), np.array([4.0]), np.array([0.5, 0.25]), 3.0
    ... )
    >>> path.coefficients(1.5).tolist(), path.offset(1.5)  # half way; b = 3 − 2/4
    ([0.0, 2.0], 2.5)

    References
    ----------
    [Efron04]_, section 3.1; [Osborne00]_, section 4.
    """

    alphas: Vector
    nonzeros: Index
    support: Index
    values: Vector
    means: Vector
    level: float
    violation: float = 0.0
    iterations: int = 0
    stop: Stop = Stop.CONVERGED
    seconds: float = 0.0

    def __len__(self) -> int:
        return len(self.alphas)

    @property
    def largest(self) -> float:
        """The alpha from which on all coefficients are zero."""
        return float(self.alphas[0])

    @property
    def least(self) -> float:
        """The alpha at which the path ends."""
        return float(self.alphas[-1])

    def knot(self, i: int) -> Vector:
        """All coefficients at one of the knots."""
        at = range(len(self))[i]
        end = int(self.nonzeros[: at + 1].sum())
        begin = end - int(self.nonzeros[at])
        coefficients = np.zeros(len(self.means))
        coefficients[self.support[begin:end]] = self.values[begin:end]
        return coefficients

    def coefficients(self, alpha: float) -> Vector:
        """a at this alpha, exactly zero where the path leaves an example out."""
        if not alpha >= self.least:
            raise InputError(f"this path ends at alpha = {self.least:g}, got {alpha:g}; follow it further down.")
        after = int(np.searchsorted(-self.alphas, -alpha, side="left"))
        if after == 0:
            return np.zeros(len(self.means))
        if self.alphas[min(after, len(self) - 1)] == alpha:
            return self.knot(after)
        above, below = float(self.alphas[after - 1]), float(self.alphas[after])
        share = (above - alpha) / (above - below)
        return (1.0 - share) * self.knot(after - 1) + share * self.knot(after)

    def offset(self, alpha: float) -> float:
        """b at this alpha."""
        return self.level - float(self.means @ self.coefficients(alpha))
