"""The bound of Jaakkola and Haussler: an example may fail if it leans on itself."""

from typing import ClassVar

from drupe.bounds.expectation import Expectation
from drupe.bounds.leave_one_out.worlds import corners_world
from drupe.bounds.world import World
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.leave_one_out import DualMargins


class JaakkolaHaussler(Expectation[DualMargins]):
    """(1/n) Σ [yᵢ f(xᵢ) − αᵢ k(xᵢ, xᵢ) ≤ 0] ≥ leave-one-out error, of machines max −½ αᵀQα + Σ J(αᵢ), 0 ≤ α ≤ u.

    Hard and soft margin machines without offset are such, and so is the perceptron's kin. J need not be concave.

    Examples
    --------
    >>> JaakkolaHaussler().value(DualMargins([1.0, 1.0], contributions=[1.5, 0.5]))
    0.5

    References
    ----------
    [Herbrich02]_, theorem 2.37; [Jaakkola99]_, section 4.
    """

    witness = DualMargins
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.OPTIMUM})
    source = Citation("Herbrich02", "theorem 2.37")
    rises_with: ClassVar[tuple[str, ...]] = ("contributions",)
    falls_with: ClassVar[tuple[str, ...]] = ("margins",)

    def _value(self, witness: DualMargins) -> float:
        return float((witness.margins - witness.contributions <= 0.0).mean())

    def worlds(self) -> tuple[World[DualMargins], ...]:
        """Machines on corners."""
        return (corners_world(DualMargins),)
