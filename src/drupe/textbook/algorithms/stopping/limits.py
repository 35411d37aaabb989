"""Stop because it is enough: of sweeps, or of growth in a problem that may have no optimum."""

from dataclasses import dataclass

from drupe.foundation.parameters import positive, whole
from drupe.solvers.solution import Stop
from drupe.textbook.algorithms.stopping.iterate import Iterate
from drupe.textbook.algorithms.stopping.rule import StoppingRule


@dataclass(frozen=True)
class MaxSweeps(StoppingRule):
    """So many sweeps and no more.

    Parameters
    ----------
    limit
        Number of sweeps.
    """

    limit: int = whole(0, 10_000)

    def verdict(self, now: Iterate, before: Iterate | None) -> Stop | None:
        return Stop.ITERATIONS if now.number >= self.limit else None


@dataclass(frozen=True)
class LargestMultiplier(StoppingRule):
    """A multiplier above the cap: the examples are taken for not separable, the dual for unbounded.

    Parameters
    ----------
    cap
        What no multiplier of a problem with a solution is expected to reach.

    References
    ----------
    [Cristianini00]_, section 6.1.1: an infeasible primal has an unbounded dual.
    """

    cap: float = positive(1e9)

    def verdict(self, now: Iterate, before: Iterate | None) -> Stop | None:
        return Stop.UNBOUNDED if now.alpha.max() > self.cap else None
