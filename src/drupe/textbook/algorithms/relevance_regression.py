"""Relevance vector regression as the textbook tells it: all features at first, and steps by which most of them go."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.parameters import Checked, positive, whole


@dataclass(frozen=True, eq=False)
class SparseWeights:
    """Weights w ~ N(0, diag(variances)) after the data, most of them zero.

    Parameters
    ----------
    weights
        Their means; those of features that went are exactly 0.
    variances
        θ; 0 of features that went.
    noise
        σ² of the targets; 1 for classes.
    log_evidence
        ln P(targets | θ, σ²) before each step, and at the end; of classes by Laplace's approximation.
    """

    weights: Vector
    variances: Vector
    noise: float
    log_evidence: tuple[float, ...]

    @property
    def kept(self) -> Index:
        """Positions of the features that are left."""
        return np.flatnonzero(self.variances)


@dataclass(frozen=True)
class RelevanceRegression(Checked):
    """θᵢ ← μᵢ² / ζᵢ, σ² ← ‖t − Xμ‖² / (n − Σ ζᵢ), ζᵢ = 1 − Σᵢᵢ / θᵢ, with t ~ N(Xw, σ²I), wᵢ ~ N(0, θᵢ).

    With a kernel matrix for X the features left are the relevance vectors; the matrix need not be symmetric.

    Parameters
    ----------
    prune
        Variance below which a feature goes.
    tolerance
        Largest change of a variance, as a share of it, at which the run ends.
    max_steps
        Steps at most.

    Notes
    -----
    The tolerance is ours; the textbook makes a fixed number of steps. Nothing says that the evidence rises with each.

    Examples
    --------
    >>> x, t = np.array([[1.0], [1.0]]), np.array([3.0, 1.0])
    >>> found = RelevanceRegression().fit(x, t, noise=0.5, learn_noise=False)
    >>> found.variances.round(9).tolist()  # (q² − s) / s² with s = 2 / 0.5 and q = 4 / 0.5
    [3.75]

    References
    ----------
    [Herbrich02]_, algorithm 6, eq. 3.25 and appendix B.8.
    """

    prune: float = positive(1e-12)
    tolerance: float = positive(1e-10)
    max_steps: int = whole(1, 100_000)

    def fit(self, x: Matrix, targets: Vector, *, noise: float, learn_noise: bool = True) -> SparseWeights:
        """From θ = 1 and this noise on."""
        variances, evidence = np.ones(x.shape[1]), list[float]()
        for _ in range(self.max_steps):
            kept = np.flatnonzero(variances > self.prune)
            left, theta = x[:, kept], variances[kept]
            root, mean = _posterior(left, targets, theta, noise)
            evidence.append(_log_evidence(left, targets, theta, noise))
            inverse = np.linalg.inv(root)
            zeta = 1.0 - np.square(inverse).sum(axis=0) / theta
            variances = np.zeros(x.shape[1])
            variances[kept] = np.where(mean == 0.0, 0.0, mean**2 / np.maximum(zeta, np.finfo(np.float64).tiny))
            if learn_noise:
                noise = float(np.sum((targets - left @ mean) ** 2) / (len(targets) - zeta.sum()))
            if np.all(np.abs(variances[kept] - theta) <= self.tolerance * theta):
                break
        variances[variances <= self.prune] = 0.0
        kept, weights = np.flatnonzero(variances), np.zeros(x.shape[1])
        _, weights[kept] = _posterior(x[:, kept], targets, variances[kept], noise)
        evidence.append(_log_evidence(x[:, kept], targets, variances[kept], noise))
        return SparseWeights(weights, variances, noise, tuple(evidence))


def _posterior(x: Matrix, targets: Vector, theta: Vector, noise: float) -> tuple[Matrix, Vector]:
    """L with Σ⁻¹ = XᵀX / σ² + Θ⁻¹ = L Lᵀ, and μ = Σ Xᵀt / σ²."""
    root = np.linalg.cholesky(x.T @ x / noise + np.diag(1.0 / theta))
    return root, np.linalg.solve(root.T, np.linalg.solve(root, x.T @ targets / noise))


def _log_evidence(x: Matrix, targets: Vector, theta: Vector, noise: float) -> float:
    """−½ (n ln 2πσ² + ln|Σ⁻¹| + Σ ln θᵢ + ‖t − Xμ‖² / σ² + μᵀΘ⁻¹μ), by the Cholesky factor alone."""
    root, mean = _posterior(x, targets, theta, noise)
    determinant = 2.0 * np.log(root.diagonal()).sum() + np.log(theta).sum()
    quadratic = np.sum((targets - x @ mean) ** 2) / noise + np.sum(mean**2 / theta)
    return float(-0.5 * (len(targets) * np.log(2.0 * np.pi * noise) + determinant + quadratic))
