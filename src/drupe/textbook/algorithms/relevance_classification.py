"""Relevance vector classification as the textbook tells it: Newton's steps to the mode, then one of the variances."""

from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Checked, positive, whole
from drupe.textbook.algorithms.relevance_regression import SparseWeights


@dataclass(frozen=True)
class RelevanceClassification(Checked):
    """θᵢ ← wᵢ² / ζᵢ, ζᵢ = 1 − Σᵢᵢ / θᵢ, w the mode of P(w | signs) and Σ⁻¹ = Xᵀ diag(π(1 − π)) X + Θ⁻¹ there.

    Parameters
    ----------
    prune
        Variance below which a feature goes.
    gradient
        Length of the gradient, for each feature, at which the mode is reached.
    tolerance
        Largest change of a variance, as a share of it, at which the run ends.
    max_steps
        Steps of the variances at most.
    with_prior
        Whether the matrix of Newton's steps has the prior's Θ⁻¹, as in the appendix; as printed in the algorithm it has
        not, and ζ is then no share of anything.

    Notes
    -----
    The textbook calls both tolerances by one name; they are two.

    Examples
    --------
    >>> x, signs = np.array([[-2.0], [-1.0], [-0.5], [0.5], [1.0], [2.0]]), np.array([-1.0, -1.0, 1.0, -1.0, 1.0, 1.0])
    >>> found = RelevanceClassification().fit(x, signs)
    >>> found.kept.tolist(), bool(found.weights[0] > 0.0)
    ([0], True)

    References
    ----------
    [Herbrich02]_, algorithm 7 and appendix B.8.5.
    """

    prune: float = positive(1e-12)
    gradient: float = positive(1e-10)
    tolerance: float = positive(1e-8)
    max_steps: int = whole(1, 10_000)
    with_prior: bool = True

    def fit(self, x: Matrix, signs: Vector, start: float = 1.0) -> SparseWeights:
        """From θ = start on."""
        variances, weights, evidence = np.full(x.shape[1], start), np.zeros(x.shape[1]), list[float]()
        for _ in range(self.max_steps):
            kept = np.flatnonzero(variances > self.prune)
            left, theta = x[:, kept], variances[kept]
            mode, precision = self._mode(left, signs, theta, weights[kept])
            weights = np.zeros(x.shape[1])
            weights[kept] = mode
            evidence.append(_log_evidence(left, signs, theta, mode))
            zeta = 1.0 - np.linalg.inv(precision).diagonal() / theta
            if zeta.min(initial=1.0) < 0.0:
                raise InputError(
                    f"what the data say of a weight is a share ζ of {zeta.min():.1e}, but lies between 0 and 1: the "
                    "matrix of Newton's steps lacks the prior's precisions. Run it with_prior=True."
                )
            variances = np.zeros(x.shape[1])
            variances[kept] = np.where(mode == 0.0, 0.0, mode**2 / np.maximum(zeta, np.finfo(np.float64).tiny))
            if np.all(np.abs(variances[kept] - theta) <= self.tolerance * theta):
                break
        variances[variances <= self.prune] = 0.0
        kept, weights = np.flatnonzero(variances), np.where(variances > 0.0, weights, 0.0)
        weights[kept], _ = self._mode(x[:, kept], signs, variances[kept], weights[kept])
        evidence.append(_log_evidence(x[:, kept], signs, variances[kept], weights[kept]))
        return SparseWeights(weights, variances, 1.0, tuple(evidence))

    def _mode(self, x: Matrix, signs: Vector, theta: Vector, w: Vector) -> tuple[Vector, Matrix]:
        """w ← w + η H⁻¹ g, η halved until J rises."""
        precision = _precision(x, w, theta)
        for _ in range(self.max_steps):
            slope = x.T @ ((signs + 1.0) / 2.0 - expit(x @ w)) - w / theta
            precision = _precision(x, w, theta if self.with_prior else np.full(len(theta), np.inf))
            if np.linalg.norm(slope) <= self.gradient * len(w):
                break
            step, rate = np.linalg.solve(precision, slope), 1.0
            while rate > 1e-12 and _objective(x, signs, theta, w + rate * step) <= _objective(x, signs, theta, w):
                rate /= 2.0
            if rate <= 1e-12:
                break
            w = w + rate * step
        return w, precision


def _precision(x: Matrix, w: Vector, theta: Vector) -> Matrix:
    """Minus the second derivatives of the log posterior."""
    share = expit(x @ w)
    return np.asarray((x.T * (share * (1.0 - share))) @ x + np.diag(1.0 / theta))


def _objective(x: Matrix, signs: Vector, theta: Vector, w: Vector) -> float:
    """J(w) = ½ (y + 1)ᵀt − Σ ln(1 + exp tᵢ) − ½ wᵀΘ⁻¹w with t = Xw."""
    outputs = x @ w
    return float(0.5 * (signs + 1.0) @ outputs - np.logaddexp(0.0, outputs).sum() - 0.5 * np.sum(w**2 / theta))


def _log_evidence(x: Matrix, signs: Vector, theta: Vector, w: Vector) -> float:
    """J at the mode − ½ ln|Θ| − ½ ln|Σ⁻¹|."""
    _, determinant = np.linalg.slogdet(_precision(x, w, theta))
    return float(_objective(x, signs, theta, w) - 0.5 * (np.log(theta).sum() + determinant))
