"""What boosting found: the rules and their weights, round by round, and why no further round came."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.enumerations import Enumeration
from drupe.foundation.shapes import Reals

LARGEST = 700.0
"""Of exponents whose exponential is a number."""


class LastRound(Enumeration):
    """Why boosting ended."""

    ROUNDS = "went all its rounds"
    PERFECT = "found a rule without errors, which is the vote alone"
    NO_BETTER = "found no rule that is better than chance"
    OPTIMAL = "found no rule whose edge exceeds the margin, so that no vote has a larger one"
    LEAST = "reached a loss that no rule makes smaller"
    INTERRUPTED = "was interrupted"


@dataclass(frozen=True, eq=False)
class VoteSolution:
    """The rounds of a run; the rules themselves are in the predictor.

    Parameters
    ----------
    steps
        aₜ, the weight of each rule in the vote.
    errors
        Its weighted error when it was chosen.
    factors
        Zₜ = Σ w exp(−aₜ y hₜ), by which the exponential loss shrank; of other losses the part that was left, and of
        several classes 1, as no bound follows from theirs.
    end
        Why no further round came.

    References
    ----------
    [Mukherjee04]_, section 6.4.
    """

    steps: Annotated[Vector, Reals("rounds")]
    errors: Annotated[Vector, Reals("rounds")]
    factors: Annotated[Vector, Reals("rounds")]
    end: LastRound

    @property
    def iterations(self) -> int:
        """How many rules joined."""
        return len(self.steps)

    @property
    def converged(self) -> bool:
        """Whether it ended by itself."""
        return self.end is not LastRound.INTERRUPTED

    @property
    def training_bounds(self) -> Vector:
        """Π Zₛ over all rounds s ≤ t: the share of training errors after round t is at most that.

        >>> rounds = VoteSolution(np.ones(2), np.full(2, 0.1), np.array([0.6, 0.6]), LastRound.ROUNDS)
        >>> rounds.training_bounds.round(2).tolist()
        [0.6, 0.36]
        """
        with np.errstate(divide="ignore", under="ignore"):
            return np.asarray(np.exp(np.cumsum(np.log(self.factors))))


def sign_factors(errors: Vector, steps: Vector) -> Vector:
    """Zₜ of rules with values ±1: (1 − ε) exp(−a) + ε exp(a), which is 2√(ε(1 − ε)) at the best a.

    >>> sign_factors(np.array([0.1]), np.array([np.log(3.0)])).round(12).tolist()
    [0.6]
    """
    return np.asarray((1.0 - errors) * np.exp(-steps) + errors * np.exp(np.minimum(steps, LARGEST)))
