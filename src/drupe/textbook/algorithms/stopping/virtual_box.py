"""A feasibility gap for machines without a box, by pretending one."""

from dataclasses import dataclass, replace

import numpy as np

from drupe.foundation.parameters import nonnegative
from drupe.solvers.solution import Stop
from drupe.textbook.algorithms.stopping.feasibility_gap import FeasibilityGap
from drupe.textbook.algorithms.stopping.iterate import Iterate
from drupe.textbook.algorithms.stopping.rule import StoppingRule


@dataclass(frozen=True)
class VirtualBox(StoppingRule):
    """The feasibility gap as if every α had to stay below Cₜ = max α + 1.

    The run itself is not touched. Once Cₜ exceeds the largest multiplier of the optimum, both problems have the same
    solution, and the gap is a true one.

    Parameters
    ----------
    tolerance
        Largest relative gap.

    References
    ----------
    [Cristianini00]_, section 7.1, after eq. 7.3.
    """

    tolerance: float = nonnegative(1e-3)

    def verdict(self, now: Iterate, before: Iterate | None) -> Stop | None:
        return FeasibilityGap(self.tolerance).verdict(boxed(now), None)


def boxed(now: Iterate) -> Iterate:
    """The iterate as one of the problem with the virtual box."""
    upper = np.minimum(now.problem.upper, now.alpha.max() + 1.0)
    return Iterate(replace(now.problem, upper=upper), now.alpha, now.outputs, now.number)
