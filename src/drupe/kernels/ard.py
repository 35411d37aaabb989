"""The Gaussian kernel with a width for each coordinate: automatic relevance determination."""

from collections.abc import Mapping
from dataclasses import dataclass

from drupe.foundation.arrays import Matrix
from drupe.foundation.parameters import length
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.forms import Affine, Columns, Exp, Form, ScaledColumns, exact_squared_distance, squared_distance
from drupe.kernels.frozen_arrays import frozen_vector
from drupe.kernels.width_slopes import spreads


@dataclass(frozen=True)
class ARD(Kernel[Vectors]):
    """k(x, z) = exp(−½ Σⱼ (xⱼ − zⱼ)² / widthsⱼ²).

    A width that tuning drives to a large value says that its coordinate does not matter.

    Parameters
    ----------
    widths
        Width of each coordinate, in its own unit; equal widths give the Gaussian kernel of that width.

    Examples
    --------
    >>> import math
    >>> math.isclose(ARD(widths=(1.0, 2.0))([[0.0, 0.0]], [[1.0, 2.0]]).item(), math.exp(-1.0))
    True

    References
    ----------
    [Herbrich02]_, example 3.12, and table 2.1, where σⱼ is √2 widthsⱼ; [Rasmussen06]_, section 5.1.
    """

    widths: tuple[float, ...] = length()

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "widths", frozen_vector("ARD", "widths", self.widths))

    def form(self) -> Form:
        return squared_distance(0.5, ScaledColumns(tuple(1.0 / width for width in self.widths))).map(Exp(-0.5))

    def derivatives(self) -> Mapping[str, Form]:
        return {
            f"widths.{j}": exact_squared_distance(Columns((j,))).map(Affine(width**-3)) * self.form()
            for j, width in enumerate(self.widths)
        }

    def slopes(self, inputs: Vectors, weights: Matrix) -> dict[str, float]:
        if inputs.sparse:
            return super().slopes(inputs, weights)
        inputs = inputs.in_double()
        found = spreads(inputs, weights, lambda strip, right: strip.values(self.prepare(right)))
        return {f"widths.{j}": float(found[j]) * width**-3 for j, width in enumerate(self.widths)}
