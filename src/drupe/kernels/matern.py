"""The Matérn kernels of half-integer order: how many derivatives a function has, chosen by hand."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from drupe.foundation.parameters import length
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.forms import (
    Affine,
    AtMost,
    Exp,
    Form,
    Polynomial,
    Power,
    Sqrt,
    exact_squared_distance,
    squared_distance,
)

FAR = 1000.0
"""Widths beyond which the exponential has long become zero; the polynomial before it must stay finite."""

STEEPEST = 1e8
"""Over the width: the slope at which a kernel with an edge at zero counts as flat, half of the digits from there."""


@dataclass(frozen=True)
class Matern12(Kernel[Vectors]):
    """k(x, z) = exp(−‖x − z‖ / width).

    Continuous functions without derivatives: the path of a particle in a viscous fluid.

    Parameters
    ----------
    width
        Distance at which the kernel has fallen to 1/e.

    Examples
    --------
    >>> math.isclose(Matern12(width=5.0)([[0.0, 0.0]], [[3.0, 4.0]]).item(), math.exp(-1.0))
    True

    References
    ----------
    [Rasmussen06]_, section 4.2.1, ν = 1/2; [Graepel02]_, figure 8.4, prints exp(−½‖x − z‖), which is width 2;
    [Cristianini00]_, section 8.2.2: exp(−d/σ²) with the 2-norm on histograms has width σ².
    """

    width: float = length(1.0)

    def form(self) -> Form:
        return exact_squared_distance().map(Sqrt()).map(Exp(-1.0 / self.width))

    def fall(self) -> Form:
        """−2 ∂k/∂‖x − z‖²: infinite where examples meet, and cut off there, as they have no distance to multiply."""
        inverse = exact_squared_distance().map(Power(-0.5)).map(AtMost(STEEPEST / self.width))
        return inverse.map(Affine(1.0 / self.width)) * self.form()

    def derivatives(self) -> Mapping[str, Form]:
        return {"width": exact_squared_distance().map(Sqrt()).map(Affine(self.width**-2)) * self.form()}


@dataclass(frozen=True)
class Matern32(Kernel[Vectors]):
    """k(x, z) = (1 + a) exp(−a) with a = √3 ‖x − z‖ / width.

    Functions with one derivative.

    Parameters
    ----------
    width
        Scale of the distance.

    Examples
    --------
    >>> math.isclose(Matern32(width=3.0**0.5)([[0.0]], [[1.0]]).item(), 2.0 / math.e)
    True

    References
    ----------
    [Rasmussen06]_, eq. 4.17, ν = 3/2; scikit-learn's length_scale is `width`.
    """

    width: float = length(1.0)

    def _distance(self) -> Form:
        return squared_distance(1.5 * self.width**-2).map(Sqrt()).map(AtMost(FAR * self.width))

    def form(self) -> Form:
        rate = math.sqrt(3.0) / self.width
        return self._distance().map(Affine(rate, 1.0)) * self._distance().map(Exp(-rate))

    def fall(self) -> Form:
        """−2 ∂k/∂‖x − z‖²."""
        rate = math.sqrt(3.0) / self.width
        return self._distance().map(Exp(-rate)).map(Affine(rate**2))

    def derivatives(self) -> Mapping[str, Form]:
        # ∂k/∂width = a² exp(−a) / width.
        rate = math.sqrt(3.0) / self.width
        square = Polynomial((0.0, 0.0, rate**2 / self.width))
        return {"width": self._distance().map(square) * self._distance().map(Exp(-rate))}


@dataclass(frozen=True)
class Matern52(Kernel[Vectors]):
    """k(x, z) = (1 + a + a²/3) exp(−a) with a = √5 ‖x − z‖ / width.

    Functions with two derivatives: smooth, but less so than the Gaussian kernel's.

    Parameters
    ----------
    width
        Scale of the distance.

    Examples
    --------
    >>> math.isclose(Matern52(width=5.0**0.5)([[0.0]], [[3.0]]).item(), 7.0 * math.exp(-3.0))
    True

    References
    ----------
    [Rasmussen06]_, eq. 4.17, ν = 5/2; scikit-learn's length_scale is `width`.
    """

    width: float = length(1.0)

    def _distance(self) -> Form:
        return squared_distance(5.0 / 6.0 * self.width**-2).map(Sqrt()).map(AtMost(FAR * self.width))

    def form(self) -> Form:
        rate = math.sqrt(5.0) / self.width
        return self._distance().map(Polynomial((1.0, rate, rate**2 / 3.0))) * self._distance().map(Exp(-rate))

    def fall(self) -> Form:
        """−2 ∂k/∂‖x − z‖²."""
        rate = math.sqrt(5.0) / self.width
        return self._distance().map(Affine(rate**3 / 3.0, rate**2 / 3.0)) * self._distance().map(Exp(-rate))

    def derivatives(self) -> Mapping[str, Form]:
        # ∂k/∂width = a² (1 + a) exp(−a) / (3 width).
        rate = math.sqrt(5.0) / self.width
        cubic = Polynomial((0.0, 0.0, rate**2 / (3.0 * self.width), rate**3 / (3.0 * self.width)))
        return {"width": self._distance().map(cubic) * self._distance().map(Exp(-rate))}
