"""How well positions were ranked: where the good moves came, when to stay silent, and what that certifies."""

from dataclasses import dataclass, field

import numpy as np

from drupe.bounds.held_out.hold_out import HoldOut
from drupe.certification.certificate import Certificate
from drupe.certification.schemes.trust import trusted
from drupe.estimators.reject.coverage_risk import CoverageRiskCurve, coverage_risk_curve
from drupe.foundation.arrays import Index, Vector
from drupe.go.ranking.lessons import Lessons
from drupe.go.ranking.scores import MoveScores
from drupe.witness.held_out import HeldOut


@dataclass(frozen=True, eq=False)
class Placings:
    """For each position the place of its best good move, and by how much the first move was ahead.

    Parameters
    ----------
    places
        1 for a position whose first move is good; beyond all moves if none is.
    leads
        Score of the first move minus that of the second.
    beaten
        Share of the other moves below the best good one, on average over positions.
    chance
        Probability that a move drawn at random is good, likewise.
    moves
        Moves per position, likewise.

    Examples
    --------
    >>> found = Placings(np.array([1, 2, 1, 5]), np.array([2.0, 0.1, 1.0, 0.2]), beaten=0.9, chance=0.1, moves=10.0)
    >>> found.top(1), found.top(3), found.median, found.curve.risk_at(0.5)
    (0.5, 0.75, 1.5, 0.0)
    >>> round(found.certificate(0.05).value, 4)
    0.9024
    """

    places: Index = field(repr=False)
    leads: Vector = field(repr=False)
    beaten: float
    chance: float
    moves: float

    def __len__(self) -> int:
        return len(self.places)

    def top(self, count: int) -> float:
        """Share of positions with a good move among the first so many."""
        return float(np.mean(self.places <= count))

    def error_bar(self, count: int) -> float:
        """Standard error of that share."""
        share = self.top(count)
        return float(np.sqrt(share * (1.0 - share) / len(self)))

    @property
    def median(self) -> float:
        """The place in the middle."""
        return float(np.median(self.places))

    @property
    def curve(self) -> CoverageRiskCurve:
        """Wrong first moves among the positions that are answered, surest first: "I don't know" elsewhere."""
        return coverage_risk_curve(np.ones(len(self)), (self.places == 1).astype(float), self.leads)

    def certificate(self, delta: float = 0.05) -> Certificate:
        """How often the first move of a position is wrong, at most.

        It needs positions that were drawn independently and not learned from: one of each game, and problems that are
        no turned or mirrored copies of others.
        """
        wrong = int((self.places > 1).sum())
        return Certificate.of(HoldOut(), HeldOut(wrong, len(self)), delta, trusted(HoldOut()))


def placings(scores: MoveScores, lessons: Lessons) -> Placings:
    """Score all moves, and look where the good ones come; one that equals others comes in their middle, rounded up."""
    found = scores.of(lessons.features)
    places, leads, beaten, chance = [], [], [], []
    for start, end in zip(lessons.starts[:-1], lessons.starts[1:], strict=True):
        values, good = found[start:end], lessons.good[start:end]
        best = values[good].max(initial=-np.inf)
        others = values[~good]
        above, equal = np.sum(others > best), np.sum(others == best)
        places.append(1 + above + equal / 2 if good.any() else len(values) + 1)
        first = np.sort(values)[::-1][:2]
        leads.append(first[0] - first[1] if len(first) > 1 else np.inf)
        beaten.append(1.0 - (above + equal / 2) / len(others) if len(others) and good.any() else 0.5)
        chance.append(good.mean())
    rounded = np.ceil(np.array(places)).astype(np.int64)
    moves = float(np.diff(lessons.starts).mean())
    return Placings(rounded, np.array(leads), float(np.mean(beaten)), float(np.mean(chance)), moves)
