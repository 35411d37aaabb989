"""Sums of windows around the examples, in logarithms: where even the nearest window has faded they still compare."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.foundation.errors import InputError
from drupe.inputs.base import Inputs
from drupe.kernels.gaussian import Gaussian
from drupe.predictors.bound import Bindable
from drupe.predictors.distances import Distances
from drupe.predictors.expansion import Expansion

FADED = 1e-280
"""A sum of Gaussians below this has lost digits to underflow, or all of them."""


@dataclass(frozen=True, eq=False)
class Windows(Bindable):
    """log Σᵢ weights[i] k(x, xᵢ), one column of weights for each output; −∞ where no window reaches.

    Parameters
    ----------
    sums
        The sums, as an expansion with weights that are nowhere negative, and no offset.

    Examples
    --------
    >>> from drupe.inputs import Vectors
    >>> one = Windows(Expansion(Gaussian(1.0), Vectors.of([[0.0]]), np.array([[1.0]]), np.zeros(1)))
    >>> one.logarithms(Vectors.of([[100.0]])).tolist()  # where the Gaussian itself is 0 in float64
    [[-5000.0]]

    References
    ----------
    [Graepel02]_, sections 2.2.3 and 2.3.5.
    """

    sums: Expansion

    @property
    def space(self) -> Inputs:
        """The examples."""
        return self.sums.space

    @property
    def outputs(self) -> int:
        """One for each column of weights."""
        return self.sums.outputs

    def decision(self, inputs: Inputs) -> Matrix:
        """The sums themselves."""
        return self.sums.decision(inputs)

    def logarithms(self, inputs: Inputs) -> Matrix:
        """The logarithms of the sums."""
        found = self.decision(inputs)
        if found.min(initial=0.0) < -1e-9 * np.abs(found).max(initial=0.0):
            raise InputError(
                f"windows must not be negative, but {type(self.sums.kernel).__name__} has values below zero; use a "
                "Gaussian, Cauchy, Epanechnikov or Uniform kernel, or another that is nowhere negative."
            )
        with np.errstate(divide="ignore"):
            logs = np.log(np.maximum(found, 0.0))
        if isinstance(self.sums.kernel, Gaussian):
            faded = np.flatnonzero((found < FADED).any(axis=1))
            if len(faded):
                logs[faded] = self._from_distances(inputs.take(faded), self.sums.kernel.gamma)
        return logs

    def _from_distances(self, inputs: Inputs, gamma: float) -> Matrix:
        """log Σ w exp(−gamma d²) = −gamma d²₀ + log Σ w exp(−gamma (d² − d²₀)), d₀ the nearest that counts."""
        logs = np.empty((len(inputs), self.sums.coefficients.shape[1]))
        for index, part in self._distances.blocks(inputs):
            exponents = -gamma * self._distances.ranking(part)
            for output, weights in enumerate(self.sums.coefficients.T):
                counted = exponents[:, weights > 0]
                if not counted.shape[1]:
                    logs[index, output] = -np.inf
                    continue
                top = counted.max(axis=1)
                logs[index, output] = top + np.log(np.exp(counted - top[:, None]) @ weights[weights > 0])
        return logs

    @cached_property
    def _distances(self) -> Distances:
        return Distances(self.sums.kernel, self.sums.centers, self.sums.n_jobs)
