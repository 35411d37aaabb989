"""The uniform kernel: every example within reach counts alike."""

from dataclasses import dataclass

from drupe.foundation.parameters import length
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.definiteness import INDEFINITE, Definiteness
from drupe.kernels.forms import Form, Step, exact_squared_distance
from drupe.kernels.radial_density import ball_volume


@dataclass(frozen=True)
class Uniform(Kernel[Vectors]):
    """k(x, z) = 1 if ‖x − z‖ ≤ width, else 0.

    A window for density estimation and voting. Its spectrum changes sign, so it is not positive semi-definite.

    Parameters
    ----------
    width
        Radius of the window.

    Examples
    --------
    >>> Uniform(width=1.0)([[0.0]], [[1.0], [1.5]]).tolist()
    [[1.0, 0.0]]

    References
    ----------
    [Graepel02]_, section 2.2.3, figure 2.5 (a); `width` is its bandwidth D.
    """

    width: float = length(1.0)

    @property
    def definiteness(self) -> Definiteness:
        return INDEFINITE

    def mass(self, dimension: int, /) -> float:
        """∫ k(0, z) dz."""
        return float(ball_volume(dimension) * self.width**dimension)

    def form(self) -> Form:
        return exact_squared_distance().map(Step(float(self.width) ** 2))
