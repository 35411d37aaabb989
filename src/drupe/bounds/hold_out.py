"""The hold-out bound: a rule that was fixed beforehand, counted on fresh examples."""

from collections.abc import Callable
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.concentration.binomial_tail import binomial_upper
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.held_out import HeldOut


class HoldOut(Bound[HeldOut]):
    """Largest risk under which so few test errors are no surprise: max {p : P[Bin(n, p) ≤ errors] ≥ δ}.

    Exact: no bound that looks at the same count can be smaller. What it costs are the examples held out.

    Notes
    -----
    Assumptions: the rule was chosen without these examples; to fit it again on all of them voids the statement.

    Examples
    --------
    No error in n trials: 1 − δ^(1/n).

    >>> round(HoldOut().risk(HeldOut(errors=0, n=100), delta=0.05), 6)
    0.029513

    References
    ----------
    [Langford05]_, theorem 3.3, place not checked; [Clopper34]_, section 3.
    """

    witness = HeldOut
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FRESH})
    source = Citation("Langford05", "theorem 3.3")
    rises_with: ClassVar[tuple[str, ...]] = ("errors",)

    def _risk(self, witness: HeldOut, delta: float) -> float:
        return binomial_upper(witness.errors, witness.n, delta)

    def worlds(self) -> tuple[World[HeldOut], ...]:
        """Rules of known risk, tested on 200 examples."""
        return tuple(World(f"a rule of risk {p}", _tested(p)) for p in (0.01, 0.1, 0.3, 0.5))


def _tested(p: float) -> Callable[[np.random.Generator], Outcome[HeldOut]]:
    def draw(rng: np.random.Generator) -> Outcome[HeldOut]:
        return Outcome(HeldOut(int(rng.binomial(200, p)), 200), p)

    return draw
