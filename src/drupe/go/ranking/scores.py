"""Scores of moves from their features: by weights, or by the real output of any fitted machine."""

from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
import scipy.sparse as sp

from drupe.foundation.arrays import Vector


class MoveScores(Protocol):
    """What turns rows of features into real numbers; only their order in one position counts."""

    def of(self, rows: sp.csr_matrix) -> Vector:
        """One number for each row."""


@dataclass(frozen=True, eq=False)
class LinearScores:
    """⟨w, x⟩.

    Parameters
    ----------
    weights
        w.

    Examples
    --------
    >>> LinearScores(np.array([2.0, -1.0])).of(sp.csr_matrix([[1.0, 1.0]])).tolist()
    [1.0]
    """

    weights: Vector = field(repr=False)

    def of(self, rows: sp.csr_matrix) -> Vector:
        """⟨w, x⟩ of each row."""
        return np.asarray(rows @ self.weights)


@dataclass(frozen=True, eq=False)
class MachineScores:
    """The decision function of a fitted classifier of two classes, the second of which is good.

    Parameters
    ----------
    machine
        A machine of drupe, or whatever has a `decision_function`.
    """

    machine: Any

    def of(self, rows: sp.csr_matrix) -> Vector:
        """The output for each row."""
        return np.asarray(self.machine.decision_function(rows), dtype=np.float64).ravel()
