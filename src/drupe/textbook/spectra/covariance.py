"""The covariance of a sample, and what becomes of it when one example comes, goes, or is exchanged for another."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError


@dataclass(frozen=True, eq=False)
class SampleCovariance:
    """m = (1/n) Σ xᵢ and C_X = (1/(n − 1)) Σ (xᵢ − m)(xᵢ − m)ᵀ, which is C on average.

    Parameters
    ----------
    mean
        m.
    matrix
        C_X.
    n
        Number of examples.

    Examples
    --------
    >>> seen = SampleCovariance.of(np.array([[0.0], [2.0]]))
    >>> seen.matrix.tolist(), seen.including(np.array([4.0])).matrix.tolist()
    ([[2.0]], [[4.0]])

    References
    ----------
    [Mika02]_, eq. 4.1 and lemma 4.2; in the proof of the latter, in appendix B.1, one factor is upside down.
    """

    mean: Vector
    matrix: Matrix
    n: int

    @classmethod
    def of(cls, x: Matrix) -> "SampleCovariance":
        """From one row for each of two examples or more."""
        if len(x) < 2:
            raise InputError(f"a covariance with divisor n − 1 takes two examples or more, got {len(x)}.")
        mean = x.mean(axis=0)
        return cls(mean, (x - mean).T @ (x - mean) / (len(x) - 1), len(x))

    def including(self, x: Vector) -> "SampleCovariance":
        """((n − 1)/n)(C_X + (n/(n² − 1))(m − x)(m − x)ᵀ): one example more."""
        n, away = self.n, self.mean - x
        matrix = (n - 1) / n * (self.matrix + n / (n**2 - 1) * np.outer(away, away))
        return SampleCovariance((n * self.mean + x) / (n + 1), matrix, n + 1)

    def without(self, x: Vector) -> "SampleCovariance":
        """((n − 1)/(n − 2))(C_X − (n/(n − 1)²)(m − x)(m − x)ᵀ): one of its examples less."""
        n, away = self.n, self.mean - x
        if n < 3:
            raise InputError(f"of {n} examples none can be left out: a covariance takes two or more.")
        matrix = (n - 1) / (n - 2) * (self.matrix - n / (n - 1) ** 2 * np.outer(away, away))
        return SampleCovariance((n * self.mean - x) / (n - 1), matrix, n - 1)

    def exchanging(self, old: Vector, new: Vector) -> "SampleCovariance":
        """C_X − (n/(n − 1)²)(m − old)(m − old)ᵀ + (1/n)(m' − new)(m' − new)ᵀ, m' the mean without the old one."""
        n, gone = self.n, self.mean - old
        others = (n * self.mean - old) / (n - 1)
        come = others - new
        matrix = self.matrix - n / (n - 1) ** 2 * np.outer(gone, gone) + np.outer(come, come) / n
        return SampleCovariance(self.mean + (new - old) / n, matrix, n)


def second_moment(x: Matrix) -> Matrix:
    """(1/n) Σ xᵢxᵢᵀ, the covariance of examples whose mean is known to be zero.

    >>> second_moment(np.array([[1.0], [3.0]])).tolist()
    [[5.0]]

    References
    ----------
    [Mika02]_, eq. 4.4.
    """
    return np.asarray(x.T @ x / len(x))
