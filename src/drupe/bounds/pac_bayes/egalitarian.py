"""The egalitarian bounds: most rules of a large version space are good; most of a prior err as they did in training."""

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.pac_bayes.subset import subset_formula
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.coins import Coins
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, Interval, ranged
from drupe.witness.assumptions import Assumption
from drupe.witness.posterior import Region
from drupe.witness.training import Drawn


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
    >>> from drupe.bounds.pac_bayes.vote import PacBayesVote
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


class EgalitarianAgnostic(Bound[Drawn]):
    """R − R̂ ≤ √((ln n + ln(1/δ)) / (2n)) for all rules but a share 1/n of the prior, whatever their number.

    Of a rule that was chosen for its training error nothing is said.

    Examples
    --------
    >>> round(EgalitarianAgnostic().risk(Drawn(errors=0, n=1000), delta=0.05), 7)
    0.0703686

    References
    ----------
    [Graepel02]_, theorem 40.
    """

    witness = Drawn
    subject = Subject.MOST
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.PRIOR})
    source = Citation("Graepel02", "theorem 40")
    rises_with: ClassVar[tuple[str, ...]] = ("errors",)

    def _risk(self, witness: Drawn, delta: float) -> float:
        return witness.rate + math.sqrt((math.log(witness.n) - math.log(delta)) / (2.0 * witness.n))

    def worlds(self) -> tuple[World[Drawn], ...]:
        """Independent rules; the one at the quantile 1 − 1/n of the deviations stands for most."""
        return (World("the 98th of 100 deviations", _quantile),)


def _quantile(rng: np.random.Generator) -> Outcome[Drawn]:
    coins = Coins.alike(100, 0.5, 50)
    errors = np.sort(coins.errors(rng))
    # A share 1/n of the rules, here two of a hundred, may deviate more.
    return Outcome(Drawn(int(errors[100 // coins.n]), coins.n), 0.5)
