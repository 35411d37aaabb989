"""A kernel with a width for each coordinate: automatic relevance determination for any function of the distance."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.parameters import length
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.compiled import prepared
from drupe.kernels.definiteness import Definiteness
from drupe.kernels.forms import Affine, Columns, Form, ScaledColumns, exact_squared_distance
from drupe.kernels.frozen_arrays import frozen_vector
from drupe.kernels.width_slopes import spreads


@runtime_checkable
class Radial(Protocol):
    """A kernel that is a function of ‖x − z‖² and knows how fast it falls."""

    def fall(self) -> Form:
        """−2 ∂k/∂‖x − z‖²."""


@dataclass(frozen=True)
class Stretched(Kernel[Vectors]):
    """k(x, z) = inner(x / widths, z / widths), coordinate by coordinate.

    With a Gaussian of width 1 inside it is `ARD`; with a Matérn kernel of width 1 the same for rougher functions. The
    width of the inner kernel says nothing that the widths do not, and is no parameter.

    Parameters
    ----------
    kernel
        The inner kernel.
    widths
        Width of each coordinate, in its own unit.

    Examples
    --------
    >>> import math
    >>> from drupe.kernels.matern import Matern12
    >>> math.isclose(Stretched(Matern12(), (3.0, 4.0))([[0.0, 0.0]], [[3.0, 0.0]]).item(), math.exp(-1.0))
    True

    References
    ----------
    [Rasmussen06]_, section 5.1; scikit-learn's length_scale of several numbers is `widths`.
    """

    kernel: Kernel[Vectors]
    widths: tuple[float, ...] = length()

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "widths", frozen_vector("Stretched", "widths", self.widths))

    @property
    def definiteness(self) -> Definiteness:
        return self.kernel.definiteness

    @property
    def _view(self) -> ScaledColumns:
        return ScaledColumns(tuple(1.0 / width for width in self.widths))

    def form(self) -> Form | None:
        form = self.kernel.form()
        return None if form is None else form.seen(self._view)

    def matrix(self, left: Vectors, right: Vectors) -> Matrix:
        seen = self._view.look(left)
        return self.kernel.matrix(seen, seen if left is right else self._view.look(right))

    def diagonal(self, inputs: Vectors) -> Vector:
        return self.kernel.diagonal(self._view.look(inputs))

    def parameters(self) -> dict[str, float]:
        return {name: value for name, value in super().parameters().items() if name != "kernel.width"}

    def derivatives(self) -> Mapping[str, Form]:
        known = self.kernel.derivatives().items()
        inner = {f"kernel.{name}": form.seen(self._view) for name, form in known if name != "width"}
        if not isinstance(self.kernel, Radial):
            return inner
        fall = self.kernel.fall().seen(self._view)
        return inner | {
            f"widths.{j}": exact_squared_distance(Columns((j,))).map(Affine(width**-3)) * fall
            for j, width in enumerate(self.widths)
        }

    def slopes(self, inputs: Vectors, weights: Matrix) -> dict[str, float]:
        if inputs.sparse or not isinstance(self.kernel, Radial):
            return super().slopes(inputs, weights)
        inner = self.kernel.slopes(self._view.look(inputs), weights) if len(self.kernel.parameters()) > 1 else {}
        fall = self.kernel.fall().seen(self._view)
        found = spreads(inputs.in_double(), weights, lambda strip, right: strip.values(prepared(fall, right)))
        widths = {f"widths.{j}": float(found[j]) * width**-3 for j, width in enumerate(self.widths)}
        return {f"kernel.{name}": slope for name, slope in inner.items() if name != "width"} | widths
