"""What a column is measured by: right answers, right answers with every class counted alike, or the mean error."""

from enum import Enum
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Vector


class ImportanceMeasure(Enum):
    """What is counted, in words."""

    ACCURACY = "accuracy"
    BALANCED = "balanced accuracy"
    ERROR = "mean error"

    @property
    def of_classes(self) -> bool:
        """Whether answers are right or wrong, and nothing between."""
        return self is not ImportanceMeasure.ERROR

    def losses(self, truth: npt.NDArray[Any], said: npt.NDArray[Any]) -> Vector:
        """What each answer costs.

        >>> ImportanceMeasure.ACCURACY.losses(np.array([0, 1]), np.array([1, 1])).tolist()
        [1.0, 0.0]
        """
        return np.asarray(truth != said if self.of_classes else np.abs(said - truth), dtype=np.float64)

    def groups(self, truth: npt.NDArray[Any]) -> Index:
        """Codes of the groups of rows that count alike, however many rows each has.

        >>> truth = np.array(["yes", "no", "yes"])
        >>> ImportanceMeasure.ACCURACY.groups(truth).tolist(), ImportanceMeasure.BALANCED.groups(truth).tolist()
        ([0, 0, 0], [1, 0, 1])
        """
        if self is not ImportanceMeasure.BALANCED:
            return np.zeros(len(truth), dtype=np.int64)
        return np.unique(truth, return_inverse=True)[1].reshape(-1)
