"""What the neighbor classifiers share: distances in feature space to the examples that are kept."""

from typing import Any

from drupe.estimators.base import Machine
from drupe.estimators.foresight import look_ahead
from drupe.estimators.kernel_choice import KERNEL_RANGES
from drupe.estimators.ranges import NOTHING, Either, Range
from drupe.estimators.sample import Sample
from drupe.foundation.parameters import Interval
from drupe.predictors.distances import Distances

NEIGHBOR_RANGES: dict[str, Range] = {**KERNEL_RANGES, "n_jobs": Either(NOTHING, Interval(whole=True))}


class NeighborMachine(Machine):
    """A machine that measures ‖φ(x) − φ(xᵢ)‖; Euclidean with the linear kernel."""

    n_jobs: int | None

    def _distances(self, sample: Sample) -> Distances:
        """From new examples to those of the sample."""
        kernel: Any = self._kernel_choice().on(sample.inputs, sample.weights)
        look_ahead(kernel, sample.inputs)
        return Distances(kernel, sample.inputs, self.n_jobs)
