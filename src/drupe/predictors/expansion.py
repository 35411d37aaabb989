"""The kernel expansion: the shape that the representer theorem gives to every fitted function."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.shapes import Counted, Reals
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.predictors.around_centers import AroundCenters
from drupe.predictors.doubt import doubts, rounding_of
from drupe.witness.hyperplane import Hyperplane


@dataclass(frozen=True, eq=False)
class Expansion(AroundCenters):
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
    centers: Annotated[Inputs, Counted("centers")]
    coefficients: Annotated[Matrix, Reals("centers", "outputs")]
    offset: Annotated[Vector, Reals("outputs")]
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
        object.__setattr__(self, "centers", self.centers.as_centers())

    @property
    def outputs(self) -> int:
        """One for each column of coefficients."""
        return int(self.coefficients.shape[1])

    def decision(self, inputs: Inputs) -> Matrix:
        """f(x) for each example and output, in float64."""
        return self.weighed(inputs) + self.offset

    def weighed(self, inputs: Inputs) -> Matrix:
        """f(x) without the offset."""
        return self._weighing(inputs) if len(inputs) else np.zeros((0, self.outputs))

    def rough_decision(self, inputs: Inputs) -> Matrix:
        """`decision` from kernel values in single precision."""
        if not len(self.centers) or not len(inputs):
            return self.decision(inputs)
        return self.prepared.rough_product(inputs, self.coefficients) + self.offset

    def doubt(self, inputs: Inputs) -> Vector:
        """How far `rough_decision` may be off at these examples, for each output; infinite if it saves nothing."""
        if not len(self.centers) or not len(inputs):
            return np.zeros(self.coefficients.shape[1])
        if self.kernel.form() is None:
            return np.full(self.coefficients.shape[1], np.inf)
        return doubts(self.kernel, inputs, lambda few: self.rough_decision(few) - self.decision(few), self._rounding)

    def hyperplane(self, inputs: Inputs, signs: Vector, has_offset: bool) -> Hyperplane | None:
        """The hyperplane f = 0 as examples with these signs see it; None if there are several outputs."""
        if self.outputs != 1:
            return None
        offset = float(self.offset[0])
        # ‖w‖² = Σ coefficients ⟨w, φ(centers)⟩, without a matrix of all centers.
        norm = abs(float(self.coefficients[:, 0] @ (self.decision(self.centers)[:, 0] - offset)))
        diagonal = np.asarray(self.kernel.diagonal(inputs), dtype=np.float64)
        return Hyperplane(signs, self.decision(inputs)[:, 0], norm, diagonal, offset, has_offset or offset != 0.0)

    @cached_property
    def _weighing(self) -> Callable[[Inputs], Matrix]:
        """Σᵢ k(x, xᵢ) coefficients[i], made ready at the first request."""
        if not len(self.centers):
            return lambda inputs: np.zeros((len(inputs), self.outputs))
        return self.prepared.weighing(self.coefficients)

    @cached_property
    def _rounding(self) -> Vector:
        return rounding_of(self.kernel, self.centers, np.square(self.coefficients).sum(axis=0))
