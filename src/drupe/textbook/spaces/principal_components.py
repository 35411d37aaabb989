"""Principal components: the directions in which the data vary most."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Interval, check
from drupe.inputs.vectors import Vectors


@dataclass(frozen=True, eq=False)
class PrincipalComponents:
    """x → ((x − mean)ᵀ u₁, ..., (x − mean)ᵀ u_d), the uₜ eigenvectors of the covariance, largest variance first.

    A direction of little variance may still be the one that tells the classes apart.

    Parameters
    ----------
    mean
        Mean of the sample.
    directions
        Orthonormal, one column for each component; the largest entry of each is positive.
    variances
        Variance of the sample along each, with divisor n.

    Examples
    --------
    >>> pca = PrincipalComponents.of(Vectors.of([[1.0, 1.0], [3.0, 3.0]]), count=1)
    >>> pca.features(Vectors.of([[3.0, 3.0]])).round(6).tolist(), pca.variances.round(6).tolist()
    ([[1.414214]], [2.0])

    References
    ----------
    [Cristianini00]_, section 3.1.
    """

    mean: Vector
    directions: Matrix
    variances: Vector

    @classmethod
    def of(cls, inputs: Vectors, count: int | None = None) -> "PrincipalComponents":
        """The first `count` components of a sample, all of them unless given."""
        if not len(inputs):
            raise InputError("an empty sample has no principal components.")
        x = inputs.in_double().dense()
        most = min(x.shape)
        check(
            "PrincipalComponents",
            "count",
            most if count is None else count,
            Interval(1, most, closed_high=True, whole=True),
        )
        mean = x.mean(axis=0)
        _, singular, right = np.linalg.svd(x - mean, full_matrices=False)
        # A direction and its opposite serve alike; fixing the sign makes the result one value.
        signs = np.sign(right[np.arange(len(right)), np.abs(right).argmax(axis=1)])
        return cls(mean, (signs[:, None] * right).T[:, :count], (singular**2 / len(x))[:count])

    def features(self, inputs: Vectors) -> Matrix:
        """The scores of each example, one column for each component."""
        if inputs.dimension != len(self.mean):
            raise InputError(f"the components have {len(self.mean)} columns, but the data have {inputs.dimension}.")
        return np.asarray((inputs.in_double().dense() - self.mean) @ self.directions)
