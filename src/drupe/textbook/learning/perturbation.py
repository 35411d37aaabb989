"""Well-posedness tried out: does a solution exist, is there one only, and does it stay when the data move a little?"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Vector

Fit = Callable[[Vector], Vector]
"""The values at fixed probe points of the function learned from these targets."""


@dataclass(frozen=True)
class Shaken:
    """How far a learned function moved when its data did.

    Parameters
    ----------
    largest
        sup |f − f'| over the probe points.
    typical
        Root of the mean square of f − f'.
    cause
        Root of the mean square of the perturbation.
    """

    largest: float
    typical: float
    cause: float

    @property
    def amplification(self) -> float:
        """Movement of the function in units of the movement of the data; infinite where the data stood still."""
        return self.typical / self.cause if self.cause else (np.inf if self.typical else 0.0)

    def stable(self, tolerance: float) -> bool:
        """Whether the movement is amplified by the tolerance at most."""
        return self.amplification <= tolerance


def perturb_and_refit(fit: Fit, y: Vector, perturbation: Vector) -> Shaken:
    """Fit on the targets, and on targets moved a little; compare.

    Examples
    --------
    >>> shaken = perturb_and_refit(lambda y: np.full(3, y.mean()), np.zeros(2), np.array([0.1, 0.1]))
    >>> round(shaken.amplification, 9)
    1.0

    References
    ----------
    [Mukherjee04]_, section 2.1.4.
    """
    moved = fit(y + perturbation) - fit(y)
    return Shaken(
        float(np.abs(moved).max()), float(np.sqrt(np.mean(moved**2))), float(np.sqrt(np.mean(perturbation**2)))
    )


@dataclass(frozen=True)
class WellPosedness:
    """Hadamard's three questions, answered on given data.

    Parameters
    ----------
    exists
        Whether a solution was found.
    unique
        Whether it is the only one.
    amplification
        How much more than the data the solution moves.
    """

    exists: bool
    unique: bool
    amplification: float

    def holds(self, tolerance: float) -> bool:
        """Whether all three answers are yes, movement being amplified by the tolerance at most."""
        return self.exists and self.unique and self.amplification <= tolerance
