"""Votes of all hypotheses that a perceptron went through, each as strong as it lived long."""

from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.blocks import blocks
from drupe.foundation.errors import InputError
from drupe.foundation.shapes import Reals, Wholes
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.predictors.around_centers import AroundCenters

BLOCK_BYTES = 32 * 2**20
"""What the outputs of all hypotheses at one block of examples may take."""


@dataclass(frozen=True, eq=False)
class Ballot:
    """The hypotheses f_t = Σ_{s ≤ t} signs_s (k(x_s, ·) + offset_step) and how much each has to say.

    Parameters
    ----------
    centers
        Which center each mistake was made on, in order.
    signs
        The sign of each of them.
    weights
        The weight of the hypothesis after each mistake.
    offset_step
        How far the offset moved at each mistake.
    """

    centers: Annotated[Index, Wholes("mistakes")]
    signs: Annotated[Vector, Reals("mistakes")]
    weights: Annotated[Vector, Reals("mistakes")]
    offset_step: float

    def count(self, kernel_values: Matrix) -> Vector:
        """Σ_t weights_t sgn f_t(x) / Σ_t weights_t, in [−1, 1], with sgn 0 = 1; a row of kernel values for each x."""
        terms = (kernel_values[:, self.centers] + self.offset_step) * self.signs
        votes = np.where(np.cumsum(terms, axis=1) >= 0.0, 1.0, -1.0)
        return np.asarray(votes @ self.weights / max(float(self.weights.sum()), 1.0))


@dataclass(frozen=True, eq=False)
class Voted(AroundCenters):
    """f(x) = Σ_t weights_t sgn f_t(x) / Σ_t weights_t, one output for each ballot.

    All hypotheses share their kernel values: M of them cost little more than the last one, O(M) after the kernel.

    Parameters
    ----------
    kernel
        k.
    centers
        Examples that mistakes were made on.
    ballots
        The hypotheses of each output.
    n_jobs
        Threads, as in scikit-learn; None leaves it to OpenMP.

    Examples
    --------
    >>> from drupe.inputs import Vectors
    >>> from drupe.kernels import Linear
    >>> ballot = Ballot(np.array([0, 1]), np.array([1.0, -1.0]), np.array([1.0, 3.0]), 0.0)
    >>> f = Voted(Linear(), Vectors.of([[1.0], [2.0]]), (ballot,))  # f₁ = x, f₂ = -x
    >>> f.decision(Vectors.of([[5.0]])).tolist()
    [[-0.5]]

    References
    ----------
    [Freund99]_, figure 1.
    """

    kernel: Kernel[Any]
    centers: Inputs
    ballots: tuple[Ballot, ...]
    n_jobs: int | None = None

    def __post_init__(self) -> None:
        for ballot in self.ballots:
            if len(ballot.centers) and not 0 <= ballot.centers.min() <= ballot.centers.max() < len(self.centers):
                raise InputError(f"a ballot names other centers than the {len(self.centers)} that there are.")

    @property
    def outputs(self) -> int:
        """One for each ballot."""
        return len(self.ballots)

    def decision(self, inputs: Inputs) -> Matrix:
        """The outcome of each ballot at each example."""
        longest = max(len(ballot.centers) for ballot in self.ballots)
        out = np.empty((len(inputs), len(self.ballots)))
        for index in blocks(len(inputs), BLOCK_BYTES // (8 * max(longest, len(self.centers), 1))):
            values = self.prepared.block(inputs.take(index)).astype(np.float64, copy=False)
            out[index] = np.column_stack([ballot.count(values) for ballot in self.ballots])
        return out
