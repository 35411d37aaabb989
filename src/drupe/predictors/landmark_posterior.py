"""A Gaussian process after its data, known through a few landmarks."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.inputs.base import Inputs
from drupe.predictors.posterior import Posterior


@dataclass(frozen=True, eq=False)
class LandmarkPosterior(Posterior):
    """f ~ N(m(x), k(x, z) − k(x)ᵀMMᵀk(z)), k(x) the kernel values of x with the landmarks.

    Parameters
    ----------
    mean
        m, in the units of the targets, one column for each output.
    factor
        M, with MMᵀ what the examples told about values at the landmarks: K⁻¹ − (K + Φ)⁻¹ with K the kernel matrix of
        the landmarks and Φ the sum of k(xᵢ)k(xᵢ)ᵀ over all examples, each over its noise.
    noise
        σ², in the units of the process.
    scale
        Units of the process in those of the targets, for each output.

    Examples
    --------
    >>> from drupe.inputs import Vectors
    >>> from drupe.kernels import Linear
    >>> from drupe.predictors.expansion import Expansion
    >>> x = Vectors.of([[1.0]])  # one example, which is the landmark, with noise 1: half of the variance is left
    >>> mean = Expansion(Linear(), x, np.array([[0.5]]), np.zeros(1))
    >>> LandmarkPosterior(mean, np.sqrt([[0.5]]), 1.0, np.ones(1)).variances(Vectors.of([[1.0]])).round(12).tolist()
    [[0.5]]

    References
    ----------
    [Titsias09]_, eq. 6; [Rasmussen06]_, section 8.3.
    """

    def _explained(self, inputs: Inputs) -> Matrix:
        """Mᵀk(x), one column for each example."""
        return np.asarray((self.mean.prepared.block(inputs) @ self.factor).T)
