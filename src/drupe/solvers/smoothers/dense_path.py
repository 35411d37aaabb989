"""Smoothing with any kernel beside functions that cost nothing: through the complement of these, for all strengths."""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.progress import Progress
from drupe.solvers.smoothers.balance import Balance, rounding_of
from drupe.solvers.smoothers.knots import Knots
from drupe.solvers.smoothers.reflections import Reflections
from drupe.solvers.smoothers.resolvents import Factor, Resolvent, Spectrum

LOOKS = 120
"""Strengths of the first look: each costs next to nothing once the spectrum is known."""


@dataclass(frozen=True, eq=False)
class Expanded:
    """f = Σᵢ cᵢ k(xᵢ, ·) + Σⱼ dⱼ pⱼ at one strength.

    Parameters
    ----------
    coefficients
        c, one column for each output.
    free
        d, one column for each output.
    """

    coefficients: Matrix
    free: Matrix


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
    follow from the eigenvalues of B; at a single strength a Cholesky factorization does.

    Parameters
    ----------
    matrix
        K at the knots; overwritten.
    free
        T at the knots.
    knots
        The examples.

    Notes
    -----
    Complexity: O(n³) time, O(n²) memory, with a small factor for one strength and about ten times that for all.

    References
    ----------
    [Wahba90]_, sections 1.3, 4.2 and 11.1; [Mukherjee04]_, section 5.4.
    """

    looks = LOOKS

    def __init__(self, matrix: Matrix, free: Matrix, knots: Knots):
        self.knots = knots
        self._roots = np.sqrt(knots.total_weights)
        self._reflections = Reflections.of(self._roots[:, None] * free)
        matrix *= self._roots[:, None]
        matrix *= self._roots
        turned = self._reflections.around(matrix)
        split = self._reflections.rank
        self._across, self._corner = turned[:, :split].copy(), turned[:split, :split].copy()
        self._inner = np.ascontiguousarray(turned[split:, split:])
        targets = self._reflections.forth(self._roots[:, None] * knots.means)
        self._top, self._right = targets[:split], targets[split:]
        self._floor = rounding_of(knots.targets, knots.total)
        self._resolvents: dict[float, Resolvent] = {}
        self._last: tuple[float, Matrix] | None = None

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
        return Spectrum.of(self._inner.copy())

    @property
    def strengths(self) -> tuple[float, float]:
        """Beyond the eigenvalues on both sides."""
        values = self.spectrum.values
        high = float(values.max(initial=0.0)) or 1.0
        low = max(float(values.min(initial=high)), 1e-12 * high)
        return 1e-3 * low, 1e6 * high

    @property
    def least(self) -> float:
        """A strength that is lost in the rounding of B: the limit of interpolation."""
        return 1e-30 * (float(np.abs(self._inner.diagonal()).max(initial=0.0)) or 1.0)

    def factor(self, strength: float, progress: Progress | None = None) -> None:
        """Factor B + λI, so that no spectrum is needed for what is asked about this strength."""
        self._resolvents[strength] = Factor.of(self._inner.copy(), strength, progress)

    def balance(self, strength: float) -> Balance:
        """From the eigenvalues, or from the factorization."""
        size, right = self._right.shape[0], self._right
        if strength in self._resolvents:
            resolvent = self._resolvents[strength]
            inner, trace = resolvent.solve(right), float(self._lengths(strength).sum())
        else:
            shifted = self.spectrum.at(strength)
            resolvent, right = shifted, self._in_spectrum
            inner, trace = shifted.reciprocals[:, None] * right, shifted.trace
        squares = strength**2 * np.square(inner).sum(axis=0) + self.knots.within
        return Balance(
            strength,
            self.knots.total,
            self._reflections.rank,
            self._reflections.rank + size - strength * trace,
            np.maximum(squares, self._floor),
            np.maximum(strength * np.einsum("ij,ij->j", inner, right) + self.knots.within, self._floor),
            np.einsum("ij,ij->j", inner, right - strength * inner),
            resolvent.log_determinant - size * math.log(strength),
        )

    def missed(self, strength: float) -> Matrix:
        """From the lengths of the rows of Q₂(B + λI)^(−½)."""
        residuals = strength * self.expansion(strength).coefficients / self.knots.total_weights[:, None]
        return self.knots.missed(residuals, strength * self._lengths(strength))

    def expansion(self, strength: float) -> Expanded:
        """The function at a strength."""
        inner = self._resolvent(strength).solve(self._right)
        free = self._reflections.solve(self._top - self._across[self._reflections.rank :].T @ inner)
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
