"""Rules made from a few examples each, which err independently on all others."""

from dataclasses import dataclass

import numpy as np

from drupe.bounds.worlds.coins import Coins, Toss


@dataclass(frozen=True)
class KeptCoins:
    """Every choice of `kept` out of n examples gives a rule of the same risk, tried on the n − kept others.

    Parameters
    ----------
    kept
        Examples that make a rule.
    n
        Number of examples.
    rate
        True error rate of all rules.
    ordered
        Whether each order of the examples makes another rule.

    Examples
    --------
    >>> KeptCoins(2, 5, rate=0.1, ordered=False).rules, KeptCoins(2, 5, rate=0.1, ordered=True).rules
    (10, 20)
    """

    kept: int
    n: int
    rate: float
    ordered: bool

    @property
    def rules(self) -> int:
        """How many rules the sample gives."""
        factors = range(self.n - self.kept + 1, self.n + 1)
        orders = 1 if self.ordered else int(np.prod(range(1, self.kept + 1), dtype=np.int64))
        return int(np.prod(factors, dtype=np.int64)) // orders

    def cleanest(self, rng: np.random.Generator) -> Toss:
        """A rule with the fewest errors on the examples that it was not made from."""
        return Coins.alike(self.rules, self.rate, self.n - self.kept).cleanest(rng)
