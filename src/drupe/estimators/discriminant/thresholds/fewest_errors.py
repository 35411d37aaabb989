"""The threshold with the fewest errors, and among these the one with most room around it."""

from dataclasses import dataclass

import numpy as np

from drupe.estimators.discriminant.thresholds.base import Threshold
from drupe.foundation.arrays import Vector


@dataclass(frozen=True)
class FewestErrors(Threshold):
    """Cut in the middle of the widest gap among those where the fewest outputs fall on the wrong side.

    It follows every accident of the sample: [Mika02]_ has it for digits, most sets do better with `MaximalMargin`.

    Examples
    --------
    >>> FewestErrors().cut(np.array([0.0, 1.0, 4.0, 5.0]), np.array([-1.0, 1.0, 1.0, 1.0]), np.ones(4))
    0.5

    References
    ----------
    [Mika02]_, section 5.3.1.
    """

    def cut(self, outputs: Vector, signs: Vector, weights: Vector) -> float:
        levels, place = np.unique(outputs, return_inverse=True)
        above = np.bincount(place, np.where(signs > 0, weights, 0.0), len(levels))
        below = np.bincount(place, np.where(signs < 0, weights, 0.0), len(levels))
        # A cut before level c loses the positive outputs below it and the negative ones from it on.
        errors = np.concatenate([[0.0], np.cumsum(above)]) + np.concatenate([np.cumsum(below[::-1])[::-1], [0.0]])
        room = float(levels[-1] - levels[0]) or 1.0
        edges = np.concatenate([[levels[0] - room], levels, [levels[-1] + room]])
        fewest = np.flatnonzero(errors <= errors.min() + 1e-12 * weights.sum())
        inner = fewest[(fewest > 0) & (fewest < len(levels))]
        # A cut beyond all outputs makes the rule constant: only where nothing else is as good.
        among = inner if len(inner) else fewest
        best = int(among[np.argmax(edges[among + 1] - edges[among])])
        return float((edges[best] + edges[best + 1]) / 2.0)
