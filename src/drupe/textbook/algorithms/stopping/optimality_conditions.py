"""Stop when the Karush-Kuhn-Tucker conditions hold well enough."""

from dataclasses import dataclass

from drupe.foundation.parameters import nonnegative
from drupe.solvers.solution import Stop
from drupe.textbook.algorithms.stopping.iterate import Iterate
from drupe.textbook.algorithms.stopping.rule import StoppingRule


@dataclass(frozen=True)
class OptimalityConditions(StoppingRule):
    """y f(x) ≥ 1 where α = 0, = 1 where 0 < α < C, ≤ 1 where α = C, and their likes for every other machine.

    Necessary and sufficient, so the natural rule. It is asked without an offset: the largest score of the variables
    that may rise exceeds the smallest of those that may fall by no more than the tolerance.

    Parameters
    ----------
    tolerance
        Largest violation, in units of the output f.

    References
    ----------
    [Cristianini00]_, section 7.1, criterion 2; [Mukherjee04]_, section 5.2.3; [Keerthi01]_, section 3.
    """

    tolerance: float = nonnegative(1e-2)

    def verdict(self, now: Iterate, before: Iterate | None) -> Stop | None:
        return Stop.CONVERGED if now.optimality.violation <= self.tolerance else None
