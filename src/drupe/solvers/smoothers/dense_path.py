"""Smoothing with any kernel beside functions that cost nothing: through the complement of these, for all strengths."""

import math
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.progress import Progress
from drupe.solvers.cholesky import NotPositiveError
from drupe.solvers.smoothers.balance import Balance, rounding_of
from drupe.solvers.smoothers.bordered_system import BorderedSystem, Expanded
from drupe.solvers.smoothers.knots import Knots
from drupe.solvers.smoothers.reflections import Reflections
from drupe.solvers.smoothers.resolvents import Factor, Resolvent, Spectrum

LOOKS = 120
"""Strengths of the first look: each costs next to nothing once the spectrum is known."""

ROUNDINGS = 4.0
"""Units of rounding of K, in its Frobenius norm, below which an eigenvalue of B is not told from zero."""

SOLVED = 1e-4
"""What a solved system may leave over of the largest target."""


@dataclass(frozen=True, eq=False)
class Smoothed(Expanded):
    """The same with what the variances of f are made of.

    Parameters
    ----------
    root
        G with GGᵀ = P, so that c = Py.
    unpenalized
        E with Eᵀy the coefficients of the pⱼ that weighted least squares finds alone.
    images
        KE.
    unknown
        EᵀKE + λEᵀW⁻¹E.
    """

    root: Matrix
    unpenalized: Matrix
    images: Matrix
    unknown: Matrix


