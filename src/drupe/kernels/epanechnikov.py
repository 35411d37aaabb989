"""The Epanechnikov kernel: a parabola cut off at zero."""

from collections.abc import Mapping
from dataclasses import dataclass

from drupe.foundation.parameters import length
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.definiteness import INDEFINITE, Definiteness
from drupe.kernels.forms import Affine, Form, Positive, Step, exact_squared_distance
from drupe.kernels.radial_density import ball_volume


@dataclass(frozen=True)
class Epanechnikov(Kernel[Vectors]):
    """k(x, z) = max(0, 1 − ‖x − z‖² / width²).

    The window that wastes least in density estimation. Not positive semi-definite.

    Parameters
    ----------
    width
        Distance at which the kernel reaches zero.

    Examples
    --------
    >>> Epanechnikov(width=2.0)([[0.0]], [[1.0], [3.0]]).tolist()
    [[0.75, 0.0]]

    References
    ----------
    [Graepel02]_, section 2.2.3, figure 2.5 (d); `width` is its bandwidth D.
    """

    width: float = length(1.0)

    @property
    def definiteness(self) -> Definiteness:
        return INDEFINITE

    def mass(self, dimension: int, /) -> float:
        """∫ k(0, z) dz."""
        return float(ball_volume(dimension) * self.width**dimension * 2.0 / (dimension + 2.0))

    def form(self) -> Form:
        return exact_squared_distance().map(Affine(-(float(self.width) ** -2), 1.0)).map(Positive())

    def derivatives(self) -> Mapping[str, Form]:
        squared = exact_squared_distance()
        return {"width": squared.map(Affine(2.0 * self.width**-3)) * squared.map(Step(float(self.width) ** 2))}
