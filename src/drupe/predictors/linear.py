"""Linear functions of the columns: a weight vector instead of an expansion."""

from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.shapes import Reals
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.linear import Linear
from drupe.predictors.bound import Bindable
from drupe.witness.hyperplane import Hyperplane


@dataclass(frozen=True, eq=False)
class LinearFunction(Bindable):
    """f(x) = ⟨w, x⟩ + b, one column of weights for each output.

    Parameters
    ----------
    weights
        w: a row for each column of the data, a column for each output.
    offset
        b of each output.
    space
        Vectors like those that the function was fitted on; none are needed.

    Examples
    --------
    >>> f = LinearFunction(np.array([[3.0], [4.0]]), np.array([-10.0]), Vectors.of([[0.0, 0.0]]))
    >>> f.decision(Vectors.of([[2.0, 2.0]])).tolist()
    [[4.0]]

    References
    ----------
    [Cristianini00]_, section 2.1; [Herbrich02]_, section 2.1.
    """

    weights: Annotated[Matrix, Reals("columns", "outputs")]
    offset: Annotated[Vector, Reals("outputs")]
    space: Vectors

    def __post_init__(self) -> None:
        if self.weights.shape != (self.space.dimension, len(self.offset)):
            raise InputError(
                f"{len(self.offset)} functions of {self.space.dimension} columns need weights of shape "
                f"{(self.space.dimension, len(self.offset))}, got {self.weights.shape}."
            )
        object.__setattr__(self, "space", self.space.take(np.empty(0, dtype=np.int64)))

    @property
    def outputs(self) -> int:
        """One for each column of weights."""
        return len(self.offset)

    def decision(self, inputs: Inputs) -> Matrix:
        """f(x) for each example and output, in float64."""
        if not isinstance(inputs, Vectors):
            raise InputError(f"a linear function takes vectors, got {type(inputs).__name__}.")
        return np.asarray(inputs.array @ self.weights, dtype=np.float64) + self.offset

    @property
    def kernel(self) -> Kernel[Any]:
        """The linear one."""
        return Linear()

    def hyperplane(self, inputs: Inputs, signs: Vector, has_offset: bool) -> Hyperplane | None:
        """The hyperplane f = 0 as examples with these signs see it; None if there are several outputs."""
        if self.outputs != 1:
            return None
        offset = float(self.offset[0])
        norm, diagonal = float(np.square(self.weights).sum()), self.kernel.diagonal(inputs).astype(np.float64)
        return Hyperplane(signs, self.decision(inputs)[:, 0], norm, diagonal, offset, has_offset or offset != 0.0)