class DensePath:
    """min Σ w (y − f)² + λ cᵀKc over f = Kc + Td with Tᵀc = 0, for every λ.

    With √W on both sides, QR of √W T = Q₁R and B = Q₂ᵀ√W K √W Q₂, which is positive where K is on the complement of
    T, the solution is c = √W Q₂(B + λI)⁻¹Q₂ᵀ√W y and Rd = Q₁ᵀ√W(y − Kc). All numbers by which strengths are compared
    follow from the eigenvalues of B; at a single strength a Cholesky factorization does. Refinement by what is left of
    y − Kc − λW⁻¹c − Td makes up for the digits that weights of very different size cost. If B is singular up to
    rounding, and λ is no more, it is the limit λ → 0 that is found: least squares, with the smallest roughness.

    Parameters
    ----------
    matrix
        K at the knots; kept.
    free
        T at the knots.
    knots
        The examples.

    Notes
    -----
    Complexity: O(n³) time, O(n²) memory, with a small factor for one strength and about ten times that for all.

    References
    ----------
    [Wahba90]_, sections 1.3, 4.2 and 11.1; [Mukherjee04]_, section 5.4; [Golub13]_, section 3.5.3 (refinement).
    """

    looks = LOOKS

    def __init__(self, matrix: Matrix, free: Matrix, knots: Knots):
        self.knots = knots
        self._matrix, self._free = matrix, free
        self._roots = np.sqrt(knots.total_weights)
        self._reflections = Reflections.of(self._roots[:, None] * free)
        weighted = matrix if np.all(self._roots == 1.0) else matrix * self._roots * self._roots[:, None]
        self._rounding = ROUNDINGS * float(np.finfo(np.float64).eps) * float(np.linalg.norm(weighted))
        turned = self._reflections.around(weighted)
        split = self._reflections.rank
        self._across, self._corner = turned[:, :split].copy(), turned[:split, :split].copy()
        self._inner = turned[split:, split:]
        targets = self._reflections.forth(self._roots[:, None] * knots.means)
        self._right = targets[split:]
        self._floor = rounding_of(knots.targets, knots.total)
        self._resolvents: dict[float, Resolvent] = {}
        self._last: tuple[float, Matrix] | None = None
        self._found: tuple[float, Expanded] | None = None
        self.left_over = 0.0
        """What the last function that was asked for leaves of the largest target, beside what smoothing does."""

    @property
    def unpenalized(self) -> int:
        """M, the number of functions that cost nothing."""
        return self._reflections.rank

    @property
    def triangle(self) -> Matrix:
        """R, whose condition tells whether the examples determine the functions that cost nothing."""
        return self._reflections.triangle

    @cached_property
    def spectrum(self) -> Spectrum:
        """Of B."""
        return Spectrum.of(self._inner.copy(), self._rounding)

    @property
    def strengths(self) -> tuple[float, float]:
        """Beyond the eigenvalues on both sides, but not below rounding."""
        values = self.spectrum.values
        high = max(float(values.max(initial=0.0)), self._rounding) or 1.0
        low = max(float(values.min(initial=high)), 1e-12 * high)
        return max(1e-3 * low, self._rounding), 1e6 * high

    @property
    def least(self) -> float:
        """A strength that is lost in the rounding of B: the limit of interpolation."""
        return 1e-30 * (float(np.abs(self._inner.diagonal()).max(initial=0.0)) or 1.0)

    def factor(self, strength: float, progress: Progress | None = None) -> None:
        """Factor B + λI, if it is positive, so that no spectrum is needed for what is asked about this strength."""
        try:
            self._resolvents[strength] = Factor.of(self._inner.copy(), strength, progress)
        except NotPositiveError:
            if strength > self._rounding:
                raise

    def balance(self, strength: float) -> Balance:
        """From the eigenvalues, or from the factorization."""
        size, right = self._right.shape[0], self._right
        if strength in self._resolvents:
            resolvent = self._resolvents[strength]
            inner, trace = resolvent.solve(right), float(self._lengths(strength).sum())
            energy = np.einsum("ij,ij->j", inner, right - strength * inner)
        else:
            shifted = self.spectrum.at(strength)
            resolvent, right = shifted, self._in_spectrum
            inner, trace = shifted.reciprocals[:, None] * right, shifted.trace
            energy = self.spectrum.values @ np.square(inner)
        squares = strength**2 * np.square(inner).sum(axis=0) + self.knots.within
        return Balance(
            strength,
            self.knots.total,
            self._reflections.rank,
            self._reflections.rank + size - strength * trace,
            np.maximum(squares, self._floor),
            np.maximum(strength * np.einsum("ij,ij->j", inner, right) + self.knots.within, self._floor),
            energy,
            resolvent.log_determinant - size * math.log(strength),
        )

    def missed(self, strength: float) -> Matrix:
        """From the lengths of the rows of Q₂(B + λI)^(−½)."""
        if strength in self._resolvents:
            inner = self._resolvents[strength].solve(self._right)
        else:
            inner = self.spectrum.vectors @ (self.spectrum.at(strength).reciprocals[:, None] * self._in_spectrum)
        residuals = strength * self._lifted(inner) / self._roots[:, None]
        return self.knots.missed(residuals, strength * self._lengths(strength))

    def expansion(self, strength: float) -> Expanded:
        """The function at a strength; that of the last one is kept."""
        if self._found is None or self._found[0] != strength:
            self._found = strength, self._refined(strength)
        return self._found[1]

    def _refined(self, strength: float) -> Expanded:
        """By the resolvent, with refinement; where rounding is in the way, the limit without what is rounding."""
        system = BorderedSystem(self._matrix, self._free, strength / self.knots.total_weights)
        if strength > self._rounding or strength in self._resolvents:
            found, self.left_over = system.refined(self.knots.means, partial(self._solved, self._resolvent(strength)))
            if self.left_over <= SOLVED or strength > self._rounding:
                return found
        self._resolvents.pop(strength, None)
        found = self._solved(self._resolvent(strength), self.knots.means)
        self.left_over = system.left_over(found, self.knots.means)
        return found

    def _solved(self, resolvent: Resolvent, targets: Matrix) -> Expanded:
        """c and d for these targets."""
        split, turned = self._reflections.rank, self._reflections.forth(self._roots[:, None] * targets)
        inner = resolvent.solve(turned[split:])
        free = self._reflections.solve(turned[:split] - self._across[split:].T @ inner)
        return Expanded(self._roots[:, None] * self._lifted(inner), free)

    def solution(self, strength: float) -> Smoothed:
        """The function at a strength, and how sure it is."""
        expanded = self.expansion(strength)
        split, reflections = self._reflections.rank, self._reflections
        basis = reflections.back(np.eye(len(self._roots), split))
        images = reflections.back(self._across)
        unknown = reflections.solve(reflections.solve(self._corner + strength * np.eye(split)).T)
        return Smoothed(
            expanded.coefficients,
            expanded.free,
            self._roots[:, None] * self._root(strength),
            self._roots[:, None] * reflections.solve(basis.T).T if split else basis,
            reflections.solve(images.T).T / self._roots[:, None] if split else images,
            0.5 * (unknown + unknown.T),
        )

    def _resolvent(self, strength: float) -> Resolvent:
        return self._resolvents.get(strength) or self.spectrum.at(strength)

    def _root(self, strength: float) -> Matrix:
        """Q₂(B + λI)^(−½), but for a rotation; that of the last strength is kept."""
        if self._last is None or self._last[0] != strength:
            self._last = strength, self._lifted(self._resolvent(strength).root())
        return self._last[1]

    def _lengths(self, strength: float) -> Vector:
        """The squared lengths of its rows."""
        if strength not in self._resolvents:
            return np.asarray(self._squared_rows @ self.spectrum.at(strength).reciprocals)
        root = self._root(strength)
        return np.asarray(np.einsum("ij,ij->i", root, root))

    def _lifted(self, inner: Matrix) -> Matrix:
        """Q₂ times these columns."""
        return self._reflections.back(np.vstack([np.zeros((self._reflections.rank, inner.shape[1])), inner]))

    @cached_property
    def _in_spectrum(self) -> Matrix:
        """The targets in the basis of eigenvectors."""
        return np.asarray(self.spectrum.vectors.T @ self._right)

    @cached_property
    def _squared_rows(self) -> Matrix:
        return np.square(self._lifted(self.spectrum.vectors))


def determined(triangle: Matrix) -> bool:
    """Whether the columns that were made triangular are independent beyond rounding.

    >>> determined(np.array([[1.0, 2.0], [0.0, 1e-17]])), determined(np.eye(2))
    (False, True)
    """
    if not len(triangle):
        return True
    values: Vector = np.linalg.svd(triangle, compute_uv=False)
    return bool(values[-1] > 100.0 * len(triangle) * np.finfo(np.float64).eps * values[0])
