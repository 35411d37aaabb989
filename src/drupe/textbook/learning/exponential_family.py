"""Classes of an exponential family: the rule of Bayes is linear in what the family looks at."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError


@dataclass(frozen=True)
class ExponentialFamily:
    """p(x | θ) = a₀(θ) τ₀(x) exp⟨θ, τ(x)⟩.

    Parameters
    ----------
    statistics
        τ, a row for each row of x.
    log_normalizer
        ln a₀ of the natural parameter θ.

    References
    ----------
    [Herbrich02]_, definition A.22 and section 3.5.
    """

    statistics: Callable[[Matrix], Matrix]
    log_normalizer: Callable[[Vector], float]


BERNOULLI = ExponentialFamily(lambda x: x, lambda theta: -float(np.logaddexp(0.0, theta).sum()))
"""Independent truth values, θ the log odds of each."""

POISSON = ExponentialFamily(lambda x: x, lambda theta: -float(np.exp(theta).sum()))
"""Independent counts, θ the logarithms of their means."""


def gaussian_family(covariance: Matrix) -> ExponentialFamily:
    """Gaussians of one covariance Σ, with θ = Σ⁻¹ mean."""
    return ExponentialFamily(lambda x: x, lambda theta: -0.5 * float(theta @ covariance @ theta))


@dataclass(frozen=True, eq=False)
class GenerativeRule:
    """sign(⟨w, τ(x)⟩ + b) with w = θ₊ − θ₋ and b = ln a₀(θ₊) − ln a₀(θ₋) + ln p/(1 − p).

    Parameters
    ----------
    family
        What both classes are of.
    w, b
        Weights and offset of the log odds of +1.

    Examples
    --------
    >>> rule = GenerativeRule.of(BERNOULLI, np.array([np.log(3.0)]), np.array([0.0]))
    >>> rule.log_odds(np.array([[1.0]])).round(6).tolist()  # ln (3/4) / (1/2)
    [0.405465]

    References
    ----------
    [Herbrich02]_, section 3.5.
    """

    family: ExponentialFamily
    w: Vector
    b: float

    @classmethod
    def of(cls, family: ExponentialFamily, above: Vector, below: Vector, p: float = 0.5) -> "GenerativeRule":
        """From the parameters of +1 and −1, and the probability of +1."""
        if not 0.0 < p < 1.0:
            raise InputError(f"the probability of a class must lie strictly between 0 and 1, got {p:g}.")
        level = family.log_normalizer(above) - family.log_normalizer(below) + float(np.log(p) - np.log1p(-p))
        return cls(family, np.asarray(above - below), level)

    def log_odds(self, x: Matrix) -> Vector:
        """ln P(+1 | x) − ln P(−1 | x)."""
        return np.asarray(self.family.statistics(x) @ self.w + self.b)
