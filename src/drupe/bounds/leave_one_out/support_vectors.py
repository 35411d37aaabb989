"""The share of support vectors: others can be left out without a trace."""

from typing import ClassVar

from drupe.bounds.expectation import Expectation
from drupe.bounds.leave_one_out.worlds import corners_world
from drupe.bounds.world import World
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.leave_one_out import DualMargins


class SupportVectorShare(Expectation[DualMargins]):
    """#support vectors / n ≥ leave-one-out error.

    Examples
    --------
    >>> SupportVectorShare().value(DualMargins([1.0, 2.0], contributions=[0.5, 0.0]))
    0.5

    References
    ----------
    [Herbrich02]_, section 2.4.4; [Cristianini00]_, remark 6.9.
    """

    witness = DualMargins
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.OPTIMUM})
    source = Citation("Cristianini00", "remark 6.9")
    rises_with: ClassVar[tuple[str, ...]] = ("contributions",)

    def _value(self, witness: DualMargins) -> float:
        return witness.support / witness.n

    def worlds(self) -> tuple[World[DualMargins], ...]:
        """Machines on corners."""
        return (corners_world(DualMargins),)
