"""The kernel expansion: the shape that the representer theorem gives to every fitted function."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.threads import thread_count
from drupe.inputs.base import Inputs
from drupe.inputs.precomputed import Precomputed
from drupe.kernels.base import Kernel
from drupe.kernels.prepared import Prepared

ROUGH = 5e-6
"""Error of a kernel value in single precision, in units of the largest; measured ones stay below a third of it."""


@dataclass(frozen=True, eq=False)
class Expansion:
    """f(x) = Σᵢ k(x, xᵢ) coefficients[i] + offset, one column of coefficients for each output.

    Parameters
    ----------
    kernel
        k.
    centers
        The xᵢ. Of precomputed kernel values only the columns are remembered, not the matrix.
    coefficients
        One row for each center, one column for each output.
    offset
        One number for each output.
    n_jobs
        Threads, as in scikit-learn; None leaves it to OpenMP.

    Examples
    --------
    >>> from drupe.inputs import Vectors
    >>> from drupe.kernels import Linear
    >>> f = Expansion(Linear(), Vectors.of([[1.0], [2.0]]), np.array([[1.0], [1.0]]), np.array([0.5]))
    >>> f.decision(Vectors.of([[10.0]])).tolist()
    [[30.5]]

    References
    ----------
    [Herbrich02]_, theorem 2.29; [Scholkopf02]_, theorem 4.2.
    """

    kernel: Kernel[Any]
    centers: Inputs
    coefficients: Matrix
    offset: Vector
    n_jobs: int | None = None

    def __post_init__(self) -> None:
        if self.coefficients.ndim != 2 or len(self.coefficients) != len(self.centers):
            raise InputError(
                f"an expansion needs one row of coefficients for each of its {len(self.centers)} centers, "
                f"got shape {self.coefficients.shape}."
            )
        if np.shape(self.offset) != (self.coefficients.shape[1],):
            raise InputError(
                f"an expansion with {self.coefficients.shape[1]} outputs needs as many offsets, "
                f"got shape {np.shape(self.offset)}."
            )
        object.__setattr__(self, "centers", _slim(self.centers))

    def __getstate__(self) -> dict[str, object]:
        """What was prepared is made again where it is needed: it may hold native memory."""
        return {name: value for name, value in vars(self).items() if name != "prepared"}

    @property
    def space(self) -> Inputs:
        """The centers."""
        return self.centers

    @cached_property
    def prepared(self) -> Prepared[Any]:
        """The centers made ready for the kernel, at the first request."""
        return self.kernel.prepare(self.centers, threads=thread_count(self.n_jobs))

    def decision(self, inputs: Inputs) -> Matrix:
        """f(x) for each example and output, in float64."""
        if not len(self.centers) or not len(inputs):
            return np.tile(np.asarray(self.offset, dtype=np.float64), (len(inputs), 1))
        return self.prepared.product(inputs, self.coefficients) + self.offset

    def rough_decision(self, inputs: Inputs) -> Matrix:
        """`decision` from kernel values in single precision."""
        if not len(self.centers) or not len(inputs):
            return self.decision(inputs)
        return self.prepared.rough_product(inputs, self.coefficients) + self.offset

    def doubt(self, inputs: Inputs) -> Vector:
        """How far `rough_decision` may be off, for each output: rounding errors add up like a random walk.

        Of a positive kernel |k(x, z)| is at most √(k(x, x) k(z, z)); of others nothing is known: all is in doubt. Nor
        is there anything to save where the core does not compute the kernel, as with precomputed values.
        """
        if not len(self.centers) or not len(inputs):
            return np.zeros(self.coefficients.shape[1])
        if self.kernel.form() is None or not self.kernel.definiteness.positive:
            return np.full(self.coefficients.shape[1], np.inf)
        largest = np.sqrt(self.kernel.diagonal(inputs).max() * self._longest)
        return np.asarray(ROUGH * largest * np.sqrt(np.square(self.coefficients).sum(axis=0)))

    @cached_property
    def _longest(self) -> float:
        return float(self.kernel.diagonal(self.centers).max())


def _slim(centers: Inputs) -> Inputs:
    """Kernel values of new examples name the columns; the training matrix behind the centers is not needed again."""
    if not isinstance(centers, Precomputed):
        return centers
    return replace(centers, array=np.empty((0, centers.array.shape[1]), dtype=centers.array.dtype))
