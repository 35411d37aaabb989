"""The empirical measure of a sample, and the rule that only memorizes: what learning without bias amounts to."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.inputs.base import Inputs
from drupe.inputs.dataset import Dataset


@dataclass(frozen=True, eq=False)
class EmpiricalMeasure:
    """v_z((x, y)) = |{i : zᵢ = (x, y)}| / m.

    Parameters
    ----------
    sample
        The labelled sample z; for `recall` the labels must be numbers, as a rule ±1.

    Examples
    --------
    >>> v = EmpiricalMeasure(Dataset.of(["a", "a", "b"], [1, 1, -1]))
    >>> v.mass(Dataset.of(["a", "a", "c"], [1, -1, 1])).round(3).tolist()
    [0.667, 0.0, 0.0]

    References
    ----------
    [Herbrich02]_, eq. 2.2 and definition A.14.
    """

    sample: Dataset

    def mass(self, points: Dataset) -> Vector:
        """v_z of each labelled example."""
        counts = Counter(_pairs(self.sample))
        return np.array([counts[pair] / len(self.sample) for pair in _pairs(points)])

    def recall(self, inputs: Inputs) -> Vector:
        """h(x) = Σᵢ yᵢ I(x = xᵢ): the sum of the labels that were seen with x, and 0 for every x never seen."""
        total: Counter[object] = Counter()
        for value, target in _pairs(self.sample):
            total[value] += target  # type: ignore[operator]
        return np.array([float(total[value]) for value in inputs.values()])


def _pairs(sample: Dataset) -> list[tuple[object, object]]:
    return list(zip(sample.inputs.values(), sample.targets.tolist(), strict=True))
