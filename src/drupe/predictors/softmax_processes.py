"""Gaussian processes that compete: means and covariances of the outputs of all classes at an example."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Matrix
from drupe.foundation.blocks import blocks
from drupe.foundation.shapes import Each, Outputs, Reals
from drupe.inputs.base import Inputs
from drupe.predictors.averaged_softmax import averaged_softmax
from drupe.predictors.bound import Bindable
from drupe.predictors.expansion import Expansion

BLOCK_BYTES = 64 * 2**20
"""What the kernel values of the examples that are looked at together may take."""


@dataclass(frozen=True, eq=False)
class SoftmaxProcesses(Bindable):
    """f(x) ~ N(Kα, S) with S_bc = [k(x, x) − ‖R_c k(x)‖²] 1(b = c) + ⟨T R_bᵀR_b k(x), T R_cᵀR_c k(x)⟩.

    Parameters
    ----------
    mean
        One output for each class, all with one kernel.
    reductions
        R for each class.
    total
        T = L⁻¹, with LLᵀ = Σ_c R_cᵀR_c.

    References
    ----------
    [Rasmussen06]_, algorithm 3.4.
    """

    mean: Annotated[Expansion, Outputs("outputs", "centers")]
    reductions: Annotated[tuple[Matrix, ...], Each(Reals("centers", "centers"), "outputs")]
    total: Annotated[Matrix, Reals("centers", "centers")]

    @property
    def space(self) -> Inputs:
        """The centers."""
        return self.mean.space

    @property
    def spaces(self) -> tuple[Inputs, ...]:
        """The centers, of the one problem that there is."""
        return (self.space,)

    @property
    def outputs(self) -> int:
        """One for each class."""
        return self.mean.outputs

    def decision(self, inputs: Inputs) -> Matrix:
        """The means, one column for each class."""
        return self.mean.decision(inputs)

    def covariances(self, inputs: Inputs) -> npt.NDArray[np.float64]:
        """S, one matrix for each example."""
        across = np.asarray(self.mean.kernel.matrix(inputs, self.space), dtype=np.float64)
        before = np.asarray(self.mean.kernel.diagonal(inputs), dtype=np.float64)
        seen = [across @ reduction.T for reduction in self.reductions]
        known = [(one @ reduction) @ self.total.T for one, reduction in zip(seen, self.reductions, strict=True)]
        found = np.stack([[np.einsum("ij,ij->i", a, b) for a in known] for b in known])
        for i, one in enumerate(seen):
            # Rounding must not make a variance negative.
            found[i, i] += np.maximum(before - np.einsum("ij,ij->i", one, one), 0.0)
        return np.moveaxis(found, 2, 0)

    def probabilities(self, inputs: Inputs) -> Matrix:
        """The mean of softmax(f(x)), one column for each class."""
        found = np.empty((len(inputs), self.outputs))
        for index in blocks(len(inputs), BLOCK_BYTES // (8 * self.outputs * max(1, len(self.space)))):
            part = inputs.take(index)
            found[index] = averaged_softmax(self.decision(part), self.covariances(part))
        return found
