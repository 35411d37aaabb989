"""Losses of examples that come too close: the margin itself, the hinge, and the hinge squared."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import nonnegative, positive
from drupe.losses.base import MarginLoss, Smoothness


@dataclass(frozen=True)
class NegativeMargin(MarginLoss):
    """loss = −y f.

    Minimizing its largest value over the sample is maximizing the margin. It can be negative.

    Examples
    --------
    >>> float(NegativeMargin().value(0.5, -1))
    0.5

    References
    ----------
    [Herbrich02]_, eq. 2.42.
    """

    @property
    def lipschitz(self) -> float:
        return 1.0

    def of_margin(self, margins: npt.ArrayLike) -> Vector:
        return -np.asarray(margins, dtype=np.float64)

    def margin_slope(self, margins: npt.ArrayLike) -> Vector:
        return np.full(np.shape(margins), -1.0)


@dataclass(frozen=True)
class Hinge(MarginLoss):
    """loss = max(margin − y f, 0), the linear soft margin loss.

    The support vector machine's. With margin 1 it lies above the zero-one loss; with margin 0 it is the loss that
    the perceptron descends on. The slope at the kink is taken as zero.

    Parameters
    ----------
    margin
        How far on the right side an output must be to cost nothing.

    Examples
    --------
    >>> Hinge().value([-1.0, 0.5, 2.0], [1, 1, 1]).tolist()
    [2.0, 0.5, 0.0]

    References
    ----------
    [Herbrich02]_, eq. 2.47; [Mika02]_, section 2.1.4; [Mukherjee04]_, section 2.1.1.
    """

    margin: float = nonnegative(1.0)

    @property
    def smoothness(self) -> Smoothness:
        return Smoothness.KINKED

    @property
    def lipschitz(self) -> float:
        return 1.0

    def of_margin(self, margins: npt.ArrayLike) -> Vector:
        return np.maximum(self.margin - np.asarray(margins, dtype=np.float64), 0.0)

    def margin_slope(self, margins: npt.ArrayLike) -> Vector:
        return np.where(np.asarray(margins) < self.margin, -1.0, 0.0)


@dataclass(frozen=True)
class SquaredHinge(MarginLoss):
    """loss = max(margin − y f, 0)², the quadratic soft margin loss.

    Parameters
    ----------
    margin
        How far on the right side an output must be to cost nothing.

    Examples
    --------
    >>> SquaredHinge().value([-1.0, 0.5, 2.0], [1, 1, 1]).tolist()
    [4.0, 0.25, 0.0]

    References
    ----------
    [Herbrich02]_, section 2.4.2; [Mukherjee04]_, section 2.1.1.
    """

    margin: float = positive(1.0)

    def of_margin(self, margins: npt.ArrayLike) -> Vector:
        return np.asarray(Hinge(self.margin).of_margin(margins) ** 2)

    def margin_slope(self, margins: npt.ArrayLike) -> Vector:
        return -2.0 * Hinge(self.margin).of_margin(margins)
