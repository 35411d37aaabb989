"""Laplace's approximation: the Gaussian at the mode of the posterior of a process that decides between two classes."""

from dataclasses import dataclass, replace

import numpy as np
from scipy.special import expit

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.parameters import Checked, positive, whole
from drupe.solvers.cholesky import Cholesky, factored
from drupe.solvers.latent_gaussian import LatentGaussian, inner_matrix
from drupe.solvers.mode_search import ModeSearch
from drupe.solvers.solution import Stop

SEARCHED = 1e-7
"""Violation at which a run ends while parameters are searched for."""

START = 1e-5
"""The same at the start, where all of an output is at stake rather than a step."""

FINEST = 1e-6
"""The least share that single precision can be asked for."""

PATIENCE = 1 / 40
"""Steps of conjugate gradients, for each example, after which a new factor is the cheaper way to a direction."""

LEAST, MOST = 6, 50
"""Such steps that are tried in any case, and at most."""

NOTHING = 1e-30
"""Energy, of a vector of size one, that single precision cannot tell from none."""

SHORT = 0.25
"""Share of a step below which the start was a bad one, or directions were too rough."""

ROUGHLY = 0.03
"""Share of what a step is worth that may be lost far from the mode."""


@dataclass(frozen=True)
class Laplace(Checked):
    """max over f of Σᵢ ln σ(yᵢfᵢ) − ½ fᵀK⁻¹f, with f = Kα and σ(t) = 1/(1 + e⁻ᵗ); the Gaussian has its curvature.

    At the mode αᵢ = yᵢ σ(−yᵢfᵢ): like a support vector machine's, each coefficient has the sign of its label and is
    below one. The variable is α, so that no system in K, which may be singular, is ever solved. Steps are Newton's, by
    conjugate gradients on B = I + S^½KS^½, S the curvatures, with a factor of an earlier B as preconditioner: from a
    start nearby a run takes a single Cholesky factorization, at the mode.

    Parameters
    ----------
    tolerance
        Largest |yᵢ σ(−yᵢfᵢ) − αᵢ| at which the run ends.
    max_iterations
        Newton steps at most.
    rough
        Whether slopes of the evidence may be had in single precision, in half the time.

    Notes
    -----
    Complexity: O(n³) time once or twice, O(n²) for each step; two matrices of n² numbers beside K.

    Examples
    --------
    >>> mode = Laplace().solve(np.ones((1, 1)), np.ones(1))  # α = 1/(1 + e^α)
    >>> round(mode.alpha.item(), 10), round(mode.log_evidence, 8)
    (0.4010581375, -0.70065512)

    References
    ----------
    [Herbrich02]_, algorithm 5 and appendix B.7; [Rasmussen06]_, algorithms 3.1 and 5.1 (whose eq. 5.23 has the sign of
    the third derivative wrong).
    """

    tolerance: float = positive(1e-10)
    max_iterations: int = whole(1, 100)
    rough: bool = False

    def solve(self, K: Matrix, signs: Vector, near: LatentGaussian | None = None) -> LatentGaussian:
        """The Gaussian for these labels ±1; `near` is that of a similar K, from which the run starts."""
        search = _LogisticSearch(K, signs, near)
        stop = search.run(self.tolerance, self.max_iterations)
        return search.gaussian(stop)

    def for_search(self) -> "Laplace":
        """As rough as a search for parameters bears it: the determinant feels a violation by about as much."""
        return replace(self, tolerance=max(self.tolerance, SEARCHED), rough=True)

    def weights(self, K: Matrix, found: LatentGaussian) -> Matrix:
        """W with Σᵢⱼ Wᵢⱼ ∂Kᵢⱼ = ∂ ln P(labels), all parameters of K at the price of one inverse.

        The mode moves with K, and with it the curvatures: by −S tanh(f/2), of which the determinant knows.
        """
        inverse = found.inverse(self.rough)
        pull = 0.5 * (1.0 - inverse.diagonal()) * np.tanh(0.5 * found.outputs)
        follows = pull - found.roots * found.factor.solve(found.roots * (K @ pull))
        return found.weights(follows, inverse)


