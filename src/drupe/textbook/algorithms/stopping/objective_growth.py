"""Stop when the dual objective hardly grows any more."""

from dataclasses import dataclass

from drupe.foundation.parameters import nonnegative
from drupe.solvers.solution import Stop
from drupe.textbook.algorithms.stopping.iterate import Iterate
from drupe.textbook.algorithms.stopping.rule import StoppingRule


@dataclass(frozen=True)
class ObjectiveGrowth(StoppingRule):
    """(Wₜ − Wₜ₋₁) / |Wₜ| ≤ tolerance.

    The simplest rule, and an unreliable one: a slow algorithm far from the optimum grows as little per sweep as one
    that has arrived.

    Parameters
    ----------
    tolerance
        Relative growth in one sweep that counts as none.

    References
    ----------
    [Cristianini00]_, section 7.1, criterion 1.
    """

    tolerance: float = nonnegative(1e-9)

    def verdict(self, now: Iterate, before: Iterate | None) -> Stop | None:
        if before is None or now.dual - before.dual > self.tolerance * abs(now.dual):
            return None
        return Stop.CONVERGED
