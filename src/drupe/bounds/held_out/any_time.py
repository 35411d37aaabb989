"""The hold-out bound that may be watched: it holds after every example at once, so that one may stop when one likes."""

from collections.abc import Callable
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.concentration.mixture_martingale import log_wealth, mixture_upper
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.watched import Watched


class AnyTimeHoldOut(Bound[Watched]):
    """Largest p against which a bet at fair odds on lower rates, spread by Beta(½, ½), has not yet won 1/δ.

    With probability at least 1 − δ it lies above the risk after 1, 2, 3, ... examples, all of them together. So it is
    valid whenever you stop, also if you stop because it is small; the exact limit of `HoldOut` is valid only for a
    number of examples that was fixed beforehand.

    Notes
    -----
    Assumptions: the rule was fixed before the first of these examples, and each of them is a fresh draw, whatever the
    ones before it were; a table that is sorted, by class or by time, is no such stream.

    Examples
    --------
    What it costs to watch, at an error of two percent:

    >>> from drupe.bounds.held_out.hold_out import HoldOut
    >>> seen = Watched(errors=20_000, n=1_000_000)
    >>> [round(bound.risk(seen, delta=0.05), 5) for bound in (AnyTimeHoldOut(), HoldOut())]
    [0.02056, 0.02023]

    References
    ----------
    [Robbins70]_, pages 1397-1409; [Howard21]_, section 3.2, place not checked; [Ville39]_, page 100, place not checked.
    """

    witness = Watched
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FRESH})
    source = Citation("Robbins70", "pages 1397-1409")
    weight: ClassVar[float] = 640.0
    rises_with: ClassVar[tuple[str, ...]] = ("errors",)

    def _risk(self, witness: Watched, delta: float) -> float:
        return mixture_upper(witness.errors, witness.n, delta)

    def worlds(self) -> tuple[World[Watched], ...]:
        """Streams of up to so many examples, and a reader who stops after the one where his luck was greatest."""
        cases = ((0.01, 300), (0.1, 300), (0.5, 300), (0.9, 50), (0.3, 9), (0.5, 2), (0.5, 1))
        return tuple(World(f"luckiest of {most} moments, risk {p}", _stopped(p, most)) for p, most in cases)


def _stopped(p: float, most: int) -> Callable[[np.random.Generator], Outcome[Watched]]:
    moments = np.arange(1, most + 1)

    def draw(rng: np.random.Generator) -> Outcome[Watched]:
        errors = np.cumsum(rng.random(most) < p)
        # Where the bet against the truth has won most, the bound is wrong if it ever is, at every δ.
        at = int(np.argmax(log_wealth(errors, moments, p)))
        return Outcome(Watched(int(errors[at]), at + 1), p)

    return draw
