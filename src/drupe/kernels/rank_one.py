"""The rank-one kernel: the product of one function's values, a feature space of a single feature."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import I, Kernel
from drupe.kernels.forms import Factor, Form


@dataclass(frozen=True)
class RankOne(Kernel[I]):
    """k(x, z) = f(x) f(z).

    A product with it weighs examples, a sum with it adds one hand-made feature.

    Parameters
    ----------
    function
        From a dense matrix to one real number for each row. Examples that are not vectors are handed over as the
        collection they are. A function with a name of its own can be pickled, a lambda cannot.

    Examples
    --------
    >>> RankOne(lambda X: X[:, 0])([[1.0], [2.0], [3.0]]).tolist()
    [[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [3.0, 6.0, 9.0]]

    References
    ----------
    [Cristianini00]_, proposition 3.12 (4); [Herbrich02]_, theorem 2.20 (5).
    """

    function: Callable[[Any], Vector]

    def values(self, inputs: I) -> Vector:
        """f(x) for every example, in float64."""
        values = np.asarray(self.function(inputs.dense() if isinstance(inputs, Vectors) else inputs), dtype=np.float64)
        if values.shape != (len(inputs),) or not np.isfinite(values).all():
            raise InputError(
                f"RankOne's function made {'non-finite numbers' if values.shape == (len(inputs),) else values.shape} "
                f"from {len(inputs)} examples; it must return one finite number for each, shape ({len(inputs)},)."
            )
        return values

    def form(self) -> Form:
        return Factor(self.values)  # evaluated on the kernel's own inputs only
