"""PAC-Bayes for one rule: what was believed in beforehand is cheap; without training errors, and with them."""

import math
from functools import partial
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.coins import Coins
from drupe.foundation.arrays import Vector
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.posterior import Chosen


class PacBayesSingle(Bound[Chosen]):
    """R ≤ (ln(1/P(h)) + ln(1/δ)) / n, for a rule h that made no mistake; else nothing.

    With equal prior weights it is the bound of a finite class.

    Examples
    --------
    >>> round(PacBayesSingle().risk(Chosen(errors=0, n=1000, information=math.log(10**6)), delta=0.05), 5)
    0.01681

    References
    ----------
    [Graepel02]_, theorem 24; [Herbrich02]_, theorem 5.1, eq. 5.2.
    """

    witness = Chosen
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.PRIOR, Assumption.CONSISTENT})
    source = Citation("Herbrich02", "eq. 5.2")
    rises_with: ClassVar[tuple[str, ...]] = ("errors", "information")
    falls_with: ClassVar[tuple[str, ...]] = ("n",)

    def _risk(self, witness: Chosen, delta: float) -> float:
        return (witness.information - math.log(delta)) / witness.n if witness.consistent else math.inf

    def worlds(self) -> tuple[World[Chosen], ...]:
        """Independent rules with geometric prior weights, each as bad as its price allows, or half as bad."""
        return tuple(
            World(f"rules at a share {share} of their price", partial(_cleanest, share=share)) for share in (0.55, 1.0)
        )


def _cleanest(rng: np.random.Generator, share: float) -> Outcome[Chosen]:
    """Twelve times eight rules with weights that fall by half; the less believed in the worse."""
    n = 40
    information = np.repeat(np.log(2.0) * np.arange(1, 13) + np.log(8.0), 8)
    rates = np.minimum(0.9, share * (information + math.log(8.0)) / n)
    toss = Coins(tuple(rates.tolist()), n).cleanest(rng)
    return Outcome(Chosen(toss.errors, n, float(information[toss.index])), toss.rate)


class PacBayesSingleAgnostic(Bound[Chosen]):
    """R ≤ R̂ + √((ln(1/P(h)) + ln(1/δ)) / (2n)).

    Examples
    --------
    >>> round(PacBayesSingleAgnostic().risk(Chosen(errors=100, n=1000, information=math.log(1024)), delta=0.05), 7)
    0.1704528

    References
    ----------
    [Graepel02]_, theorem 26; [Herbrich02]_, theorem 5.6.
    """

    witness = Chosen
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.PRIOR})
    source = Citation("Herbrich02", "theorem 5.6")
    rises_with: ClassVar[tuple[str, ...]] = ("errors", "information")

    def _risk(self, witness: Chosen, delta: float) -> float:
        return witness.rate + math.sqrt((witness.information - math.log(delta)) / (2.0 * witness.n))

    def worlds(self) -> tuple[World[Chosen], ...]:
        """Independent rules with geometric prior weights; the one that the bound flatters most is chosen."""
        information = np.repeat(np.log(2.0) * np.arange(1, 13) + np.log(8.0), 8)
        coins = Coins.alike(len(information), 0.5, 60)
        return (World("rules of unequal prior", lambda rng: _most_flattered(rng, coins, information)),)


def _most_flattered(rng: np.random.Generator, coins: Coins, information: Vector) -> Outcome[Chosen]:
    errors = coins.errors(rng)
    flattered = np.asarray(coins.rates) - errors / coins.n - np.sqrt((information + 2.3) / (2.0 * coins.n))
    index = int(flattered.argmax())
    return Outcome(Chosen(int(errors[index]), coins.n, float(information[index])), coins.rates[index])
