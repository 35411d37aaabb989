"""The seasonal kernel: functions that return after each period."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from drupe.foundation.parameters import length
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.forms import Affine, Cosine, Exp, Form, OneColumn, Polynomial, Sinc, l1_distance


@dataclass(frozen=True)
class Seasonal(Kernel[Vectors]):
    """k(x, z) = exp(−2 sin²(π (x − z) / period) / width²), on one column.

    The Gaussian kernel of points on a circle: what was seen a period ago counts like what is seen now. Times a wide
    Gaussian it describes seasons that change slowly. `Periodic` has the same functions by their frequencies.

    Parameters
    ----------
    width
        On a circle of radius one, the distance at which the kernel has fallen to exp(−1/2).
    period
        After which functions return, in the unit of the column.

    Examples
    --------
    >>> k = Seasonal(width=1.0, period=7.0)
    >>> k([[0.0]], [[7.0], [3.5]]).round(12).tolist() == [[1.0, round(math.exp(-2.0), 12)]]
    True

    References
    ----------
    [Rasmussen06]_, eq. 4.31; scikit-learn's ExpSineSquared, whose length_scale is `width` and periodicity `period`.
    """

    width: float = length(1.0)
    period: float = length(1.0)

    @property
    def _frequency(self) -> float:
        return 2.0 * math.pi / self.period

    def _distance(self) -> Form:
        return l1_distance(OneColumn("Seasonal"))

    def form(self) -> Form:
        # 2 sin²(t/2) = 1 − cos t.
        rate = self.width**-2
        return self._distance().map(Cosine(self._frequency)).map(Affine(rate, -rate)).map(Exp(1.0))

    def derivatives(self) -> Mapping[str, Form]:
        # With t = 2π|x − z|/period:  ∂k/∂width = 2 (1 − cos t) k / width³,  ∂k/∂period = t sin t k / (period width²).
        twice = 2.0 * self.width**-3
        bend = self._distance().map(Cosine(self._frequency)).map(Affine(-twice, twice))
        square = Polynomial((0.0, 0.0, math.pi * self._frequency / (self.period * self.width**2)))
        turn = self._distance().map(square) * self._distance().map(Sinc(self._frequency))
        return {"width": bend * self.form(), "period": turn * self.form()}
