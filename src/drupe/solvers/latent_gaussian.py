"""A Gaussian in place of the posterior of a process at its examples: α, curvatures, evidence and its slopes."""

from dataclasses import dataclass

import numpy as np
from scipy.linalg.blas import dsyr2
from scipy.linalg.lapack import dtrtri

from drupe.foundation.arrays import Matrix, Vector
from drupe.solvers.cholesky import Cholesky, mirror
from drupe.solvers.solution import Stop

SOUND = 1e-8
"""Smallest over largest eigenvalue of B from which on single precision has three digits of its inverse, or more."""


@dataclass(frozen=True, eq=False)
class LatentGaussian:
    """N(f, (K⁻¹ + S)⁻¹) over the outputs at the examples, and through them over outputs everywhere.

    Parameters
    ----------
    alpha
        α of the mean f = Kα.
    outputs
        f.
    roots
        S^½: how sharply each example says what its output is.
    factor
        Of B = I + S^½KS^½.
    log_evidence
        ln P(labels), as far as the approximation goes.
    violation
        How far the conditions of the approximation are from holding.
    iterations
        Steps or rounds.
    stop
        Why the run ended.

    References
    ----------
    [Rasmussen06]_, eq. 3.20, 3.26 and 3.27.
    """

    alpha: Vector
    outputs: Vector
    roots: Vector
    factor: Cholesky
    log_evidence: float
    violation: float
    iterations: int
    stop: Stop

    @property
    def converged(self) -> bool:
        """Whether the conditions hold within the tolerance."""
        return self.stop is Stop.CONVERGED

    def reduction(self) -> Matrix:
        """R = L⁻¹S^½: at a new x the variance is k(x, x) − ‖R k(x)‖²; the factor L is gone afterwards."""
        found, _ = dtrtri(self.factor.triangle().T, lower=0, overwrite_c=1)
        return np.asarray(found).T * self.roots

    def inverse(self, rough: bool = False) -> Matrix:
        """B⁻¹, in memory of its own: its lower triangle, with zeros above it; in half the time if it may be rough.

        No eigenvalue of B is below one, so that single precision loses of its inverse about what it loses of that of
        L, whose condition is the square root of that of B; where even this would be much, it is not used.
        """
        precision = np.float32 if rough and self.factor.reciprocal_condition >= SOUND else np.float64
        return Cholesky(self.factor.array.astype(precision)).into_inverse_triangle()

    def weights(self, follows: Vector, inverse: Matrix) -> Matrix:
        """W = (ααᵀ + uαᵀ + αuᵀ − S^½B⁻¹S^½) / 2, so that Σᵢⱼ Wᵢⱼ ∂Kᵢⱼ = ∂ ln P(labels).

        Parameters
        ----------
        follows
            u: what ln P(labels) gains where the mean follows K; zero for an approximation that does not feel it.
        inverse
            `inverse()`, in the memory of which W is written if it is in double precision.
        """
        halves = -0.5 * self.roots
        W = np.asarray(np.multiply(inverse, halves, out=inverse if inverse.dtype == np.float64 else None))
        W *= self.roots[:, None]
        # Seen from LAPACK, which counts columns first, the lower triangle is the upper one.
        dsyr2(0.5, 0.5 * self.alpha + follows, self.alpha, lower=0, a=W.T, overwrite_a=1)
        mirror(W.T)
        return W


def inner_matrix(K: Matrix, roots: Vector) -> Matrix:
    """S^½KS^½, in memory of its own."""
    inner = K * roots
    inner *= roots[:, None]
    return inner