class _LogisticSearch(ModeSearch):
    """Steps by conjugate gradients on B in single precision, from a factor at another f, or even of another K.

    What a step leads to is always computed in double precision, so that only the number of steps depends on it.
    """

    def __init__(self, K: Matrix, signs: Vector, near: LatentGaussian | None):
        self.signs, self.rough = signs, K.astype(np.float32)
        self.anchor = None if near is None else _single(near.factor)
        self.anew = near is None
        super().__init__(K, np.zeros(len(K)))
        if near is not None:
            self.start(self._from_outputs(near))

    def step(self) -> bool:
        """One Newton step; if it is a short one, another from the same place, with a factor of its own.

        If that is short, too, outputs are far on the wrong side, where the labels are flat and say nothing of where to
        go: all begins anew at zero, from where steps do not lead there.
        """
        before, anchor = (self.alpha, self.outputs, self.cost), self.anchor
        moved = super().step()
        if self.length < SHORT and self.anchor is anchor:
            self._move(*before)
            self.anchor = None
            moved = super().step()
        if self.length < SHORT and not self.anew:
            self.anew = moved = True
            self.begin()
        return moved

    def surprise(self, outputs: Vector) -> float:
        return float(np.logaddexp(0.0, -self.signs * outputs).sum())

    def pull(self, outputs: Vector) -> Vector:
        wrong = expit(-self.signs * outputs)
        self.roots = np.sqrt(wrong * expit(self.signs * outputs))
        return np.asarray(self.signs * wrong)

    def curvatures(self) -> Vector:
        return np.asarray(self.roots**2)

    def gaussian(self, stop: Stop) -> LatentGaussian:
        """With the curvature at this place."""
        factor = factored(inner_matrix(self.K, self.roots), 1.0)
        return LatentGaussian(
            alpha=self.alpha,
            outputs=self.outputs,
            roots=self.roots,
            factor=factor,
            log_evidence=-self.cost - 0.5 * factor.log_determinant,
            violation=self.violation,
            iterations=self.iterations,
            stop=stop,
        )

    def direction(self) -> Vector:
        """(I + SK)⁻¹ times the residual."""
        return self._pressed(self.residual, ROUGHLY)

    def _from_outputs(self, near: LatentGaussian) -> Vector:
        """The α that one Newton step from the outputs near by leads to: those are nearer to the mode than K times α."""
        self.roots = near.roots
        return self._pressed(near.alpha + near.roots**2 * near.outputs, START)

    def _pressed(self, vector: Vector, loss: float) -> Vector:
        """(I + SK)⁻¹ times a vector: the vector less S^½B⁻¹S^½K times it."""
        ahead = self.K @ vector
        right = self.roots * ahead
        if self.anchor is not None:
            found = self._by_gradients(right, float(vector @ ahead), loss, self.anchor)
            if found is not None:
                return np.asarray(vector - self.roots * found)
        factor = factored(inner_matrix(self.K, self.roots), 1.0)
        self.anchor = _single(factor)
        return np.asarray(vector - self.roots * factor.solve(right))

    def _by_gradients(self, right: Vector, whole: float, loss: float, anchor: Cholesky) -> Vector | None:
        """B⁻¹ times a vector, the more precisely the nearer the mode is; None if that takes too long.

        With z in the place of B⁻¹b a step is worth ½(rᵀKr − bᵀz), of which at most ½‖b − Bz‖² is lost. Whatever the
        number of gradients, what they find leads up, as bᵀz grows with it towards bᵀB⁻¹b.
        """
        roots, rest = self.roots.astype(np.float32), right.astype(np.float32)
        unit = float(np.abs(rest).max(initial=0.0))
        if not 0.0 < unit < np.inf:
            return np.zeros(len(right)) if unit == 0.0 else None
        rest, whole, found = rest / np.float32(unit), whole / unit**2, np.zeros(len(right))
        leaning = anchor.solve(rest)
        along, energy = leaning, float(rest @ leaning)
        for _ in range(min(max(int(PATIENCE * len(right)), LEAST), MOST)):
            product = along + roots * (self.rough @ (roots * along))
            bent = float(along @ product)
            if not min(energy, bent) > NOTHING:
                return None
            length = energy / bent
            found, whole = found + length * along, whole - length * energy
            rest = rest - np.float32(length) * product
            if float(rest @ rest) <= min(loss, max(whole * unit**2, FINEST)) * whole:
                return np.asarray(found * unit)
            leaning = anchor.solve(rest)
            energy, before = float(rest @ leaning), energy
            along = leaning + np.float32(energy / before) * along
        return None


def _single(factor: Cholesky) -> Cholesky:
    return Cholesky(factor.array.astype(np.float32))
