"""Preferent compression for whoever foresees how many examples will be kept: better there, hardly worse elsewhere."""

from dataclasses import dataclass
from typing import ClassVar

from drupe.bounds.base import Bound
from drupe.bounds.compression.preferent import PreferentCompression, change_probability
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, Interval, ranged
from drupe.witness.assumptions import Assumption
from drupe.witness.touching import Touching


@dataclass(frozen=True)
class ForeseenCompression(Checked, Bound[Touching]):
    """Risk ≤ P[a new example would be kept too] ≤ ε(kept), with half of δ on the size m that suits the foreseen share.

    Near that share p it is about kept/n + √(2 p (1 − p) ln(2/δ)/n), without the price ln n of `PreferentCompression`;
    elsewhere never more than the latter with half of δ.

    Parameters
    ----------
    foreseen
        Share of the examples that one expects to be kept, fixed before the data are looked at.

    Notes
    -----
    Assumptions and premises are those of `PreferentCompression`. Why it holds for any weights: see
    `change_probability`.

    Examples
    --------
    >>> seen = Touching(kept=100, n=200)
    >>> round(ForeseenCompression().risk(seen, delta=0.05), 3), round(PreferentCompression().risk(seen, delta=0.05), 3)
    (0.593, 0.61)

    References
    ----------
    [Campi23]_, section 3, place not checked (for even weights); other weights are derived here.
    """

    foreseen: float = ranged(Interval(0.0, 1.0, closed_low=False), 0.5)

    witness: ClassVar[type[Touching]] = Touching
    subject: ClassVar[Subject] = Subject.FITTED
    assumptions: ClassVar[frozenset[Assumption]] = PreferentCompression.assumptions
    source: ClassVar[Citation] = Citation("Campi23", "section 3")
    weight: ClassVar[float] = 16.0
    rises_with: ClassVar[tuple[str, ...]] = ("kept",)
    falls_with: ClassVar[tuple[str, ...]] = ("n",)

    def _risk(self, witness: Touching, delta: float) -> float:
        return change_probability(witness.kept, witness.n, delta, self.foreseen)

    def worlds(self) -> tuple[World[Touching], ...]:
        """Those of preferent compression."""
        return PreferentCompression().worlds()
