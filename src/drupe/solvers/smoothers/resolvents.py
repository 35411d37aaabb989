"""(B + λI)⁻¹ of a symmetric matrix: by its spectrum for all λ, or by one factorization for one."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.linalg import eigh
from scipy.linalg.lapack import dtrtri

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.progress import Progress
from drupe.solvers.cholesky import Cholesky, factored


class Resolvent(ABC):
    """What a smoother asks of (B + λI)⁻¹."""

    @abstractmethod
    def solve(self, right: Matrix) -> Matrix:
        """(B + λI)⁻¹ times these columns."""

    @abstractmethod
    def root(self) -> Matrix:
        """H with HHᵀ = (B + λI)⁻¹."""

    @property
    @abstractmethod
    def trace(self) -> float:
        """Of (B + λI)⁻¹."""

    @property
    @abstractmethod
    def log_determinant(self) -> float:
        """Of B + λI."""


@dataclass(frozen=True, eq=False)
class Factor(Resolvent):
    """From B + λI = LLᵀ.

    Examples
    --------
    >>> one = Factor.of(np.array([[3.0]]), 1.0)
    >>> one.solve(np.array([[8.0]])).tolist(), one.trace
    ([[2.0]], 0.25)
    """

    cholesky: Cholesky

    @classmethod
    def of(cls, matrix: Matrix, shift: float, progress: Progress | None = None) -> "Factor":
        """For one λ; the matrix is overwritten."""
        return cls(factored(matrix, shift, progress) if len(matrix) else Cholesky(matrix))

    @cached_property
    def inverse(self) -> Matrix:
        """L⁻ᵀ, at the first request."""
        # The lower triangle of a matrix by rows is the upper one of a matrix by columns.
        array = np.tril(self.cholesky.array)
        return np.asarray(dtrtri(array.T, lower=0, overwrite_c=1)[0]) if len(array) else array

    def solve(self, right: Matrix) -> Matrix:
        return self.cholesky.solve(right) if len(right) else right

    def root(self) -> Matrix:
        return self.inverse

    @property
    def trace(self) -> float:
        return float(np.square(self.inverse).sum())

    @property
    def log_determinant(self) -> float:
        return self.cholesky.log_determinant if len(self.cholesky) else 0.0


@dataclass(frozen=True, eq=False)
class Spectrum:
    """B = V diag(values) Vᵀ, without negative values, and with zeros where a value is no more than rounding.

    Parameters
    ----------
    values
        Eigenvalues, rising.
    vectors
        V.
    rounding
        Eigenvalues that are no larger were taken for zero.
    """

    values: Vector
    vectors: Matrix
    rounding: float = 0.0

    @classmethod
    def of(cls, matrix: Matrix, rounding: float = 0.0) -> "Spectrum":
        """Of a symmetric matrix, which is overwritten."""
        values, vectors = eigh(matrix, overwrite_a=True, check_finite=False, driver="evd")
        return cls(np.where(values > rounding, values, 0.0), vectors, rounding)

    def at(self, shift: float) -> "Shifted":
        """(B + λI)⁻¹ for this λ."""
        return Shifted(self, shift)


@dataclass(frozen=True, eq=False)
class Shifted(Resolvent):
    """(B + λI)⁻¹ from the spectrum of B.

    Where an eigenvalue is zero and λ is no more than rounding, 1/λ is a huge number in front of a function that is zero
    at all examples. `solve` and `root` leave such directions out, as the limit λ → 0 does; trace and determinant count
    them.

    Parameters
    ----------
    spectrum
        Of B.
    shift
        λ.

    Examples
    --------
    >>> two = Spectrum.of(np.diag([1.0, 3.0])).at(1.0)
    >>> two.trace, round(two.log_determinant, 6)
    (0.75, 2.079442)
    >>> Spectrum.of(np.diag([1e-18, 4.0]), rounding=1e-15).at(1e-30).solve(np.ones((2, 1))).ravel().tolist()
    [0.0, 0.25]
    """

    spectrum: Spectrum
    shift: float

    @property
    def reciprocals(self) -> Vector:
        """Eigenvalues of (B + λI)⁻¹."""
        return 1.0 / (self.spectrum.values + self.shift)

    @property
    def _meant(self) -> Vector:
        """The reciprocals that mean something, and zeros."""
        if self.shift > self.spectrum.rounding:
            return self.reciprocals
        return np.where(self.spectrum.values > 0.0, self.reciprocals, 0.0)

    def solve(self, right: Matrix) -> Matrix:
        vectors = self.spectrum.vectors
        return np.asarray(vectors @ (self._meant[:, None] * (vectors.T @ right)))

    def root(self) -> Matrix:
        return self.spectrum.vectors * np.sqrt(self._meant)

    @property
    def trace(self) -> float:
        return float(self.reciprocals.sum())

    @property
    def log_determinant(self) -> float:
        return -float(np.log(self.reciprocals).sum())
