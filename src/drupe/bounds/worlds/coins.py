"""Rules that err independently of one another, like coins, and learners that choose the most flattered of them."""

from dataclasses import dataclass

import numpy as np

from drupe.bounds.world import Outcome, World
from drupe.foundation.arrays import Index
from drupe.witness.training import Training


@dataclass(frozen=True)
class Toss:
    """One rule, as a learner sees it and as it is.

    Parameters
    ----------
    index
        Which one.
    errors
        Its errors in the sample.
    rate
        Its true error rate.
    """

    index: int
    errors: int
    rate: float


@dataclass(frozen=True)
class Coins:
    """So many rules with known error rates, tried on the same n examples.

    Nature makes it as hard as the union bound fears: what one rule does says nothing of another.

    Parameters
    ----------
    rates
        The true rates.
    n
        Number of examples.

    Examples
    --------
    >>> Coins.alike(3, rate=0.0, n=5).errors(np.random.default_rng(0)).tolist()
    [0, 0, 0]
    """

    rates: tuple[float, ...]
    n: int

    @classmethod
    def alike(cls, size: int, rate: float, n: int) -> "Coins":
        """So many rules, all of the same rate."""
        return cls((rate,) * size, n)

    def errors(self, rng: np.random.Generator) -> Index:
        """The errors of each rule in a fresh sample."""
        return np.asarray(rng.binomial(self.n, self.rates), dtype=np.int64)

    def cleanest(self, rng: np.random.Generator) -> Toss:
        """Of the rules with the fewest errors, the one that deserves it least."""
        errors = self.errors(rng)
        best = np.flatnonzero(errors == errors.min())
        return self._toss(errors, int(best[np.asarray(self.rates)[best].argmax()]))

    def most_flattered(self, rng: np.random.Generator) -> Toss:
        """The rule whose sample says most in its favor."""
        errors = self.errors(rng)
        return self._toss(errors, int((np.asarray(self.rates) - errors / self.n).argmax()))

    def _toss(self, errors: Index, index: int) -> Toss:
        return Toss(index, int(errors[index]), self.rates[index])


def cleanest_world(coins: Coins) -> World[Training]:
    """A learner that takes a rule with the fewest training errors."""

    def draw(rng: np.random.Generator) -> Outcome[Training]:
        toss = coins.cleanest(rng)
        return Outcome(Training(toss.errors, coins.n), toss.rate)

    return World(f"cleanest of {len(coins.rates)} independent rules, {coins.n} examples", draw)


def flattered_world(coins: Coins) -> World[Training]:
    """A learner with the worst luck: it takes the rule whose training error lies most below its risk."""

    def draw(rng: np.random.Generator) -> Outcome[Training]:
        toss = coins.most_flattered(rng)
        return Outcome(Training(toss.errors, coins.n), toss.rate)

    return World(f"most flattered of {len(coins.rates)} independent rules, {coins.n} examples", draw)
