"""The hold-out bound: a rule that was fixed beforehand, counted on fresh examples; without a draw, and with one."""

from collections.abc import Callable
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.concentration.binomial_tail import binomial_upper, randomized_upper
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.drawn_held_out import DrawnHeldOut
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
    weight: ClassVar[float] = 640.0
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


class RandomizedHoldOut(Bound[DrawnHeldOut]):
    """The p with P[Bin(n, p) < errors] + U · P[Bin(n, p) = errors] = δ, for a uniform U drawn before the examples.

    On average half an error less than the exact limit of Clopper and Pearson, and never above it. It is a drawn limit:
    the confidence is over the examples and U together, not for the U that was drawn. Without errors it is 0 if U ≤ δ.

    Notes
    -----
    Assumptions: the rule was chosen without these examples; U was drawn once. To draw it again until the limit looks
    good voids the statement as splitting again does; so does a U that everyone uses, such as that of a fixed seed.

    Examples
    --------
    >>> seen = [DrawnHeldOut(errors=2, n=100, draw=draw) for draw in (0.1, 0.5, 1.0)]
    >>> [round(RandomizedHoldOut().risk(one, delta=0.05), 4) for one in seen]
    [0.0488, 0.0558, 0.0616]

    References
    ----------
    [Stevens50]_, pages 117-129; [Clopper34]_, section 3 (U = 1).
    """

    witness = DrawnHeldOut
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FRESH, Assumption.DRAWN_ONCE})
    source = Citation("Stevens50", "pages 117-129")
    weight: ClassVar[float] = 640.0
    rises_with: ClassVar[tuple[str, ...]] = ("errors", "draw")

    def _risk(self, witness: DrawnHeldOut, delta: float) -> float:
        return randomized_upper(witness.errors, witness.n, witness.draw, delta)

    def worlds(self) -> tuple[World[DrawnHeldOut], ...]:
        """Rules of known risk, tested on many, few and very few examples."""
        cases = ((0.01, 200), (0.3, 200), (0.1, 9), (0.9, 2), (0.5, 1))
        return tuple(World(f"a rule of risk {p}, tested on {n}", _tested_with_draw(p, n)) for p, n in cases)


def _tested_with_draw(p: float, n: int) -> Callable[[np.random.Generator], Outcome[DrawnHeldOut]]:
    def draw(rng: np.random.Generator) -> Outcome[DrawnHeldOut]:
        return Outcome(DrawnHeldOut(int(rng.binomial(n, p)), n, float(rng.random())), p)

    return draw
