"""The leave-one-out error itself."""

from typing import ClassVar

from drupe.bounds.expectation import Expectation
from drupe.bounds.leave_one_out.worlds import nearest_neighbor_world
from drupe.bounds.world import World
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.leave_one_out import LeaveOneOut


class LeaveOneOutError(Expectation[LeaveOneOut]):
    """(1/n) Σ [example i is wrong under the rule learned without it], on average the risk at n − 1 examples.

    Examples
    --------
    >>> LeaveOneOutError().value(LeaveOneOut(errors=3, n=10))
    0.3

    References
    ----------
    [Herbrich02]_, theorem 2.36.
    """

    witness = LeaveOneOut
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL})
    source = Citation("Herbrich02", "theorem 2.36")
    unbiased = True
    rises_with: ClassVar[tuple[str, ...]] = ("errors",)

    def _value(self, witness: LeaveOneOut) -> float:
        return witness.rate

    def worlds(self) -> tuple[World[LeaveOneOut], ...]:
        """Nearest neighbors on the line."""
        return (nearest_neighbor_world(),)
