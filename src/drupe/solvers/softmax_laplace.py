"""Laplace's approximation for several classes at once: one process for each class, tied by the soft-max."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from scipy.linalg.lapack import dtrtri
from scipy.special import logsumexp, softmax

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.parameters import Checked, positive, whole
from drupe.solvers.cholesky import Cholesky, factored, mirror
from drupe.solvers.latent_gaussian import inner_matrix
from drupe.solvers.mode_search import ModeSearch
from drupe.solvers.solution import Stop

SEARCHED = 1e-7
"""Violation at which a run ends while parameters are searched for."""


@dataclass(frozen=True, eq=False)
class SoftmaxGaussian:
    """The Gaussian at the mode f_c = K α_c of all classes c, with precision K⁻¹ for each and D − ΠΠᵀ for all.

    Parameters
    ----------
    alpha
        One column for each class; they add up to zero.
    outputs
        f, likewise.
    curvature
        What the labels say, and all that follows from it.
    log_evidence
        ln P(labels).
    violation
        Largest |α − (labels − probabilities)|.
    iterations
        Newton steps.
    stop
        Why the run ended.

    References
    ----------
    [Rasmussen06]_, section 3.5.
    """

    alpha: Matrix
    outputs: Matrix
    curvature: "SoftmaxCurvature"
    log_evidence: float
    violation: float
    iterations: int
    stop: Stop

    @property
    def converged(self) -> bool:
        """Whether the conditions of the mode hold within the tolerance."""
        return self.stop is Stop.CONVERGED


class SoftmaxCurvature:
    """W = D − ΠΠᵀ over examples and classes, through R = (W⁻¹ + K)⁻¹ = E − E1(1ᵀE1)⁻¹1ᵀE, E a block for each class.

    Parameters
    ----------
    K
        The Gram matrix that all classes share.
    probabilities
        Π: one column for each class, D its entries on a diagonal.
    """

    def __init__(self, K: Matrix, probabilities: Matrix):
        self.K, self.probabilities, self.roots = K, probabilities, np.sqrt(probabilities)
        self.factors = [factored(inner_matrix(K, roots), 1.0) for roots in self.roots.T]
        self.log_determinant = sum(factor.log_determinant for factor in self.factors)

    @cached_property
    def blocks(self) -> list[Matrix]:
        """E_c = D_c^½ (I + D_c^½KD_c^½)⁻¹ D_c^½."""
        return [self._block(factor, roots) for factor, roots in zip(self.factors, self.roots.T, strict=True)]

    @cached_property
    def total(self) -> Cholesky:
        """LLᵀ = Σ_c E_c, which is positive definite: Σ_c D_c = I."""
        return factored(sum(self.blocks[1:], self.blocks[0].copy()))

    def reduced(self, right: Matrix) -> Matrix:
        """R times a matrix with one column for each class."""
        parts = np.column_stack([block @ column for block, column in zip(self.blocks, right.T, strict=True)])
        shared = self.total.solve(parts.sum(axis=1))
        return parts - np.column_stack([block @ shared for block in self.blocks])

    def reductions(self) -> tuple[tuple[Matrix, ...], Matrix]:
        """(L_c⁻¹D_c^½ for each class) and L⁻¹ of the total, by which variances at new examples are computed."""
        pairs = zip(self.factors, self.roots.T, strict=True)
        return tuple(_inverse(factor) * roots for factor, roots in pairs), _inverse(self.total)

    def covariances(self) -> np.ndarray:
        """Of the outputs of all classes at each example: Σ = K − KRK, its entries for one example at a time."""
        seen = [self.total.half_solve(block @ self.K) for block in self.blocks]
        found = np.array([[np.einsum("ij,ij->j", a, b) for a in seen] for b in seen])
        for i, block in enumerate(self.blocks):
            found[i, i] += self.K.diagonal() - np.einsum("ij,ij->j", self.K, block @ self.K)
        return np.moveaxis(found, 2, 0)

    def _block(self, factor: Cholesky, roots: Vector) -> Matrix:
        inverse = Cholesky(factor.array.copy()).into_inverse_triangle()
        mirror(inverse.T)
        return inner_matrix(inverse, roots)


@dataclass(frozen=True)
class SoftmaxLaplace(Checked):
    """max over f of Σᵢ ln softmax(fᵢ)[yᵢ] − ½ Σ_c f_cᵀK⁻¹f_c; all classes share K.

    Unlike one machine for each class, the classes compete: the probabilities of an example add up to one, and the
    evidence is that of all labels.

    Parameters
    ----------
    tolerance
        Largest violation of the conditions of the mode at which the run ends.
    max_iterations
        Newton steps at most.

    Notes
    -----
    Complexity: O(c n³) time for each step, c + 2 matrices of n² numbers; no matrix has c n rows.

    References
    ----------
    [Rasmussen06]_, algorithm 3.3; the slopes of the evidence, which are not there, follow its section 5.5.1.
    """

    tolerance: float = positive(1e-9)
    max_iterations: int = whole(1, 100)

    def solve(self, K: Matrix, labels: Matrix, near: SoftmaxGaussian | None = None) -> SoftmaxGaussian:
        """The Gaussian for these labels, one column of zeros and ones for each class; `near` is one of a similar K."""
        search = _SoftmaxSearch(K, labels, near)
        stop = search.run(self.tolerance, self.max_iterations)
        return search.gaussian(stop)

    def for_search(self) -> "SoftmaxLaplace":
        """As rough as a search for parameters bears it: the determinant feels a violation by about as much."""
        return replace(self, tolerance=max(self.tolerance, SEARCHED))

    def weights(self, K: Matrix, found: SoftmaxGaussian) -> Matrix:
        """W with Σᵢⱼ Wᵢⱼ ∂Kᵢⱼ = ∂ ln P(labels) for the K that all classes share.

        With v_c = Σ_cc − 2(Σπ)_c for each example, the determinant falls by π_c(v_c − πᵀv)/2 where f_c rises.
        """
        curvature, alpha = found.curvature, found.alpha
        covariances, shares = curvature.covariances(), curvature.probabilities
        seen = np.einsum("icc->ic", covariances) - 2.0 * np.einsum("icb,ib->ic", covariances, shares)
        pull = -0.5 * shares * (seen - (shares * seen).sum(axis=1, keepdims=True))
        follows = pull - curvature.reduced(K @ pull)
        half = (0.5 * alpha + follows) @ alpha.T
        W = 0.5 * (half + half.T)
        for block in curvature.blocks:
            known = curvature.total.half_solve(block)
            W -= 0.5 * (block - known.T @ known)
        return np.asarray(W)


class _SoftmaxSearch(ModeSearch):
    """Every step has factors of its own, one for each class and one for their sum."""

    def __init__(self, K: Matrix, labels: Matrix, near: SoftmaxGaussian | None):
        self.labels = labels
        super().__init__(K, np.zeros_like(labels))
        if near is not None:
            self.start(near.alpha)

    def surprise(self, outputs: Matrix) -> float:
        return float(logsumexp(outputs, axis=1).sum() - np.vdot(self.labels, outputs))

    def pull(self, outputs: Matrix) -> Matrix:
        self.probabilities = softmax(outputs, axis=1)
        return np.asarray(self.labels - self.probabilities)

    def curvatures(self) -> Matrix:
        return np.asarray(self.probabilities * (1.0 - self.probabilities))

    def direction(self) -> Matrix:
        curvature = SoftmaxCurvature(self.K, self.probabilities)
        return np.asarray(self.residual - curvature.reduced(self.K @ self.residual))

    def gaussian(self, stop: Stop) -> SoftmaxGaussian:
        """With the curvature at this place."""
        curvature = SoftmaxCurvature(self.K, self.probabilities)
        value = -self.cost - 0.5 * (curvature.log_determinant + curvature.total.log_determinant)
        return SoftmaxGaussian(self.alpha, self.outputs, curvature, value, self.violation, self.iterations, stop)


def _inverse(factor: Cholesky) -> Matrix:
    """L⁻¹, in memory of its own."""
    found, _ = dtrtri(np.tril(factor.array).T, lower=0)
    return np.asarray(found).T
