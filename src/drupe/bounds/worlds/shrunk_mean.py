"""The mean of coin tosses, drawn towards zero: a learner of known stability."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class ShrunkMean:
    """f = Σ yᵢ / (n + weight) for y in {0, 1}, with the loss |y − f|.

    Leaving one example out, the divisor kept, changes f and with it any loss by 1/(n + weight) at most.

    Parameters
    ----------
    n
        Number of examples.
    weight
        How strongly f is drawn to zero.
    p
        Probability of y = 1.

    Examples
    --------
    >>> ShrunkMean(n=9, weight=1.0, p=0.5).change
    0.1
    """

    n: int
    weight: float
    p: float

    @property
    def change(self) -> float:
        """β."""
        return 1.0 / (self.n + self.weight)

    def ones(self, rng: np.random.Generator) -> int:
        """How many of the n are 1."""
        return int(rng.binomial(self.n, self.p))

    def value(self, ones: int) -> float:
        """f."""
        return ones * self.change

    def training_loss(self, ones: int) -> float:
        """(1/n) Σ |yᵢ − f|."""
        return self._mean(ones / self.n, self.value(ones), self.value(ones))

    def deleted_loss(self, ones: int) -> float:
        """(1/n) Σ |yᵢ − f without i|."""
        return self._mean(ones / self.n, self.value(ones - 1), self.value(ones))

    def risk(self, ones: int) -> float:
        """E |y − f|."""
        return self._mean(self.p, self.value(ones), self.value(ones))

    def _mean(self, share: float, where_one: float, where_zero: float) -> float:
        return share * (1.0 - where_one) + (1.0 - share) * where_zero
