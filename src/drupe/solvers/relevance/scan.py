"""One look at all functions: what the evidence would gain if one came, or took the place of another."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.solvers.relevance.basis import Basis
from drupe.solvers.relevance.posterior import SparsePosterior, lower_solved

DEPENDENT = 1e-9
"""Share of a function that must lie outside the chosen ones, lest rounding decides what it is good for."""


@dataclass(frozen=True, eq=False)
class Scan:
    """s = φᵀC⁻¹φ and q = φᵀC⁻¹t of every function φ, with C = B⁻¹ + RᵀT²R the covariance of the targets.

    Parameters
    ----------
    shares
        s.
    pulls
        q.
    across
        φᵀC⁻¹ρ for each function and each chosen one ρ, a column each.
    lengths
        Squared lengths φᵀBφ.
    chosen
        Positions of the chosen functions.
    posterior
        What is known of their weights.
    level
        Examples, noise, and whether it is learned, as a likelihood says them.
    least
        Share of a function that must lie outside the chosen ones.

    References
    ----------
    [Tipping03]_, eqs. 17 to 25.
    """

    shares: Vector
    pulls: Vector
    across: Matrix
    lengths: Vector
    chosen: Index
    posterior: SparsePosterior
    level: tuple[float, float, bool]
    least: float = DEPENDENT

    @classmethod
    def of(
        cls,
        basis: Basis,
        scale: Vector,
        lengths: Vector,
        chosen: Index,
        posterior: SparsePosterior,
        level: tuple[float, float, bool],
    ) -> "Scan":
        """One product with the values of all functions, which are divided by `scale`."""
        vectors = np.column_stack([posterior.force, (posterior.rows * posterior.curvature).T])
        products = basis.correlate(vectors) / scale[:, None]
        seen = lower_solved(posterior.triangle, (products[:, 1:] * np.sqrt(posterior.variances)).T)
        shares = lengths - np.einsum("kj,kj->j", seen, seen)
        across = products[:, 1:] - seen.T @ seen[:, chosen]
        return cls(shares, products[:, 0], across, lengths, chosen, posterior, level)

    def additions(self) -> Vector:
        """What the log evidence gains if a function comes with its best variance; 0 for chosen ones."""
        found = self._gains(self.shares, self.pulls, np.asarray(self.posterior.energy))
        found[self.chosen] = 0.0
        return found

    def exchanges(self) -> Matrix:
        """What it gains if a function takes the place of a chosen one: a row for each chosen, a column for each."""
        variances = self.posterior.variances[:, None]
        own_share, own_pull = self.shares[self.chosen][:, None], self.pulls[self.chosen][:, None]
        left = np.maximum(1.0 - variances * own_share, np.finfo(np.float64).eps)
        energy = self.posterior.energy + variances * own_pull**2 / left
        shares = self.shares + variances * self.across.T**2 / left
        pulls = self.pulls + variances * self.across.T * own_pull / left
        lost = self._gain(own_share / left, own_pull / left, energy, variances)
        found = self._gains(shares, pulls, energy) - lost
        found[:, self.chosen] = 0.0
        return found

    def _gains(self, shares: Matrix, pulls: Matrix, energy: Matrix) -> Matrix:
        """The gain of each function at its best variance; 0 for those that lie among the chosen ones."""
        best = self._best(shares, pulls, energy)
        return np.asarray(self._gain(np.where(best > 0.0, shares, 1.0), pulls, energy, best))

    def best_variances(self) -> Vector:
        """With which each function would come, in units of the noise; 0 where it is of no use."""
        return self._best(self.shares, self.pulls, np.asarray(self.posterior.energy))

    def _best(self, shares: Matrix, pulls: Matrix, energy: Matrix) -> Matrix:
        count, noise, learned = self.level
        free = shares > self.least * self.lengths
        shares, squared = np.where(free, shares, 1.0), np.where(free, pulls, 0.0) ** 2
        held = np.maximum((squared / noise - shares) / shares**2, 0.0)
        if not learned:
            return np.asarray(held)
        rest = shares * energy - squared
        rise = count * squared - shares * energy
        variances = np.divide(rise, shares * rest, out=np.zeros_like(shares), where=rest > 0.0)
        # Below the least noise it is held there.
        below = (rest <= 0.0) | (self._left(shares, squared, energy, np.maximum(variances, 0.0)) <= count * noise)
        return np.asarray(np.where(below, held, np.maximum(variances, 0.0)))

    def _gain(self, shares: Matrix, pulls: Matrix, energy: Matrix, variances: Matrix) -> Matrix:
        """Of functions of these variances over none."""
        count, noise, learned = self.level
        left = self._left(shares, pulls**2, energy, variances)
        if not learned:
            return np.asarray(0.5 * (energy - left) / noise - 0.5 * np.log1p(variances * shares))
        before, after = (_level(np.maximum(one, np.finfo(np.float64).tiny), count, noise) for one in (energy, left))
        return np.asarray(after - before - 0.5 * np.log1p(variances * shares))

    def _left(self, shares: Matrix, squared: Matrix, energy: Matrix, variances: Matrix) -> Matrix:
        return np.asarray(energy - variances * squared / (1.0 + variances * shares))


def _level(energy: Matrix, count: float, least: float) -> Matrix:
    """The log evidence but for determinants and constants, at the best noise."""
    noise = np.maximum(energy / count, least)
    return np.asarray(-0.5 * (count * np.log(noise) + energy / noise))
