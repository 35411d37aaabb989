"""A fitted function in its shortest form: weights of the columns where the kernel is linear, else an expansion.

Where most columns have no entries, as those of hashed words, an expansion is shorter for the linear kernel too.
"""

from typing import Any

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.inputs.base import Inputs
from drupe.inputs.occupied import too_wide
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.linear import Linear
from drupe.predictors.expansion import Expansion
from drupe.predictors.linear import LinearFunction


def linear_or_expansion(
    kernel: Kernel[Any], inputs: Inputs, coefficients: Matrix, offset: Vector, n_jobs: int | None = None
) -> LinearFunction | Expansion:
    """Σᵢ αᵢ k(xᵢ, ·) + b; for the linear kernel w = Σᵢ αᵢ xᵢ is summed up once, whatever the loss was.

    >>> x = Vectors.of([[1.0, 0.0], [0.0, 2.0]])
    >>> linear_or_expansion(Linear(), x, np.array([[3.0], [4.0]]), np.zeros(1)).weights.ravel().tolist()
    [3.0, 8.0]

    References
    ----------
    [Mukherjee04]_, section 5.1.1.
    """
    if isinstance(kernel, Linear) and isinstance(inputs, Vectors) and not too_wide(inputs):
        return LinearFunction(np.asarray(inputs.array.T @ coefficients, dtype=np.float64), offset, inputs)
    return Expansion(kernel, inputs, coefficients, offset, n_jobs)
