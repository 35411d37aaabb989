"""Where a climb of the evidence stands: some functions with variances, and what is known of their weights."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.solvers.relevance.posterior import SparsePosterior


@dataclass(frozen=True, eq=False)
class Place:
    """Weights w of some functions of the basis, w ~ N(0, variances) before the data.

    Parameters
    ----------
    positions
        Of the functions in the basis.
    posterior
        What is known of their weights, in units of their scales.
    scales
        What the functions are divided by.
    """

    positions: Index
    posterior: SparsePosterior
    scales: Vector

    @property
    def log_evidence(self) -> float:
        """ln P(targets)."""
        return self.posterior.log_evidence

    @property
    def chosen(self) -> Index:
        """The positions in order, in which all that follows is, too."""
        return np.asarray(np.sort(self.positions))

    @property
    def weights(self) -> Vector:
        """Of the functions as they are in the basis."""
        return np.asarray((self.posterior.weights / self.scales)[self._order])

    @property
    def variances(self) -> Vector:
        """Of the weights before the data."""
        return np.asarray((self.posterior.noise * self.posterior.variances / self.scales**2)[self._order])

    @property
    def reduction(self) -> Matrix:
        """The matrix F with covariance FᵀF of the weights."""
        return np.asarray((self.posterior.reduction / self.scales)[:, self._order])

    @property
    def _order(self) -> Index:
        return np.argsort(self.positions)
