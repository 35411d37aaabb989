"""The last functions, which nearly lie among the chosen ones: weighed by orthonormal directions, one at a time."""

from dataclasses import replace

import numpy as np
from scipy.linalg.lapack import dpotrf, dpotrs

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.blocks import blocks
from drupe.solvers.relevance.basis import BLOCK_BYTES, Basis
from drupe.solvers.relevance.likelihoods import GaussianNoise
from drupe.solvers.relevance.orthogonal import Orthogonal
from drupe.solvers.relevance.place import Place
from drupe.solvers.relevance.posterior import SparsePosterior, lower_solved
from drupe.solvers.relevance.scan import Scan

NEAR = 1e-6
"""Share of a function outside the chosen ones from which on it is looked at closely."""

ROUNDINGS = 100.0
"""Units of rounding of the targets that answers may lose to large weights, at most as much as the noise."""

USABLE = 1e-18
"""Share from which on a function may come, if the noise is large enough."""

THERE = 1e-20
"""Share from which on it is a function of its own, and not rounding of the others."""

KEPT = 0.1
"""Share of the tolerance that a function gains in truth where it promised the whole, unless that was rounding."""

NOTHING = 1e-4
"""Share of it that is not worth another step, or may be lost where a function goes that is of no use."""

STEPS = 30
"""Newton's steps in the logarithms of the variances, at most."""

REACH = 2.0
"""How far such a logarithm moves in one step."""

HALVINGS = 12
"""Of a step, before it is given up."""


