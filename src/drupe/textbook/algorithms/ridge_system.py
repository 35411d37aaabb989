"""The linear system of ridge regression and Gaussian processes, and its direct solution."""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Checked, nonnegative
from drupe.grams.base import Gram


@dataclass(frozen=True, eq=False)
class RidgeSystem(Checked):
    """(K + noise I) α = y.

    Parameters
    ----------
    gram
        K.
    targets
        y.
    noise
        Variance of the noise, the strength of the ridge.

    Examples
    --------
    >>> from drupe.grams import DenseGram
    >>> system = RidgeSystem(DenseGram([[1.0, 1.0], [1.0, 2.0]]), np.array([1.0, 2.0]), noise=1.0)
    >>> system.by_cholesky().round(12).tolist()
    [0.2, 0.6]

    References
    ----------
    [Cristianini00]_, section 7.6; [Mukherjee04]_, section 5.1.
    """

    gram: Gram
    targets: Vector
    noise: float = nonnegative()

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.targets) != len(self.gram):
            raise InputError(f"the Gram has {len(self.gram)} examples but there are {len(self.targets)} targets.")

    def product(self, vector: Vector) -> Vector:
        """(K + noise I) v, without the matrix ever being formed."""
        return np.asarray(self.gram @ vector + self.noise * vector)

    def residual(self, alpha: Vector) -> Vector:
        """y − (K + noise I) α."""
        return np.asarray(self.targets - self.product(alpha))

    def by_cholesky(self) -> Vector:
        """The solution by factorization: O(n³) time, O(n²) memory."""
        matrix = self.gram.dense().astype(np.float64) + self.noise * np.eye(len(self.gram))
        try:
            return np.asarray(cho_solve(cho_factor(matrix), self.targets))
        except np.linalg.LinAlgError as cause:
            raise InputError("K + noise I is not positive definite; raise the noise.") from cause
