"""From the words for splines to kernels, which depend on the number of columns."""

from dataclasses import dataclass
from typing import Any

from drupe.estimators.kernel_choice import KernelChoice
from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import InputError, InputTypeError, ParameterError
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.cubic_spline import CubicSpline
from drupe.kernels.linear_spline import LinearSpline
from drupe.kernels.polyharmonic import Polyharmonic
from drupe.kernels.thin_plate import ThinPlate

WORDS = ("linear", "cubic", "thin_plate", "polyharmonic")


@dataclass(frozen=True, eq=False)
class SplineChoice(KernelChoice):
    """What the user said about the spline: a word, a kernel, or nothing.

    Parameters
    ----------
    kernel
        One of `WORDS`, a kernel, or None.
    order
        Of "polyharmonic": the derivatives that are penalized.

    Examples
    --------
    >>> import numpy as np
    >>> SplineChoice(None).on(Vectors.of([[0.0, 1.0]]), np.ones(1))
    Polyharmonic(order=2, dimension=2)
    """

    order: int = 2

    def on(
        self, inputs: Inputs, weights: Vector, came: Inputs | None = None, codes: Index | None = None
    ) -> Kernel[Any]:
        """The kernel for examples of so many columns; without a word second derivatives are penalized."""
        if self.kernel is not None and not isinstance(self.kernel, str):
            return super().on(inputs, weights, came, codes)
        if not isinstance(inputs, Vectors):
            raise InputTypeError(
                f"splines are functions of numbers, but X holds {type(inputs).__name__}; pass a kernel value for them."
            )
        columns = inputs.dimension
        if self.kernel in ("linear", "cubic") and columns != 1:
            raise InputError(
                f"kernel={self.kernel!r} is a spline of one column, but X has {columns}; take kernel=None, a thin "
                "plate over all columns, or fit on one of them."
            )
        match self.kernel:
            case "linear":
                return LinearSpline()
            case "cubic":
                return CubicSpline()
            case "polyharmonic":
                return Polyharmonic(int(self.order), columns)
            case "thin_plate":
                return _of_second_derivatives(columns)
            case None:
                # Beyond three columns there is no energy of second derivatives, but a kernel with the same polynomials.
                return _of_second_derivatives(columns) if columns < 4 else ThinPlate()
        raise ParameterError(f"unknown spline {self.kernel!r}.")


def _of_second_derivatives(columns: int) -> Kernel[Vectors]:
    """The kernel whose norm is the bending energy."""
    if columns == 1:
        return CubicSpline()
    if columns < 4:
        return Polyharmonic(2, columns)
    raise ParameterError(
        f"second derivatives do not hold a function of {columns} columns together: kernel='thin_plate' takes up to 3. "
        f"Take kernel='polyharmonic' with order={columns // 2 + 1} or more, or the kernel ThinPlate(), r² log r."
    )
