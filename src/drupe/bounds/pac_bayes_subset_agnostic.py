"""PAC-Bayes for a set of rules with training errors, one of them drawn for each prediction."""

import math
from functools import partial
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.coins import Coins
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.posterior import Region


class PacBayesSubsetAgnostic(Bound[Region]):
    """R ≤ R̂ + √((ln(1/P(U)) + 2 ln n + ln(1/δ)) / (2n)) + 1/n, the means over a set U of rules.

    Examples
    --------
    >>> seen = Region(rate=0.05, n=1000, divergence=10 * math.log(10))
    >>> round(PacBayesSubsetAgnostic().risk(seen, delta=0.05), 7)
    0.1921331

    References
    ----------
    [Graepel02]_, theorem 27; [Herbrich02]_, theorem 5.6.
    """

    witness = Region
    subject = Subject.GIBBS
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.PRIOR})
    source = Citation("Graepel02", "theorem 27")
    rises_with: ClassVar[tuple[str, ...]] = ("rate", "divergence")

    def _risk(self, witness: Region, delta: float) -> float:
        return agnostic_subset_formula(witness.rate, witness.divergence, witness.n, delta)

    def worlds(self) -> tuple[World[Region], ...]:
        """Independent rules; U are the most flattered ten or the most flattered one."""
        return tuple(
            World(f"the {size} most flattered of 500 rules", partial(flattered_region, size=size)) for size in (1, 10)
        )


def agnostic_subset_formula(rate: float, information: float, n: int, delta: float) -> float:
    """rate + √((information + 2 ln n + ln(1/δ)) / (2n)) + 1/n.

    >>> round(agnostic_subset_formula(0.0, 0.0, 1, 1.0), 9)
    1.0
    """
    return rate + math.sqrt((information + 2.0 * math.log(n) - math.log(delta)) / (2.0 * n)) + 1.0 / n


def flattered_region(rng: np.random.Generator, size: int) -> Outcome[Region]:
    """The rules, of 500 with rate one half, that made the fewest errors among 100 examples."""
    coins = Coins.alike(500, 0.5, 100)
    errors = np.sort(coins.errors(rng))[:size]
    return Outcome(Region(float(errors.mean()) / coins.n, coins.n, math.log(500 / size)), 0.5)
