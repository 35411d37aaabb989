"""Centers of mass in feature space, and the hyperplane half-way between those of two classes."""

from dataclasses import dataclass
from typing import Any, Generic, cast

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.inputs.coerce import coerce
from drupe.kernels.base import I, Kernel
from drupe.textbook.spaces.functions import KernelFunction


def center_of_mass(kernel: Kernel[I], data: Any) -> KernelFunction[I]:
    """(1/n) Σᵢ φ(xᵢ)."""
    inputs = coerce(data)
    if not len(inputs):
        raise InputError("no examples have no center.")
    return KernelFunction.of(kernel, inputs, np.full(len(inputs), 1.0 / len(inputs)))


def mean_squared_distance(kernel: Kernel[I], data: Any) -> float:
    """(1/n) Σᵢ Kᵢᵢ − (1/n²) Σᵢⱼ Kᵢⱼ: how far, squared, the examples are from their center on average.

    >>> from drupe.kernels import Linear
    >>> mean_squared_distance(Linear(), [[1.0], [3.0]])
    1.0

    References
    ----------
    [Cristianini00]_, exercise 3.1.
    """
    inputs = cast(I, coerce(data))
    center = center_of_mass(kernel, inputs)
    return float(kernel.diagonal(inputs).mean() - center.inner_product(center))


@dataclass(frozen=True, eq=False)
class MeanHyperplane(Generic[I]):
    """f(x) + b with f = c₊ − c₋ and b = (‖c₋‖² − ‖c₊‖²) / 2: positive where x is nearer to the center c₊.

    Parameters
    ----------
    direction
        From the negative center to the positive one.
    offset
        The threshold b.

    Examples
    --------
    >>> from drupe.kernels import Linear
    >>> between = MeanHyperplane.of(Linear(), [[0.0], [2.0], [5.0]], [-1, -1, 1])  # centers 1 and 5
    >>> between.decision([[3.0], [4.0]]).tolist()
    [0.0, 4.0]

    References
    ----------
    [Cristianini00]_, section 3.4, for the direction; [Graepel02]_, section 2.3.4, for the threshold, in which the
    second double sum must run over the positive examples twice.
    """

    direction: KernelFunction[I]
    offset: float

    @classmethod
    def of(cls, kernel: Kernel[I], data: Any, signs: npt.ArrayLike) -> "MeanHyperplane[I]":
        """The hyperplane of a labelled sample, labels −1 and +1."""
        inputs, y = coerce(data), np.asarray(signs)
        if y.shape != (len(inputs),) or set(np.unique(y).tolist()) != {-1, 1}:
            raise InputError(f"{len(inputs)} examples need as many labels, -1 and +1, each at least once.")
        positive = center_of_mass(kernel, inputs.take(np.flatnonzero(y > 0)))
        negative = center_of_mass(kernel, inputs.take(np.flatnonzero(y < 0)))
        offset = 0.5 * (negative.inner_product(negative) - positive.inner_product(positive))
        return cls(positive - negative, offset)

    def decision(self, data: Any) -> Vector:
        """⟨c₊ − c₋, φ(x)⟩ + b, half the difference of the squared distances to the two centers."""
        return self.direction(data) + self.offset
