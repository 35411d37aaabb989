"""Kernel expansions that know how sure they are: a mean and a variance for each output."""

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

BLOCK_BYTES = 64 * 2**20
"""What the kernel values of the examples that are looked at together may take."""


@dataclass(frozen=True, eq=False)
class GaussianExpansion(Bindable):
    """f_c(x) ~ N(Σᵢ k(x, xᵢ) α_ic, k(x, x) − ‖R_c k(x)‖²), k(x) the kernel values of x with the centers.

    Parameters
    ----------
    mean
        The expansion of the means.
    kernel
        The covariance of the prior; that of the mean plus a constant, where the mean has an offset.
    reductions
        R for each output.

    References
    ----------
    [Rasmussen06]_, eq. 3.60 and 3.61.
    """

    mean: Annotated[Expansion, Outputs("outputs", "centers")]
    kernel: Kernel[Any]
    reductions: Annotated[tuple[Matrix, ...], Each(Reals(None, "centers"), "outputs")]

    @property
    def space(self) -> Inputs:
        """The centers."""
        return self.mean.space

    @property
    def outputs(self) -> int:
        """One for each mean."""
        return self.mean.outputs

    def decision(self, inputs: Inputs) -> Matrix:
        """The means, one column for each output."""
        return self.mean.decision(inputs)

    def variances(self, inputs: Inputs) -> Matrix:
        """The variances, one column for each output."""
        out = np.empty((len(inputs), len(self.reductions)))
        for index in blocks(len(inputs), BLOCK_BYTES // (8 * max(1, len(self.space)))):
            out[index] = self._variances(inputs.take(index))
        return out

    def _variances(self, inputs: Inputs) -> Matrix:
        before = np.asarray(self.kernel.diagonal(inputs), dtype=np.float64)
        across = np.asarray(self.kernel.matrix(inputs, self.space), dtype=np.float64)
        known = np.column_stack([_squared_lengths(across @ reduction.T) for reduction in self.reductions])
        # Rounding must not make an example that is well known look like one that is known perfectly.
        return np.maximum(before[:, None] - known, np.finfo(np.float64).eps * np.maximum(before, 1e-300)[:, None])


def _squared_lengths(rows: Matrix) -> Vector:
    return np.asarray(np.einsum("ij,ij->i", rows, rows))
