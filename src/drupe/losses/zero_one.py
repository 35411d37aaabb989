"""The zero-one loss: an error is an error."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.losses.base import MarginLoss, Smoothness


@dataclass(frozen=True)
class ZeroOne(MarginLoss):
    """loss = 1 if y f ≤ 0, else 0.

    An output of exactly zero has not decided and counts as an error. The slope is zero wherever there is one:
    nothing to descend on.

    Examples
    --------
    >>> ZeroOne().value([2.0, 0.0, -1.0], [1, 1, 1]).tolist()
    [0.0, 1.0, 1.0]

    References
    ----------
    [Herbrich02]_, eq. 2.9; [Mukherjee04]_, section 2.1.1; [Mika02]_, section 2.1.4.
    """

    @property
    def convex(self) -> bool:
        return False

    @property
    def smoothness(self) -> Smoothness:
        return Smoothness.STEPPED

    def of_margin(self, margins: npt.ArrayLike) -> Vector:
        # Written as "not on the right side", so that an output that is no number is an error too.
        return np.logical_not(np.asarray(margins) > 0.0).astype(np.float64)

    def margin_slope(self, margins: npt.ArrayLike) -> Vector:
        return np.zeros(np.shape(margins))


def disagreement(predicted: Any, labels: Any) -> Vector:
    """1 where the predicted class is not the label, else 0: the zero-one loss of any number of classes.

    >>> disagreement(["a", "b", "c"], ["a", "c", "c"]).tolist()
    [0.0, 1.0, 0.0]
    """
    h, y = np.asarray(predicted), np.asarray(labels)
    if h.shape != y.shape:
        raise InputError(f"predictions have shape {h.shape} but labels {y.shape}; they must match one to one.")
    return np.asarray(h != y, dtype=np.float64)