class Refinement:
    """What functions that nearly depend on the chosen ones are good for, where the evidence is exact.

    Parameters
    ----------
    likelihood
        How targets follow from the weighted sum.
    tolerance
        Gain in the log evidence for which nothing is done.
    """

    def __init__(self, likelihood: GaussianNoise, tolerance: float):
        self._likelihood, self._tolerance = likelihood, tolerance

    def corrected(self, scan: Scan, basis: Basis, scale: Vector) -> tuple[Scan, Index]:
        """The scan with shares and pulls of near functions as they are, and those of them that cannot be used."""
        near = (scan.shares <= NEAR * scan.lengths) & (scan.lengths > 0.0)
        near[scan.chosen] = False
        some = np.flatnonzero(near)
        shares, pulls = scan.shares.copy(), scan.pulls.copy()
        directions = self._directions(scan.posterior)
        for part in blocks(len(some), max(1, BLOCK_BYTES // (32 * basis.n))):
            index = some[part]
            rows = basis.rows(index) / scale[index, None]
            shares[index], pulls[index] = self._seen(directions, rows)
        unusable = np.flatnonzero(near & (shares <= self._usable(scan.posterior.noise) * scan.lengths))
        return replace(scan, shares=shares, pulls=pulls, least=THERE), unusable

    def _usable(self, noise: float) -> float:
        """Share of a function outside the others that is needed: its weight goes as one over the root of it."""
        targets, weights = self._likelihood.targets, self._likelihood.weights
        lost = ROUNDINGS * np.finfo(np.float64).eps
        return max(USABLE, float(lost**2 * (weights @ targets**2) / weights.sum() / noise))

    def grown(self, place: Place, others: Index, rows: Matrix, scales: Vector) -> Place:
        """With those of a few other functions that gain, the one that gains most first."""
        left = np.ones(len(others), dtype=bool)
        while left.any():
            shares, pulls = self._seen(self._directions(place.posterior), rows)
            scan = Scan(
                shares,
                pulls,
                np.empty((0, 0)),
                (rows**2) @ self._likelihood.weights,
                np.empty(0, dtype=np.int64),
                place.posterior,
                self._likelihood.level,
                self._usable(place.posterior.noise),
            )
            gains = np.where(left, scan.additions(), 0.0)
            best = int(np.argmax(gains))
            if gains[best] <= self._tolerance:
                break
            left[best] = False
            variances = np.append(place.posterior.variances, scan.best_variances()[best])
            found = self._at(np.vstack([place.posterior.rows, rows[[best]]]), variances)
            if found is None or found.log_evidence <= place.log_evidence + KEPT * self._tolerance:
                continue
            more = Place(np.append(place.positions, others[best]), found, np.append(place.scales, scales[best]))
            place = self.settled(more)
        return place

    def settled(self, place: Place) -> Place:
        """The best variances of these functions by Newton's steps, without those that turn out to be of no use."""
        for _ in range(STEPS):
            if place.posterior.steepest <= KEPT * self._tolerance:
                break
            reached = self._step(place)
            if reached is None:
                break
            gain, place = reached.log_evidence - place.log_evidence, reached
            if gain <= NOTHING * self._tolerance:
                break
        return self._without_the_useless(place)

    def _step(self, place: Place) -> Place | None:
        """One of Newton's, damped and halved until it gains."""
        at = place.posterior
        inverse = _inverse(at)
        between, slopes = np.eye(len(inverse)) - inverse, _slopes(at, inverse)
        rate, (count, least, learned) = 1.0 / at.noise, self._likelihood.level
        both = np.outer(at.mean, at.mean)
        common = 0.5 * rate**2 / count if learned and at.energy > count * least else 0.0
        downward = -(0.5 * between**2 - rate * both * between + common * both**2) - np.diag(slopes)
        for damping in (0.0, *np.logspace(-3.0, 6.0, 10)):
            factor, info = dpotrf(downward + damping * np.eye(len(inverse)), lower=1)
            if info == 0:
                break
        else:
            return None
        direction = dpotrs(factor, slopes, lower=1)[0].ravel()
        direction *= min(1.0, REACH / max(float(np.abs(direction).max()), np.finfo(np.float64).tiny))
        for _ in range(HALVINGS):
            found = self._at(at.rows, at.variances * np.exp(direction))
            if found is not None and found.log_evidence > at.log_evidence:
                return replace(place, posterior=found)
            direction *= 0.5
        return None

    def _without_the_useless(self, place: Place) -> Place:
        """Lets functions go as long as that does not cost anything, the one first that costs least."""
        while len(place.positions):
            at = place.posterior
            left = np.maximum(_inverse(at).diagonal(), np.finfo(np.float64).tiny)
            # What is left when a function goes: its energy comes back, its determinant goes.
            costs = 0.5 * at.mean**2 / (left * at.noise) + 0.5 * np.log(left)
            kept = np.delete(np.arange(len(place.positions)), int(np.argmin(costs)))
            found = self._at(at.rows[kept], at.variances[kept])
            if found is None or found.log_evidence < place.log_evidence - NOTHING * self._tolerance:
                return place
            place = Place(place.positions[kept], found, place.scales[kept])
        return place

    def _directions(self, at: SparsePosterior) -> tuple[Orthogonal, Vector]:
        """Those of the chosen functions, and what lies outside them of the targets."""
        found = Orthogonal.of(at.rows, np.sqrt(at.variances), self._likelihood.weights)
        return found, found.outside(self._likelihood.targets[:, None])[:, 0]

    @staticmethod
    def _seen(directions: tuple[Orthogonal, Vector], rows: Matrix) -> tuple[Vector, Vector]:
        """s and q of other functions."""
        left = directions[0].outside(rows.T)
        return np.einsum("ij,ij->j", left, left), directions[1] @ left

    def _at(self, rows: Matrix, variances: Vector) -> SparsePosterior | None:
        """None where rounding has spoiled it."""
        try:
            found = self._likelihood.posterior(rows, variances, np.empty(0))
        except (FloatingPointError, ValueError):
            return None
        return found if np.isfinite(found.log_evidence) else None


def _inverse(at: SparsePosterior) -> Matrix:
    """(L Lᵀ)⁻¹."""
    half = lower_solved(at.triangle, np.eye(len(at.mean)))
    return np.asarray(half.T @ half)


def _slopes(at: SparsePosterior, inverse: Matrix) -> Vector:
    """Of the log evidence in the logarithms of the variances."""
    return np.asarray(0.5 * (at.mean**2 / at.noise - (1.0 - inverse.diagonal())))
