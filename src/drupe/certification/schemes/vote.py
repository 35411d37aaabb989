"""Machines that vote, each with its weight."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.certification.schemes.learned import Labels, answers
from drupe.foundation.arrays import Vector


@dataclass(frozen=True, eq=False)
class Vote:
    """The label with the largest weight of machines behind it; of equals the first.

    Parameters
    ----------
    machines
        Fitted ones.
    weights
        Of sum one.
    classes
        All labels, in order.
    """

    machines: Sequence[Any]
    weights: Vector
    classes: Labels

    def predict(self, X: Any) -> Labels:
        """The winner for each example."""
        table = answers(self.machines, X)
        support = np.column_stack([(table == label) @ self.weights for label in self.classes])
        return np.asarray(self.classes[support.argmax(axis=1)])
