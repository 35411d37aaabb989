"""The clipped hinge: a straight way down from one to zero, never more than one."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import positive
from drupe.losses.base import MarginLoss, Smoothness


@dataclass(frozen=True)
class ClippedHinge(MarginLoss):
    """loss = 1 if y f < 0, 1 − y f / margin if 0 ≤ y f ≤ margin, 0 beyond.

    Between zero and one, above the zero-one loss and yet Lipschitz: what stability bounds ask for. As the margin
    shrinks it becomes the zero-one loss. The slope is −1/margin at 0 and zero at the margin.

    Parameters
    ----------
    margin
        Where the loss reaches zero.

    Notes
    -----
    The printed condition for zero is y f > 1; it must be y f > margin for the loss to be continuous.

    Examples
    --------
    >>> ClippedHinge(margin=0.5).value([-3.0, 0.25, 0.75], [1, 1, 1]).tolist()
    [1.0, 0.5, 0.0]

    References
    ----------
    [Herbrich02]_, eq. 5.20.
    """

    margin: float = positive(1.0)

    @property
    def convex(self) -> bool:
        return False

    @property
    def smoothness(self) -> Smoothness:
        return Smoothness.KINKED

    @property
    def lipschitz(self) -> float:
        return 1.0 / self.margin

    def of_margin(self, margins: npt.ArrayLike) -> Vector:
        return np.clip(1.0 - np.asarray(margins, dtype=np.float64) / self.margin, 0.0, 1.0)

    def margin_slope(self, margins: npt.ArrayLike) -> Vector:
        m = np.asarray(margins)
        return np.where((m >= 0.0) & (m < self.margin), -1.0 / self.margin, 0.0)
