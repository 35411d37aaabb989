"""PAC-Bayes for a set of rules, one drawn for each prediction: without training errors, and with them."""

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


class PacBayesSubset(Bound[Region]):
    """R ≤ (ln(1/P(U)) + 2 ln n + ln(1/δ) + 1) / n, the mean risk over a set U of rules that make no mistake.

    The whole version space gives the least value.

    Examples
    --------
    >>> seen = Region(rate=0.0, n=1000, divergence=10 * math.log(10))
    >>> round(PacBayesSubset().risk(seen, delta=0.05), 7)
    0.0408371

    References
    ----------
    [Graepel02]_, theorem 25; [Herbrich02]_, theorem 5.2, eq. 5.5.
    """

    witness = Region
    subject = Subject.GIBBS
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.PRIOR, Assumption.CONSISTENT})
    source = Citation("Herbrich02", "eq. 5.5")
    rises_with: ClassVar[tuple[str, ...]] = ("rate", "divergence")

    def _risk(self, witness: Region, delta: float) -> float:
        return subset_formula(witness, delta)

    def worlds(self) -> tuple[World[Region], ...]:
        """Independent rules; U are those that made no mistake, or the worst of them only."""
        return tuple(
            World(f"consistent ones of 500 rules of rate {rate}", partial(_region, rate=rate)) for rate in (0.15, 0.3)
        )


def subset_formula(witness: Region, delta: float) -> float:
    """(ln(1/P(U)) + 2 ln n + ln(1/δ) + 1) / n, where no rule of U errs.

    >>> subset_formula(Region(rate=0.1, n=10, divergence=0.0), 0.1)
    inf
    """
    if not witness.consistent:
        return math.inf
    return (witness.divergence + 2.0 * math.log(witness.n) - math.log(delta) + 1.0) / witness.n


def _region(rng: np.random.Generator, rate: float) -> Outcome[Region]:
    coins = Coins.alike(500, rate, 50)
    errors = coins.errors(rng)
    consistent = int((errors == 0).sum())
    if consistent == 0:
        return Outcome(Region(float(errors.min()) / coins.n, coins.n, math.log(500)), rate)
    return Outcome(Region(0.0, coins.n, math.log(500 / consistent)), rate)


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
