"""The threshold of the program itself: its own offset, which makes squares least."""

from dataclasses import dataclass

from drupe.estimators.discriminant.thresholds.base import Threshold
from drupe.foundation.arrays import Vector


@dataclass(frozen=True)
class LeastSquares(Threshold):
    """Cut at zero, where the offset of the program puts it: near the mean of all outputs, whatever their shape.

    Cheap, and poor where one class is more frequent or scatters more than the other.

    Examples
    --------
    >>> import numpy as np
    >>> LeastSquares().cut(np.array([-3.0, 1.0]), np.array([-1.0, 1.0]), np.ones(2))
    0.0

    References
    ----------
    [Mika02]_, eq. 3.37 and section 5.3.2.
    """

    def cut(self, outputs: Vector, signs: Vector, weights: Vector) -> float:
        return 0.0
