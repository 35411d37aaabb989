"""The rows that metrics come from: before the passes with a bound on the curvature, later with what it is by then."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Matrix, Vector
from drupe.grams.cross import CrossGram
from drupe.inputs.base import Inputs
from drupe.losses.output_rows import RowLoss
from drupe.solvers.sketched_metric import SketchedMetric, sketched_moments

STEP = 1e-4
"""Step, relative to an output or to one, over which curvature is a difference of slopes."""

FLATTEST = 1e-2
"""Share of the largest curvature that a row is given at least: where it is flat now it may be curved a step away."""


@dataclass(frozen=True, eq=False)
class Sketch:
    """A few rows that stand for all.

    Parameters
    ----------
    cross
        The kernel between rows and landmarks, in double precision.
    inputs, targets, weights
        The rows, their coded targets, and how many rows each stands for.
    loss
        What outputs cost.
    """

    cross: CrossGram
    inputs: Inputs
    targets: npt.NDArray[Any]
    weights: Vector
    loss: RowLoss

    def metrics(self, curvature: float, strengths: Vector) -> tuple[SketchedMetric, ...]:
        """One for each strength, from one curvature for all rows."""
        moments, last = sketched_moments(self.cross, self.inputs, self.weights), len(strengths) - 1
        return tuple(
            SketchedMetric.of(moments, self.cross, curvature, float(strength), overwrite=i == last)
            for i, strength in enumerate(strengths)
        )

    def metric_at(self, coefficients: Matrix, offsets: Vector, strength: float) -> SketchedMetric:
        """The metric with the curvature of each row at a function: near its minimum, Newton's."""
        outputs = self.cross.prepared.product(self.inputs, coefficients) + offsets
        curved = self._curvatures(outputs) * self.weights
        moments = sketched_moments(self.cross, self.inputs, curved)
        curvature = float(curved.sum() / self.weights.sum())
        return SketchedMetric.of(moments, self.cross, curvature, strength, overwrite=True)

    def _curvatures(self, outputs: Matrix) -> Vector:
        """Of each row the largest among its outputs, which share one metric."""
        found = np.zeros(len(outputs))
        for output in range(outputs.shape[1]):
            step = STEP * (1.0 + np.abs(outputs[:, output]))
            above, below = outputs.copy(), outputs.copy()
            above[:, output] += step
            below[:, output] -= step
            apart = self._slopes(above, output) - self._slopes(below, output)
            found = np.maximum(found, apart / (2.0 * step))
        largest = float(found.max(initial=0.0)) or 1.0
        return np.maximum(found, FLATTEST * largest)

    def _slopes(self, outputs: Matrix, output: int) -> Vector:
        return np.asarray(self.loss.response(outputs, self.targets).slopes[:, output])
