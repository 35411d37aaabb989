"""The Gaussian of another kernel: similarity that fades with the squared distance in that kernel's feature space."""

from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.parameters import length
from drupe.foundation.threads import OPENMP_DEFAULT
from drupe.inputs.base import Inputs
from drupe.kernels.base import I, Kernel
from drupe.kernels.composed import WithLengths
from drupe.kernels.definiteness import INDEFINITE, POSITIVE, Definiteness
from drupe.kernels.forms import Affine, Exp, Form, Positive, Shift, View
from drupe.kernels.forms.nodes import VectorFunction
from drupe.kernels.prepared import Prepared


@dataclass(frozen=True)
class InDouble(View):
    """The examples with their numbers in float64, for comparisons whose terms cancel."""

    takes = Inputs
    double = True

    def __call__(self, inputs: Any) -> Any:
        return inputs.in_double()


@dataclass(frozen=True)
class GaussianOf(Kernel[I]):
    """k(x, z) = exp(−(inner(x, x) − 2 inner(x, z) + inner(z, z)) / (2 width²)).

    Makes a radial kernel for examples of any kind, strings and graphs among them. Of the dot product it is the
    Gaussian kernel itself.

    Parameters
    ----------
    kernel
        The inner kernel, whose feature space measures the distance.
    width
        Distance in feature space at which the kernel has fallen to exp(−1/2).

    Notes
    -----
    The squared distance comes from three kernel values that cancel, so it is computed in float64 whatever precision
    the inputs have. Its rounding error grows with the examples' lengths in feature space: where these are some 10⁶
    times the width, move the data towards the origin first.

    Examples
    --------
    >>> from drupe.kernels.rank_one import RankOne
    >>> inner = RankOne(lambda X: X[:, 0])
    >>> bool(np.isclose(GaussianOf(inner, width=1.0)([[3.0]], [[5.0]]).item(), np.exp(-2.0)))
    True

    References
    ----------
    [Herbrich02]_, corollary 2.21 (3); [Cristianini00]_, exercise 3.2, writes σ² for 2 width².
    """

    kernel: Kernel[I]
    width: float = length(1.0)

    @property
    def _measures(self) -> bool:
        """Whether the inner kernel belongs to a distance: positive, or so for weights that sum to zero."""
        order = self.kernel.definiteness.order
        return order is not None and order <= 1

    @property
    def definiteness(self) -> Definiteness:
        return POSITIVE if self._measures else INDEFINITE

    @property
    def _map(self) -> Exp:
        return Exp(-0.5 * self.width**-2)

    def form(self) -> Form | None:
        form = self.kernel.form()
        if form is None:
            return None
        squared = (form.map(Affine(-2.0)) + Shift(cast(VectorFunction, self.kernel.diagonal))).seen(InDouble())
        # A squared distance below zero is rounding; of an indefinite kernel it may be the truth.
        return (squared.map(Positive()) if self._measures else squared).map(self._map)

    def prepare(self, right: I, *, threads: int = OPENMP_DEFAULT) -> Prepared[I]:
        if self.form() is not None:
            return super().prepare(right, threads=threads)
        inner = self.kernel.prepare(right.in_double(), threads=threads)
        return WithLengths(inner, self.kernel.diagonal, self._compared, right)

    def _compared(self, values: Matrix, x: Matrix, z: Vector) -> Matrix:
        return self._map(self._squared(values, x, z))

    def _squared(self, values: Matrix, x: Matrix, z: Vector) -> Matrix:
        squared = x + z - 2.0 * values
        return np.asarray(np.maximum(squared, 0.0) if self._measures else squared)

    def squared_distances(self, left: I, right: I) -> Matrix:
        """‖φ(x) − φ(z)‖² in the inner kernel's feature space."""
        ours = left.in_double()
        theirs = ours if left is right else right.in_double()
        lengths = self.kernel.diagonal(ours)[:, None], self.kernel.diagonal(theirs)
        return self._squared(self.kernel.matrix(ours, theirs), *lengths)

    def diagonal(self, inputs: I) -> Vector:
        return np.ones(len(inputs))

    def gradient(self, inputs: I) -> dict[str, Matrix]:
        squared = self.squared_distances(inputs, inputs)
        value = self._map(squared)
        slopes: dict[str, Matrix] = {"width": value * squared / self.width**3}
        for name, slope in self.kernel.gradient(inputs).items():
            lengths = np.add.outer(slope.diagonal(), slope.diagonal())
            slopes[f"kernel.{name}"] = value * (slope - 0.5 * lengths) / self.width**2
        return slopes

    def slopes(self, inputs: I, weights: Matrix) -> dict[str, float]:
        squared = self.squared_distances(inputs, inputs)
        steeper = self._map(squared) * weights / self.width**2
        width = float(np.vdot(steeper, squared)) / self.width
        # Each k(x, x) is part of all distances from x.
        steeper[np.diag_indices(len(steeper))] -= steeper.sum(axis=1)
        return {"width": width} | {f"kernel.{n}": slope for n, slope in self.kernel.slopes(inputs, steeper).items()}
