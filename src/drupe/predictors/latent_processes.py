"""Gaussian processes side by side, each with a kernel and examples of its own: what stands behind classes."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.foundation.shapes import Each, Outputs
from drupe.inputs.base import Inputs
from drupe.predictors.bound import Bindable
from drupe.predictors.gaussian_expansion import GaussianExpansion


@dataclass(frozen=True, eq=False)
class LatentProcesses(Bindable):
    """f_p(x) ~ N(mean, variance) for each process p.

    Parameters
    ----------
    processes
        One with a single output for each problem: one for two classes; of more one for each class, or each pair.

    References
    ----------
    [Rasmussen06]_, algorithm 3.2.
    """

    processes: Annotated[tuple[GaussianExpansion, ...], Each(Outputs(1), "outputs")]

    @property
    def space(self) -> Inputs:
        """The examples of the first process."""
        return self.processes[0].space

    @property
    def spaces(self) -> tuple[Inputs, ...]:
        """The examples of each process."""
        return tuple(process.space for process in self.processes)

    @property
    def outputs(self) -> int:
        """One for each process."""
        return len(self.processes)

    def decision(self, inputs: Inputs) -> Matrix:
        """The means, one column for each process."""
        return np.hstack([process.decision(inputs) for process in self.processes])

    def variances(self, inputs: Inputs) -> Matrix:
        """The variances, one column for each process."""
        return np.hstack([process.variances(inputs) for process in self.processes])
