"""What the neighbor classifiers share: distances in feature space to the examples that are kept."""

from drupe.estimators.base import Machine
from drupe.estimators.declaration import declared
from drupe.estimators.kernel_parameters import KernelLike, KernelParameters
from drupe.estimators.run_parameters import ThreadParameters
from drupe.estimators.sample import Sample
from drupe.predictors.distances import Distances


@declared
class NeighborMachine(ThreadParameters, KernelParameters, Machine):
    """A machine that measures ‖φ(x) − φ(xᵢ)‖; Euclidean with the linear kernel.

    Parameters
    ----------
    kernel
        "linear" for the Euclidean metric, "poly", "rbf", which has the same neighbors, "sigmoid", "precomputed", a
        function f(X, Z) or a kernel of drupe.
    """

    kernel: KernelLike = "linear"

    def _distances(self, sample: Sample) -> Distances:
        """From new examples to those of the sample."""
        return Distances(self._kernel(sample), sample.inputs, self.n_jobs)
