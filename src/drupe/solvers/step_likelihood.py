"""Labels that say on which side of zero an output is, some of them flipped, the side seen through a blur."""

from dataclasses import dataclass

import numpy as np
from scipy.special import log_ndtr

from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import Checked, Interval, nonnegative, ranged

LOG_ROOT = -0.5 * np.log(2.0 * np.pi)
"""ln φ(0) of the standard normal density."""


@dataclass(frozen=True, eq=False)
class Tilted:
    """What becomes of N(m, v) under the likelihood of a label.

    Parameters
    ----------
    log_normalizer
        ln Z, the logarithm of the probability of the label.
    means
        The means of what is left.
    shrinks
        The shares of v that are gone.
    """

    log_normalizer: Vector
    means: Vector
    shrinks: Vector


@dataclass(frozen=True)
class StepLikelihood(Checked):
    """P(y | f) = θ + (1 − 2θ) Φ(y f / √blur); without blur θ + (1 − 2θ) 1(yf > 0).

    Parameters
    ----------
    flips
        θ: the probability that a label was flipped.
    blur
        Variance of what is added to an output before its side is taken; 1 for the probit likelihood Φ(y f).

    Examples
    --------
    >>> one = StepLikelihood().tilted(np.ones(1), np.zeros(1), np.ones(1))  # half of a normal density is left
    >>> np.exp(one.log_normalizer).tolist(), one.shrinks.round(4).tolist()  # of the variance 1 − 2/π
    ([0.5], [0.6366])

    References
    ----------
    [Minka01]_, section 5.3; [Rasmussen06]_, eq. 3.58.
    """

    flips: float = ranged(Interval(0.0, 0.5), 0.0)
    blur: float = nonnegative(0.0)

    def tilted(self, signs: Vector, means: Vector, variances: Vector) -> Tilted:
        """Of outputs N(m, v) whose labels ±1 are seen: Z = θ + (1 − 2θ) Φ(z), z = y m / √(v + blur)."""
        root = np.sqrt(variances + self.blur)
        z = signs * means / root
        with np.errstate(divide="ignore"):  # ln 0 where there is no noise
            normalizer = np.logaddexp(np.log(self.flips), np.log1p(-2.0 * self.flips) + log_ndtr(z))
        ratio = (1.0 - 2.0 * self.flips) * np.exp(LOG_ROOT - 0.5 * z * z - normalizer)
        share = variances / (variances + self.blur)
        return Tilted(normalizer, means + variances / root * signs * ratio, share * ratio * (ratio + z))
