"""Which examples may become the next center of a greedy expansion: all of them, or some that are drawn."""

import math
from dataclasses import dataclass

from drupe.foundation.parameters import Checked, Interval, check, whole
from drupe.foundation.randomness import RandomState


class Candidates:
    """Where the next center is looked for.

    References
    ----------
    [Mika02]_, section 3.5.2.
    """


@dataclass(frozen=True)
class EveryExample(Candidates):
    """All examples that are no center yet: the best of them is taken."""


@dataclass(frozen=True)
class Sampled(Checked, Candidates):
    """Some that are drawn anew for each center, the same ones for all functions.

    Parameters
    ----------
    count
        How many. The best of 59 is with probability 0.95 among the best twentieth of all.
    random_state
        What they are drawn with; the same ones each time unless said otherwise.

    Examples
    --------
    >>> Sampled.reaching(best=0.05, confidence=0.95)
    Sampled(count=59, random_state=0)

    References
    ----------
    [Mika02]_, lemma 3.2.
    """

    count: int = whole(1, 59)
    random_state: RandomState = 0

    @classmethod
    def reaching(cls, best: float, confidence: float, random_state: RandomState = 0) -> "Sampled":
        """As few that one of them is among this share of the best with this probability: 1 − (1 − best)^count."""
        for name, value in (("best", best), ("confidence", confidence)):
            check("Sampled", name, value, Interval(0.0, 1.0, closed_low=False))
        return cls(math.ceil(math.log1p(-confidence) / math.log1p(-best)), random_state)
