"""How eigenvalues move: interlacing under a change of rank one, and stability under the exchange of an example."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.textbook.spectra.covariance import SampleCovariance

ROUNDING = 1e-12
"""Relative differences between eigenvalues that may be rounding."""


@dataclass(frozen=True, eq=False)
class RankOneChange:
    """λᵢ(A + τccᵀ) = λᵢ(A) + mᵢτ with mᵢ ≥ 0 and Σ mᵢ = 1, for ‖c‖ = 1; largest eigenvalues first.

    Parameters
    ----------
    before, after
        The eigenvalues of A and of A + τccᵀ.
    size
        τ.

    Examples
    --------
    >>> change = RankOneChange.of(np.diag([2.0, 1.0]), np.array([0.0, 1.0]), 0.5)
    >>> change.shares.tolist(), change.interlaces
    ([0.0, 1.0], True)

    References
    ----------
    [Mika02]_, theorem 4.3 and lemma 4.3.
    """

    before: Vector
    after: Vector
    size: float

    @classmethod
    def of(cls, matrix: Matrix, direction: Vector, size: float) -> "RankOneChange":
        """The change of a symmetric matrix by τ times the square of a unit vector."""
        if not np.isclose(np.linalg.norm(direction), 1.0):
            raise InputError(f"the direction is a unit vector, got one of length {np.linalg.norm(direction):g}.")
        after = np.linalg.eigvalsh(matrix + size * np.outer(direction, direction))[::-1]
        return cls(np.linalg.eigvalsh(matrix)[::-1], after, size)

    @property
    def shares(self) -> Vector:
        """mᵢ, what each eigenvalue takes of the change; none if there is none."""
        return (self.after - self.before) / self.size if self.size else np.zeros_like(self.before)

    @property
    def interlaces(self) -> bool:
        """Whether old and new eigenvalues take turns: for τ ≥ 0 each new one lies between its old one and the next."""
        upper, lower = (self.after, self.before) if self.size >= 0.0 else (self.before, self.after)
        slack = ROUNDING * max(float(np.abs(self.before).max()), abs(self.size))
        return bool((upper >= lower - slack).all() and (upper[1:] <= lower[:-1] + slack).all())


def stability_constant(radius: float, n: int) -> float:
    """8R²/(n − 2): by no more does the exchange of one example change any sum of eigenvalues of C_X.

    >>> stability_constant(1.0, 10)
    1.0

    References
    ----------
    [Mika02]_, theorem 4.4.
    """
    if n < 3:
        raise InputError(f"the theorem speaks of three examples or more, got {n}.")
    return 8.0 * radius**2 / (n - 2)


def exchange_limit(seen: SampleCovariance, old: Vector, new: Vector) -> float:
    """(n/(n − 1)²)‖m − old‖² + (1/n)‖m' − new‖²: the exact price of one exchange, before radii are put in.

    References
    ----------
    [Mika02]_, proposition 4.1.
    """
    n = seen.n
    others = (n * seen.mean - old) / (n - 1)
    gone, come = seen.mean - old, others - new
    return float(n / (n - 1) ** 2 * gone @ gone + come @ come / n)
