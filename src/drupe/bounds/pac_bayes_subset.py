"""PAC-Bayes for a set of rules without training errors, one of them drawn for each prediction."""

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
