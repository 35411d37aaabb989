"""A kernel that is a Python function of two collections, as scikit-learn takes them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.definiteness import INDEFINITE, Definiteness
from drupe.kernels.real_values import real_values


@dataclass(frozen=True)
class FunctionKernel(Kernel[Inputs]):
    """k(xᵢ, zⱼ) = function(X, Z)[i, j].

    Nothing is known of the function but its values; it is called with copies of arrays, or with lists of sequences.

    Parameters
    ----------
    function
        Takes two collections and returns one row for each of the first, one column for each of the second.

    Examples
    --------
    >>> FunctionKernel(lambda X, Z: X @ Z.T)([[1.0, 2.0]], [[3.0, 4.0]]).item()
    11.0

    References
    ----------
    [Herbrich02]_, definition 2.14.
    """

    function: Callable[[Any, Any], Any]

    @property
    def definiteness(self) -> Definiteness:
        return INDEFINITE

    def matrix(self, left: Inputs, right: Inputs) -> Matrix:
        """What the function returns, checked for its shape."""
        found = real_values(self.function(_raw(left), _raw(right)))
        values = np.asarray(found.toarray() if sp.issparse(found) else found, dtype=np.float64)
        if values.shape != (len(left), len(right)):
            raise InputError(
                f"the kernel function returned shape {values.shape} for {len(left)} and {len(right)} examples; "
                f"it must return shape ({len(left)}, {len(right)})."
            )
        if not np.isfinite(values).all():
            raise InputError("the kernel function returned values that are not finite (NaN or infinity).")
        return values

    def diagonal(self, inputs: Inputs) -> Vector:
        """k(xᵢ, xᵢ), from small blocks along the diagonal."""
        index = np.arange(len(inputs))
        parts = [inputs.take(part) for part in np.array_split(index, max(1, len(index) // 64))]
        return np.concatenate([np.diagonal(self.matrix(part, part)) for part in parts])


def _raw(inputs: Inputs) -> Any:
    """The data as the user would pass them; a copy, as the function may write to it."""
    return inputs.array.copy() if isinstance(inputs, Vectors) else list(inputs)
