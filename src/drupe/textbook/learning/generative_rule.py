"""Classes of one exponential family: the rule of Bayes is linear in what the family looks at."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError


class Canonical(Protocol):
    """A distribution p(x) = c(x) exp(⟨θ, τ(x)⟩ − A(θ)), as exponential families and `MultivariateNormal` are."""

    @property
    def natural(self) -> Vector:
        """θ."""

    @property
    def log_partition(self) -> float:
        """A(θ)."""

    def statistics(self, x: Matrix) -> Matrix:
        """τ(x), a row for each example."""

    def log_base(self, x: Matrix) -> Vector:
        """ln c(x)."""


@dataclass(frozen=True, eq=False)
class GenerativeRule:
    """sign(⟨w, τ(x)⟩ + b) with w = θ₊ − θ₋ and b = A(θ₋) − A(θ₊) + ln p/(1 − p).

    Parameters
    ----------
    above
        The distribution of the examples of +1.
    below
        That of −1, of the same family; where what is no parameter of it, such as the variances of `NormalMean`, differs
        too, the log odds are no longer linear, but right all the same.
    p
        The probability of +1.

    Examples
    --------
    >>> from drupe.models import Bernoulli
    >>> rule = GenerativeRule(Bernoulli([0.75]), Bernoulli([0.5]))
    >>> rule.log_odds(np.array([[1.0]])).round(6).tolist()  # ln (3/4) / (1/2)
    [0.405465]

    References
    ----------
    [Herbrich02]_, section 3.5.
    """

    above: Canonical
    below: Canonical
    p: float = 0.5

    def __post_init__(self) -> None:
        if type(self.above) is not type(self.below):
            kinds = f"{type(self.above).__name__} and {type(self.below).__name__}"
            raise InputError(f"both classes must be of one family, got {kinds}.")
        if not 0.0 < self.p < 1.0:
            raise InputError(f"the probability of a class must lie strictly between 0 and 1, got {self.p:g}.")

    @property
    def w(self) -> Vector:
        """The weights of τ(x)."""
        return np.asarray(self.above.natural - self.below.natural)

    @property
    def b(self) -> float:
        """The offset."""
        return self.below.log_partition - self.above.log_partition + float(np.log(self.p) - np.log1p(-self.p))

    def log_odds(self, x: Matrix) -> Vector:
        """ln P(+1 | x) − ln P(−1 | x)."""
        bases = self.above.log_base(x) - self.below.log_base(x)
        return np.asarray(self.above.statistics(x) @ self.w + self.b + bases)
