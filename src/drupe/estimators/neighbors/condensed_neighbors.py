"""The condensed nearest neighbor rule: forget every example that the others can answer for."""

from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.fitted import Fitted
from drupe.estimators.kernel_parameters import KERNEL
from drupe.estimators.linear_rule import training_errors
from drupe.estimators.neighbors.ballots import winners
from drupe.estimators.neighbors.neighbor_machine import NeighborMachine
from drupe.estimators.sample import Sample
from drupe.estimators.unweighted import Unweighted
from drupe.foundation.arrays import Index
from drupe.foundation.shapes import Outputs, Wholes
from drupe.inputs.base import Inputs
from drupe.predictors.neighbor_votes import NearestVotes
from drupe.solvers.perceptrons.condensing import Condensed, condense
from drupe.witness.assumptions import Assumption
from drupe.witness.evidence import Evidence
from drupe.witness.kept import KeptInOrder
from drupe.witness.training import Training


@declared
class CondensedNeighbors(Unweighted, NeighborMachine):
    """The class of the nearest kept example, where those are kept that the ones before would get wrong.

    The kept examples classify the whole sample as it is labelled, and are mostly few and close to the boundary: a
    compression of the sample, in an order that matters.

    Attributes
    ----------
    kept_
        Positions of the examples that were kept, in the order in which they were.
    solution_
        How many passes it took, and how many examples are wrong all the same, as copies with unlike labels.

    Examples
    --------
    >>> machine = CondensedNeighbors().fit([[0.0], [1.0], [2.0], [9.0], [10.0]], [0, 0, 0, 1, 1])
    >>> machine.kept_.tolist(), machine.predict([[4.0], [5.0]]).tolist()
    ([0, 3], [0, 1])

    References
    ----------
    [Hart68]_, page 515; [Graepel02]_, sections 2.2.1 and 5.2.1.
    """

    kernel: Any = parameter(KERNEL, default="linear", kw_only=False)

    predictor_: Annotated[NearestVotes, Outputs("classes", "kept")] = learned()
    solution_: Condensed = learned()
    kept_: Annotated[Index, Wholes("kept", below="examples")] = learned()

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The class of the nearest kept example."""
        votes = self._outputs(X)
        return np.asarray(self.classes_[winners(votes, np.zeros(votes.shape[1]))])

    def _learn(self, sample: Sample) -> Fitted:
        everyone = self._distances(sample)
        found = condense(lambda i: everyone.ranking(sample.inputs.take(np.array([i])))[0], sample.targets)
        # In the order of positions, so that ties are decided as they were while condensing.
        kept = np.sort(found.kept)
        votes = NearestVotes(self._distances(sample.take(kept)), sample.targets[kept], len(self.classes_), 1)
        return Fitted(votes, found, {"kept_": sample.positions[found.kept]})

    def _evidence(self, inputs: Inputs, codes: Index) -> Evidence:
        """A compression scheme: the kept examples are the whole rule, positions decide between equally near ones."""
        n, errors = len(codes), training_errors(self, inputs, codes)
        witnesses: dict[type, Any] = {
            Training: lambda: Training(errors, n),
            KeptInOrder: lambda: KeptInOrder(len(self.kept_), n, errors),
        }
        seen = {Assumption.CONSISTENT: errors == 0, Assumption.COMPRESSION: True}
        return Evidence(n, witnesses, {}, seen.get, self._loose())
