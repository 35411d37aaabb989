"""What can be asked of a smoother at every strength, and the questions by which a strength is chosen."""

import math
from collections.abc import Callable
from typing import Protocol

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.solvers.smoothers.balance import Balance
from drupe.solvers.smoothers.knots import Knots


class StrengthPath(Protocol):
    """One smoothing problem for all strengths."""

    @property
    def knots(self) -> Knots:
        """The examples."""

    @property
    def strengths(self) -> tuple[float, float]:
        """From a strength at which next to nothing is smoothed to one at which next to nothing is left to smooth."""

    @property
    def looks(self) -> int:
        """At how many strengths between these a search should look at first."""

    def balance(self, strength: float) -> Balance:
        """Residuals, roughness and freedom at a strength above zero."""

    def missed(self, strength: float) -> Matrix:
        """y − f₋ᵢ(xᵢ) of every example, f₋ᵢ fitted on all others at this strength."""


Criterion = Callable[[StrengthPath, float], float]
"""What is to be smallest."""


def generalized_cross_validation(path: StrengthPath, strength: float) -> float:
    """The error of examples left out, if all had the same influence."""
    return path.balance(strength).gcv


def leave_one_out(path: StrengthPath, strength: float) -> float:
    """Σ w (y − f₋ᵢ(xᵢ))² / N, the mean over outputs."""
    squared = path.knots.weights @ np.square(path.missed(strength))
    mean = float(squared.mean()) / path.knots.total
    return mean if math.isfinite(mean) else math.inf


def lack_of_evidence(path: StrengthPath, strength: float) -> float:
    """Minus the logarithm of the evidence."""
    return -path.balance(strength).log_evidence
