"""What the neighbor classifiers share: distances in feature space to the examples that are kept."""

from drupe.estimators.base import Machine
from drupe.estimators.kernel_choice import KERNEL_RANGES
from drupe.estimators.ranges import THREADS, Range
from drupe.estimators.sample import Sample
from drupe.predictors.distances import Distances

NEIGHBOR_RANGES: dict[str, Range] = {**KERNEL_RANGES, "n_jobs": THREADS}


class NeighborMachine(Machine):
    """A machine that measures ‖φ(x) − φ(xᵢ)‖; Euclidean with the linear kernel."""

    n_jobs: int | None

    def _distances(self, sample: Sample) -> Distances:
        """From new examples to those of the sample."""
        return Distances(self._kernel(sample), sample.inputs, self.n_jobs)
