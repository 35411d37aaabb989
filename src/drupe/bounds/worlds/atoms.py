"""Finitely many examples in feature space, so that covariances and their eigenvectors are known exactly."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from drupe.bounds.world import Outcome, World
from drupe.foundation.arrays import Matrix, Vector
from drupe.witness.spectrum import Spectrum

Error = Callable[["Covariances"], float]
"""What a statement is about: the distance between true and sample covariance, or between their eigenvectors."""


@dataclass(frozen=True, eq=False)
class Covariances:
    """The true covariance and that of a sample, with eigenvalues and eigenvectors, largest first.

    Parameters
    ----------
    true
        C.
    sample
        C_X.
    """

    true: Matrix
    sample: Matrix

    def leading(self, first: int, last: int) -> tuple[Matrix, Matrix]:
        """Eigenvectors `first` to `last`, counted from one, of C and of C_X."""
        return _vectors(self.true, first, last), _vectors(self.sample, first, last)


@dataclass(frozen=True, eq=False)
class Atoms:
    """n examples, each one of a few vectors.

    Parameters
    ----------
    vectors
        One row for each, in feature space.
    probabilities
        How often each comes.
    n
        Number of examples.
    centered
        Whether squares are taken about the mean.

    Examples
    --------
    >>> signed_axes(100).covariance(np.full(8, 0.125)).round(3).diagonal().tolist()
    [0.25, 0.25, 0.25, 0.25]
    """

    vectors: Matrix
    probabilities: Vector
    n: int
    centered: bool = False

    def covariance(self, shares: Vector) -> Matrix:
        """Σ shareᵢ (xᵢ − m)(xᵢ − m)ᵀ."""
        about = self._about(shares)
        return np.asarray(about.T @ (shares[:, None] * about))

    def spectrum(self, shares: Vector) -> Spectrum:
        """What a sample with these shares shows."""
        sample = self.covariance(shares)
        values = np.maximum(np.linalg.eigvalsh(sample)[::-1], 0.0)
        lengths = np.square(self._about(shares)).sum(axis=1)
        gram = self.vectors @ self.vectors.T
        return Spectrum(
            values,
            n=self.n,
            radius=float(np.sqrt(gram.diagonal().max())),
            total=float(values.sum()),
            squares=float(np.square(sample).sum()),
            fourth=float(shares @ lengths**2),
            mean=float(np.linalg.norm(shares @ self.vectors)) if self.centered else None,
            least=float(gram.min()),
        )

    def world(self, name: str, error: Error) -> World[Spectrum]:
        """Samples of n, and how large the error is in each."""
        true = self.covariance(self.probabilities)

        def draw(rng: np.random.Generator) -> Outcome[Spectrum]:
            shares = rng.multinomial(self.n, self.probabilities) / self.n
            return Outcome(self.spectrum(shares), error(Covariances(true, self.covariance(shares))))

        return World(f"{name}, {self.n} examples", draw)

    def _about(self, shares: Vector) -> Matrix:
        return np.asarray(self.vectors - shares @ self.vectors) if self.centered else self.vectors


def signed_axes(n: int, centered: bool = False) -> Atoms:
    """±e₁ to ±e₄, the first axis four times as often as the last."""
    axes = np.eye(4)
    often = np.repeat([0.4, 0.3, 0.2, 0.1], 2) / 2.0
    return Atoms(np.vstack([axes, -axes]).reshape(2, 4, 4).swapaxes(0, 1).reshape(8, 4), often, n, centered)


def gaussian_atoms(n: int) -> Atoms:
    """Three points of a line as the Gaussian kernel of width one sees them, about their mean."""
    points = np.array([0.0, 1.0, 4.0])
    gram = np.exp(-0.5 * np.subtract.outer(points, points) ** 2)
    return Atoms(np.linalg.cholesky(gram), np.array([0.5, 0.2, 0.3]), n, centered=True)


def near_origin(n: int) -> Atoms:
    """Mostly far within the radius: what happens at the border is rare."""
    vectors = np.array([[0.1, 0.0], [-0.1, 0.0], [0.0, 0.05], [0.0, -0.05], [1.0, 0.0]])
    return Atoms(vectors, np.array([0.25, 0.25, 0.249, 0.249, 0.002]), n)


def pair(n: int) -> Atoms:
    """Two points of a line, ±1, about their mean: one eigenvalue, 4p(1 − p)."""
    return Atoms(np.array([[1.0], [-1.0]]), np.array([0.7, 0.3]), n, centered=True)


def hilbert_schmidt(both: Covariances) -> float:
    """‖C − C_X‖ in the Hilbert-Schmidt norm."""
    return float(np.linalg.norm(both.true - both.sample))


def operator_norm(both: Covariances) -> float:
    """‖C − C_X‖ in the operator norm."""
    return float(np.linalg.norm(both.true - both.sample, ord=2))


def _vectors(matrix: Matrix, first: int, last: int) -> Matrix:
    _, vectors = np.linalg.eigh(matrix)
    return vectors[:, ::-1][:, first - 1 : last]


def expected_eigenvalue(atoms: Atoms) -> float:
    """E of the largest eigenvalue of the sample covariance of `pair`, the sum over all samples."""
    p, n = float(atoms.probabilities[0]), atoms.n
    # E 4q(1 − q) for a share q of Binomial(n, p) / n.
    return math.fsum([4.0 * p, -4.0 * (p * p + p * (1.0 - p) / n)])
