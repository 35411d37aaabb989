"""How much of the prior agrees with all labels, by estimates that are right on average."""

import math
from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Checked, whole


@dataclass(frozen=True, eq=False)
class EstimatedVolume(Checked):
    """Independent estimates, not negative and without bias, of P(U), U a set of rules that make no training error.

    The least of B such estimates exceeds P(U) t-fold with a probability of at most t⁻ᴮ, whatever their distribution:
    each alone does so with a probability of at most 1/t, by Markov's inequality.

    Parameters
    ----------
    logarithms
        ln of each estimate; minus infinity where it is zero.
    n
        Number of training examples.

    Examples
    --------
    >>> seen = EstimatedVolume([-5.0, -4.0], n=100)
    >>> round(seen.information(0.01), 6)  # 5 + ln(100) / 2
    7.302585
    """

    logarithms: Vector
    n: int = whole(1)

    def __post_init__(self) -> None:
        super().__post_init__()
        values = np.array(self.logarithms, dtype=np.float64)
        if values.ndim != 1 or not len(values) or np.isnan(values).any() or values.max() == np.inf:
            raise InputError("estimates of a volume are logarithms of finite numbers, at least one.")
        values.flags.writeable = False
        object.__setattr__(self, "logarithms", values)

    @property
    def estimates(self) -> int:
        """B, how many there are."""
        return len(self.logarithms)

    def information(self, delta: float) -> float:
        """What ln(1/P(U)) exceeds with a probability of at most δ."""
        return -float(self.logarithms.min()) - math.log(delta) / self.estimates


@dataclass(frozen=True, eq=False)
class MirroredVolume(EstimatedVolume):
    """The same for a set that holds with each rule its mirror image at the fitted one.

    Parameters
    ----------
    logarithms
        ln of each estimate; minus infinity where it is zero.
    n
        Number of training examples.

    Examples
    --------
    >>> MirroredVolume([-5.0], n=100).estimates
    1
    """
