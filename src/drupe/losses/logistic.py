"""The logistic loss: minus the logarithm of the probability that a logistic model gives to the label."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import expit

from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import Interval, check, positive, ranged
from drupe.losses.base import MarginLoss


@dataclass(frozen=True)
class Logistic(MarginLoss):
    """loss = log(1 + exp(−rate · y f)), to the given base.

    Parameters
    ----------
    rate
        How fast certainty grows with the output; as it grows the loss of an error becomes infinite.
    base
        Base of the logarithm. With base 2 the loss is 1 at zero and lies above the zero-one loss; with the natural
        logarithm it does not.

    Examples
    --------
    >>> round(float(Logistic().value(0.0, 1)), 6), float(Logistic(base=2.0).value(0.0, -1))
    (0.693147, 1.0)

    References
    ----------
    [Mukherjee04]_, section 2.1.1; [Mika02]_, section 2.1.4; [Herbrich02]_, remark 3.13, has the rate 2/β.
    """

    rate: float = positive(1.0)
    base: float = ranged(Interval(1.0, closed_low=False), math.e)

    @classmethod
    def sigmoidal(cls, beta: float) -> "Logistic":
        """ln(1 + exp(−2 y f / β)): the loss of a likelihood with slope parameter β."""
        check("Logistic", "beta", beta, Interval(0.0, closed_low=False))
        return cls(rate=2.0 / beta)

    @property
    def lipschitz(self) -> float:
        return self.rate / math.log(self.base)

    def of_margin(self, margins: npt.ArrayLike) -> Vector:
        # logaddexp neither overflows for very negative margins nor rounds to zero for large ones.
        return np.asarray(np.logaddexp(0.0, -self.rate * np.asarray(margins, dtype=np.float64)) / math.log(self.base))

    def margin_slope(self, margins: npt.ArrayLike) -> Vector:
        return np.asarray(-self.lipschitz * expit(-self.rate * np.asarray(margins, dtype=np.float64)))
