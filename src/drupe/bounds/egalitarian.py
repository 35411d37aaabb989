"""The egalitarian bound: if version space is large, most of its members are good."""

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.pac_bayes_subset import subset_formula
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.coins import Coins
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, Interval, ranged
from drupe.witness.assumptions import Assumption
from drupe.witness.posterior import Region


@dataclass(frozen=True)
class Egalitarian(Checked, Bound[Region]):
    """All but the share s of a set U of consistent rules have R ≤ (ln(1/P(U)) + 2 ln n + ln(1/δ) + 1) / (s n).

    With s = ½ at least half of version space keeps what the bound promises of its vote: a margin bound that says
    something of one hyperplane says as much of every second one.

    Parameters
    ----------
    share
        s, the share of rules, by the prior, that may be worse.

    Examples
    --------
    >>> from drupe.bounds.pac_bayes_vote import PacBayesVote
    >>> seen = Region(rate=0.0, n=1000, divergence=5.0)
    >>> Egalitarian(share=0.5).risk(seen, delta=0.05) == PacBayesVote().risk(seen, delta=0.05)
    True

    References
    ----------
    [Graepel02]_, theorem 39, which writes η = 1/s.
    """

    witness = Region
    subject = Subject.MOST
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.PRIOR, Assumption.CONSISTENT})
    source = Citation("Graepel02", "theorem 39")
    rises_with: ClassVar[tuple[str, ...]] = ("rate", "divergence")

    share: float = ranged(Interval(0.0, 1.0, closed_low=False), 0.5)

    def _risk(self, witness: Region, delta: float) -> float:
        return subset_formula(witness, delta) / self.share

    def worlds(self) -> tuple[World[Region], ...]:
        """Independent rules of different rates; what counts is the quantile among the consistent ones."""

        def draw(rng: np.random.Generator) -> Outcome[Region]:
            coins = Coins(tuple(np.repeat(np.linspace(0.01, 0.5, 50), 10).tolist()), 100)
            errors = coins.errors(rng)
            consistent = np.asarray(coins.rates)[errors == 0]
            if not len(consistent):
                return Outcome(Region(float(errors.min()) / coins.n, coins.n, 0.0), 0.5)
            quantile = float(np.quantile(consistent, 1.0 - self.share, method="higher"))
            return Outcome(Region(0.0, coins.n, math.log(500 / len(consistent))), quantile)

        return (World("consistent ones of 500 rules", draw),)
