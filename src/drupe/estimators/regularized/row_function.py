"""A kernel that is a Python function of two rows, as scikit-learn's kernel ridge regression takes it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.definiteness import INDEFINITE, Definiteness
from drupe.kernels.real_values import real_values


@dataclass(frozen=True)
class RowFunction(Kernel[Inputs]):
    """k(x, z) = function(x, z, **parameters), called once for every pair.

    Slow, as every pair is a call; a function of two matrices is `FunctionKernel`.

    Parameters
    ----------
    function
        Takes two vectors, or two strings, and returns a number.
    settings
        Further arguments, by name.

    Examples
    --------
    >>> RowFunction(lambda x, z: x @ z)([[1.0, 2.0]], [[3.0, 4.0]]).item()
    11.0

    References
    ----------
    [Herbrich02]_, definition 2.14.
    """

    function: Callable[..., Any]
    settings: dict[str, Any] = field(default_factory=dict)

    @property
    def definiteness(self) -> Definiteness:
        return INDEFINITE

    def matrix(self, left: Inputs, right: Inputs) -> Matrix:
        """What the function returns for each pair; NaN and infinity are refused."""
        rows, others = _examples(left), _examples(right)
        values = np.array([[self._value(x, z) for z in others] for x in rows])
        if not np.isfinite(values).all():
            raise InputError("the kernel function returned values that are not finite (NaN or infinity).")
        return values.reshape(len(left), len(right))

    def diagonal(self, inputs: Inputs) -> Vector:
        """k(xᵢ, xᵢ)."""
        return np.array([self._value(x, x) for x in _examples(inputs)])

    def _value(self, x: Any, z: Any) -> float:
        return float(real_values(self.function(x, z, **self.settings)))


def _examples(inputs: Any) -> list[Any]:
    """Rows, strings or lists of tokens, one by one; copies, as the function may write to them."""
    if isinstance(inputs, Vectors):
        return list(inputs.dense().copy())
    return [inputs[i] for i in range(len(inputs))]
