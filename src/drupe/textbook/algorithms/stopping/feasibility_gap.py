"""Stop when primal and dual objective have nearly met."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.parameters import nonnegative
from drupe.solvers.solution import Stop
from drupe.textbook.algorithms.stopping.iterate import Iterate
from drupe.textbook.algorithms.stopping.rule import StoppingRule


@dataclass(frozen=True)
class FeasibilityGap(StoppingRule):
    """(primal − dual) / (|primal| + 1) ≤ tolerance.

    Bounds how far the objective can be from the optimum. Where a box has no upper end the gap is infinite before the
    optimum: use `VirtualBox` for the hard and the 2-norm margin.

    Parameters
    ----------
    tolerance
        Largest relative gap.

    References
    ----------
    [Cristianini00]_, eq. 7.3.
    """

    tolerance: float = nonnegative(1e-3)

    def verdict(self, now: Iterate, before: Iterate | None) -> Stop | None:
        gap = now.optimality.gap
        small = np.isfinite(gap) and gap <= self.tolerance * (abs(now.dual + gap) + 1.0)
        return Stop.CONVERGED if small else None
