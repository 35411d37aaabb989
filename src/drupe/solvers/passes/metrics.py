"""The metric of each group: one for each strength, which the folds of a strength share."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Matrix
from drupe.solvers.sketched_metric import SketchedMetric

Blocks = npt.NDArray[np.floating[Any]]
"""One block of landmarks x outputs for each group."""


@dataclass(frozen=True, eq=False)
class Metrics:
    """Metrics, and which of them each group has.

    Parameters
    ----------
    metrics
        One for each strength.
    of_group
        The place of its metric, for each group.
    """

    metrics: tuple[SketchedMetric, ...]
    of_group: Index

    def take(self, index: Index) -> "Metrics":
        """Those of these groups."""
        return Metrics(self.metrics, self.of_group[index])

    def with_metric(self, place: int, metric: SketchedMetric) -> "Metrics":
        """With another one at this place."""
        return Metrics((*self.metrics[:place], metric, *self.metrics[place + 1 :]), self.of_group)

    def coefficients(self, points: Blocks) -> Blocks:
        """a = R⁻¹ z, for each group."""
        return self._each(points, SketchedMetric.coefficients)

    def points(self, coefficients: Blocks) -> Blocks:
        """z = R a, for each group."""
        return self._each(coefficients, SketchedMetric.points)

    def gradients(self, slopes: Blocks) -> Blocks:
        """R⁻ᵀ g, for each group."""
        return self._each(slopes, SketchedMetric.gradients)

    def slopes(self, gradients: Blocks) -> Blocks:
        """Rᵀ g: gradients in the metric as slopes in the coefficients."""
        return self._each(gradients, SketchedMetric.slopes)

    def _each(self, parts: Blocks, apply: Callable[[SketchedMetric, Matrix], Matrix]) -> Blocks:
        """All columns of one metric together."""
        found = np.empty_like(parts)
        for place, metric in enumerate(self.metrics):
            mine = np.flatnonzero(self.of_group == place)
            if len(mine):
                found[mine] = np.stack(np.hsplit(apply(metric, np.hstack(list(parts[mine]))), len(mine)))
        return found
