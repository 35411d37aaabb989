"""The exponential loss: boosting's."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Vector
from drupe.losses.base import MarginLoss


@dataclass(frozen=True)
class Exponential(MarginLoss):
    """loss = exp(−y f).

    Lies above the zero-one loss, and punishes gross errors without limit: infinite, as a number, below a margin of
    −709.

    Examples
    --------
    >>> float(Exponential().value(0.0, 1))
    1.0

    References
    ----------
    [Mukherjee04]_, section 6.5.
    """

    def of_margin(self, margins: npt.ArrayLike) -> Vector:
        with np.errstate(over="ignore"):
            return np.exp(-np.asarray(margins, dtype=np.float64))

    def margin_slope(self, margins: npt.ArrayLike) -> Vector:
        return -self.of_margin(margins)
