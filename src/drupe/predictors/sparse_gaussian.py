"""Weighted sums of few functions whose weights are known up to a Gaussian: a mean and an error bar everywhere."""

from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.blocks import blocks
from drupe.foundation.shapes import Each, Outputs, Reals
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.predictors.bound import Bindable
from drupe.predictors.expansion import Expansion
from drupe.witness.hyperplane import Hyperplane

BLOCK_BYTES = 64 * 2**20
"""What the kernel values of the examples that are looked at together may take."""


@dataclass(frozen=True, eq=False)
class SparseGaussian(Bindable):
    """f(x) ~ N(Σᵢ k(x, xᵢ) wᵢ + b, ‖F φ(x)‖²), φ(x) = (k(x, x₁), .., k(x, x_m), 1), for each output.

    Far from all centers of a kernel that fades the variance fades, too: nothing is known there, and nothing doubted.

    Parameters
    ----------
    mean
        The expansion of the means.
    reductions
        F of each output: FᵀF is the covariance of the weights and, last, of the offset.
    noise
        Variance of targets around the function; 0 where they are classes.

    Examples
    --------
    >>> from drupe.inputs import Vectors
    >>> from drupe.kernels import Linear
    >>> mean = Expansion(Linear(), Vectors.of([[1.0]]), np.array([[2.0]]), np.array([1.0]))
    >>> f = SparseGaussian(mean, (np.diag([3.0, 0.5]),), noise=1.0)
    >>> f.decision(Vectors.of([[2.0]])).item(), f.variances(Vectors.of([[2.0]]), noisy=True).item()
    (5.0, 37.25)

    References
    ----------
    [Herbrich02]_, section 3.3.
    """

    mean: Annotated[Expansion, Outputs("outputs", "centers")]
    reductions: Annotated[tuple[Matrix, ...], Each(Reals(None, None), "outputs")]
    noise: float = 0.0

    @property
    def space(self) -> Inputs:
        """The centers."""
        return self.mean.space

    @property
    def outputs(self) -> int:
        """One for each mean."""
        return self.mean.outputs

    @property
    def kernel(self) -> Kernel[Any]:
        """That of the mean."""
        return self.mean.kernel

    def decision(self, inputs: Inputs) -> Matrix:
        """The means, one column for each output."""
        return self.mean.decision(inputs)

    def variances(self, inputs: Inputs, noisy: bool = False) -> Matrix:
        """Of f(x), or of a noisy target at x: one column for each output."""
        out = np.empty((len(inputs), len(self.reductions)))
        for index in blocks(len(inputs), BLOCK_BYTES // (8 * (len(self.space) + 1))):
            out[index] = self._variances(inputs.take(index))
        return out + self.noise * noisy

    def hyperplane(self, inputs: Inputs, signs: Vector, has_offset: bool) -> Hyperplane | None:
        """That of the mean."""
        return self.mean.hyperplane(inputs, signs, has_offset)

    def _variances(self, inputs: Inputs) -> Matrix:
        values = np.ones((len(inputs), len(self.space) + 1))
        if len(self.space):
            values[:, :-1] = self.mean.prepared.block(inputs)
        spread = [np.square(values @ reduction.T).sum(axis=1) for reduction in self.reductions]
        return np.column_stack(spread)
