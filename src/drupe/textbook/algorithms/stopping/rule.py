"""A stopping rule says, after each sweep, whether and why a run is over; `|` joins rules."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

from drupe.foundation.parameters import Checked
from drupe.solvers.solution import Stop
from drupe.textbook.algorithms.stopping.iterate import Iterate


class StoppingRule(Checked, ABC):
    """When a run is over."""

    @abstractmethod
    def verdict(self, now: Iterate, before: Iterate | None) -> Stop | None:
        """Why the run ends here, or None to go on; `before` is the previous iterate, None at the start."""

    def __or__(self, other: "StoppingRule") -> "StoppingRule":
        return AnyOf((self, other))


@dataclass(frozen=True)
class AnyOf(StoppingRule):
    """The first verdict that any of the rules gives.

    Parameters
    ----------
    rules
        Asked in this order.
    """

    rules: tuple[StoppingRule, ...]

    def verdict(self, now: Iterate, before: Iterate | None) -> Stop | None:
        verdicts = (rule.verdict(now, before) for rule in self.rules)
        return next((stop for stop in verdicts if stop is not None), None)
