"""How far a vote goes along a new rule: AdaBoost's step, Arc-GV's, and the one with soft margins."""

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import Checked, Interval, positive, ranged

LONGEST = 40.0
"""Of steps whose best length is beyond all limits: exp(−40) is less than rounding."""


class Step(Checked, ABC):
    """What an author writes: how far to go along a rule and, if that is not y h(x), how soft margins change by it.

    Weights are exp(−sᵢ) with sᵢ the soft margins of the examples; `signed` is yᵢ h(xᵢ) of each.
    """

    def direction(self, signed: Vector, shares: Vector) -> Vector:
        """How the soft margins change with the step; `shares` is each example's weight times n."""
        return signed

    @abstractmethod
    def length(self, signed: Vector, direction: Vector, weights: Vector, margin: float | None) -> float:
        """How far to go, zero or less to stop; `margin` is the smallest one of the vote so far, if there is one."""


@dataclass(frozen=True)
class AdaBoostStep(Step):
    """rate · argmin over a of Σᵢ wᵢ exp(−a yᵢ h(xᵢ)): ½ ln((1 − ε)/ε) for rules with values ±1.

    Parameters
    ----------
    rate
        By which steps are multiplied; smaller ones need more rounds, and often generalize better.

    Examples
    --------
    >>> signed = np.array([1.0, 1.0, -1.0])
    >>> round(AdaBoostStep().length(signed, signed, np.array([0.4, 0.4, 0.2]), None), 6)  # ½ ln 4
    0.693147

    References
    ----------
    [Mukherjee04]_, section 6.4, where ½ is missing; [Schapire99]_, section 3.
    """

    rate: float = positive(1.0)

    def length(self, signed: Vector, direction: Vector, weights: Vector, margin: float | None) -> float:
        return self.rate * best_length(signed, weights)


@dataclass(frozen=True)
class ArcStep(Step):
    """½ ln((1 + r)/(1 − r)) − ½ ln((1 + ρ)/(1 − ρ)): the edge r of the rule against the smallest margin ρ of the vote.

    Where AdaBoost makes margins larger on the whole, these steps end at the largest smallest margin that there is.

    References
    ----------
    [Breiman99]_, section 5; [Mika02]_, section 3.6.4.
    """

    def length(self, signed: Vector, direction: Vector, weights: Vector, margin: float | None) -> float:
        edge = min(float(weights @ signed), 1.0)
        along = math.atanh(edge) if edge < 1.0 else LONGEST
        return along if margin is None or margin <= -1.0 else along - math.atanh(margin)


@dataclass(frozen=True)
class SoftStep(Step):
    """argmin over a of Σᵢ wᵢ exp(−a (yᵢ h(xᵢ) + softness · n wᵢ)): who is in the way often counts less for it.

    The soft margin of an example is that of the vote plus `softness` times all the weight that it has had. An example
    that many rules got wrong is not chased for ever. Where no a is the best one, since softness alone makes all soft
    margins grow, the step is AdaBoost's.

    Parameters
    ----------
    softness
        How much past weight counts; 0 for AdaBoost.

    References
    ----------
    [Ratsch01]_, section 4.
    """

    softness: float = ranged(Interval(0.0), 0.1)

    def direction(self, signed: Vector, shares: Vector) -> Vector:
        return np.asarray(signed + self.softness * shares)

    def length(self, signed: Vector, direction: Vector, weights: Vector, margin: float | None) -> float:
        if direction.min() >= 0.0:
            # All soft margins grow, however far one goes.
            return best_length(signed, weights)
        return best_length(direction, weights)


def best_length(direction: Vector, weights: Vector) -> float:
    """argmin over a ≥ 0 of Σᵢ wᵢ exp(−a uᵢ); LONGEST where it falls for ever, 0 where it rises at once."""
    if np.all(np.abs(direction) == 1.0):
        wrong, right = float(weights[direction < 0.0].sum()), float(weights[direction > 0.0].sum())
        return min(0.5 * math.log(right / wrong), LONGEST) if 0.0 < wrong < right else LONGEST * (wrong == 0.0)

    def slope(a: float) -> float:
        # Divided by the largest term, which changes no sign.
        exponents = -a * direction
        return -float(weights @ (direction * np.exp(exponents - exponents.max())))

    if slope(0.0) >= 0.0:
        return 0.0
    if slope(LONGEST) <= 0.0:
        return LONGEST
    return float(brentq(slope, 0.0, LONGEST, xtol=1e-14, rtol=1e-14))
