"""The hold-out bound with a draw: it fails exactly as often as it says, and is the smaller for it."""

from collections.abc import Callable
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.concentration.binomial_tail import randomized_upper
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.drawn_held_out import DrawnHeldOut


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
    rises_with: ClassVar[tuple[str, ...]] = ("errors", "draw")

    def _risk(self, witness: DrawnHeldOut, delta: float) -> float:
        return randomized_upper(witness.errors, witness.n, witness.draw, delta)

    def worlds(self) -> tuple[World[DrawnHeldOut], ...]:
        """Rules of known risk, tested on many, few and very few examples."""
        cases = ((0.01, 200), (0.3, 200), (0.1, 9), (0.9, 2), (0.5, 1))
        return tuple(World(f"a rule of risk {p}, tested on {n}", _tested(p, n)) for p, n in cases)


def _tested(p: float, n: int) -> Callable[[np.random.Generator], Outcome[DrawnHeldOut]]:
    def draw(rng: np.random.Generator) -> Outcome[DrawnHeldOut]:
        return Outcome(DrawnHeldOut(int(rng.binomial(n, p)), n, float(rng.random())), p)

    return draw
