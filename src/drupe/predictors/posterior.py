"""A Gaussian process after its data: a mean, and how sure it is of it, at every example."""

from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from scipy.linalg.lapack import dtrtrs

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.blocks import blocks
from drupe.foundation.shapes import Outputs, Reals
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.predictors.bound import Bindable
from drupe.predictors.expansion import Expansion

BLOCK_BYTES = 64 * 2**20
"""What the kernel values of the examples that are looked at together may take."""


@dataclass(frozen=True, eq=False)
class Posterior(Bindable):
    """f ~ N(m(x), k(x, z) − k(x)ᵀ(K + σ²I)⁻¹k(z)), k(x) the kernel values of x with the training examples.

    Parameters
    ----------
    mean
        m, in the units of the targets, one column for each output.
    factor
        L, lower triangular, with LLᵀ = K + σ²I.
    noise
        σ², in the units of the process.
    scale
        Units of the process in those of the targets, for each output.

    Examples
    --------
    >>> from drupe.inputs import Vectors
    >>> from drupe.kernels import Linear
    >>> x = Vectors.of([[1.0]])  # K = σ² = 1: half of the variance is left
    >>> mean = Expansion(Linear(), x, np.array([[0.5]]), np.zeros(1))
    >>> Posterior(mean, np.sqrt([[2.0]]), 1.0, np.ones(1)).variances(Vectors.of([[1.0]])).round(12).tolist()
    [[0.5]]

    References
    ----------
    [Cristianini00]_, section 6.2.3; [Herbrich02]_, algorithm 4; [Rasmussen06]_, eq. 2.25 and 2.26.
    """

    mean: Annotated[Expansion, Outputs("outputs", "centers")]
    factor: Annotated[Matrix, Reals("centers", "centers")]
    noise: float
    scale: Annotated[Vector, Reals("outputs")]

    @classmethod
    def before(cls, kernel: Kernel[Any], inputs: Inputs, outputs: int, noise: float) -> "Posterior":
        """The process before its data, which is that after none: mean 0 and covariance k(x, z)."""
        none = inputs.take(np.arange(0))
        mean = Expansion(kernel, none, np.zeros((0, outputs)), np.zeros(outputs))
        return cls(mean, np.zeros((0, 0)), noise, np.ones(outputs))

    @property
    def space(self) -> Inputs:
        """The training examples."""
        return self.mean.space

    @property
    def outputs(self) -> int:
        """One for each target."""
        return self.mean.outputs

    def decision(self, inputs: Inputs) -> Matrix:
        """m(x), one column for each output."""
        return self.mean.decision(inputs)

    def variances(self, inputs: Inputs, noisy: bool = False) -> Matrix:
        """Of f(x), or of a noisy target at x, in squared units of the targets: one column for each output."""
        left = np.empty(len(inputs))
        for index in blocks(len(inputs), BLOCK_BYTES // (8 * max(1, len(self.factor)))):
            part = inputs.take(index)
            before = np.asarray(self.mean.kernel.diagonal(part), dtype=np.float64)
            known = np.square(self._explained(part)).sum(axis=0)
            # Rounding must not make a variance negative.
            left[index] = np.maximum(before - known, 0.0)
        return (left + self.noise * noisy)[:, None] * self.scale**2

    def covariance(self, inputs: Inputs, noisy: bool = False) -> Matrix:
        """Of the f(x) among each other, in units of the process."""
        before = np.array(self.mean.kernel.matrix(inputs, inputs), dtype=np.float64)
        known = self._explained(inputs)
        before -= known.T @ known
        if noisy:
            before[np.diag_indices(len(before))] += self.noise
        return before

    def draw(self, inputs: Inputs, count: int, generator: np.random.Generator) -> Matrix:
        """Functions at these examples: one row for each example, then outputs, then draws.

        Drawn through the eigenvectors of the covariance, so that examples that repeat each other need no jitter.
        """
        values, vectors = np.linalg.eigh(self.covariance(inputs))
        roots = vectors * np.sqrt(np.maximum(values, 0.0))
        outputs = len(self.scale)
        around = np.stack([roots @ generator.standard_normal((len(inputs), count)) for _ in range(outputs)], axis=1)
        return np.asarray(self.decision(inputs)[:, :, None] + around * self.scale[:, None])

    def _explained(self, inputs: Inputs) -> Matrix:
        """L⁻¹k(x), one column for each example."""
        if not len(self.factor):
            return np.zeros((0, len(inputs)))
        across = np.require(self.mean.prepared.block(inputs), np.float64, ["C"])
        found, _ = dtrtrs(self.factor.T, across.T, lower=0, trans=1, overwrite_b=1)
        return np.asarray(found)
