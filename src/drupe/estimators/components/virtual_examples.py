"""Virtual examples: copies of examples under transformations that change nothing, and centers of their clusters."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.estimators.components.transformations import Transformation
from drupe.estimators.discriminant.centers import Centers, ChosenCenters, ClusterCenters
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Checked, whole
from drupe.inputs.base import Inputs
from drupe.inputs.coerce import coerce


def virtual_examples(X: Any, y: Any, transformations: Sequence[Transformation]) -> tuple[Any, Any]:
    """The examples, and then all of them under each transformation, with the targets that they had.

    >>> from drupe.estimators.components.transformations import Translation
    >>> virtual_examples([[1.0], [2.0]], ["a", "b"], [Translation([0.5])])[0].tolist()
    [[1.0], [2.0], [1.5], [2.5]]

    References
    ----------
    [Mika02]_, section 5.2.
    """
    inputs, targets = coerce(X), np.asarray(y)
    if len(targets) != len(inputs):
        raise InputError(f"X holds {len(inputs)} examples but y holds {len(targets)}; they must match one to one.")
    return _together(inputs, transformations).raw(), np.concatenate([targets] * (1 + len(transformations)))


@dataclass(frozen=True, eq=False)
class VirtualClusters(Checked, Centers):
    """The middles of clusters of the examples and their transformed copies, by k-means.

    Expansions over them can follow examples where transformations take them.

    Parameters
    ----------
    count
        How many clusters.
    transformations
        What is done to the examples.
    random_state
        What k-means starts from; the same each time unless said otherwise.

    Examples
    --------
    >>> from drupe.estimators.components.transformations import Translation
    >>> from drupe.inputs import Vectors
    >>> middles = VirtualClusters(2, (Translation([1.0]),)).of(Vectors.of([[0.0], [9.0]]), np.ones(2)).points
    >>> sorted(middles.array.ravel().tolist())
    [0.5, 9.5]

    References
    ----------
    [Mika02]_, section 5.2.
    """

    count: int = whole(1)
    transformations: Sequence[Transformation] = ()
    random_state: int = 0

    def of(self, inputs: Inputs, weights: Any) -> ChosenCenters:
        everything = _together(inputs, self.transformations)
        repeated = np.tile(np.asarray(weights), 1 + len(self.transformations))
        return ClusterCenters(self.count, self.random_state).of(everything, repeated)


def _together(inputs: Inputs, transformations: Sequence[Transformation]) -> Inputs:
    everything = inputs
    for one in transformations:
        everything = everything.joined(one.of(inputs))
    return everything
