"""The error map of boosting by three: what a majority makes of the error of its members, and how often it must."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from drupe.foundation.parameters import Checked, Interval, check, ranged

Error = TypeVar("Error", float, Fraction, npt.NDArray[np.floating[Any]])
"""A probability of error, in floating point or exactly; or many of them."""

BELOW_CHANCE = Interval(0.0, 0.5, closed_low=False)
"""Errors that mean something: neither none nor those of a coin."""

ROUNDING = 1e-12
"""Share of an error that may be rounding after many rounds, each of which doubles it."""

UP_TO_CHANCE = Interval(0.0, 0.5, closed_high=True)


def boosted_error(error: Error) -> Error:
    """g(ε) = 3ε² − 2ε³: the error of the majority of three rules that err with probability ε, each on its own law.

    It is also the probability that two of three independent coins show what each shows with probability ε. Its fixed
    points are 0, ½ and 1; between the first two it lies below ε, and g(1 − ε) = 1 − g(ε).

    Examples
    --------
    >>> boosted_error(0.25), boosted_error(Fraction(1, 3))
    (0.15625, Fraction(7, 27))

    References
    ----------
    [Mukherjee04]_, section 6.3, algorithm 1, whose summary prints 2ε² − 3ε³; [Schapire90]_, section 3.
    """
    boosted: Error = error * error * (3 - 2 * error)
    return boosted


def boosted_errors(error: Error, rounds: int) -> list[Error]:
    """ε, g(ε), g(g(ε)), ...: the error before boosting and after 1, 2, ... rounds of it.

    Far below ½ each round squares the error, and triples it; next to ½ it lengthens the distance from ½ by half.

    Examples
    --------
    >>> [round(error, 6) for error in boosted_errors(0.1, 3)]
    [0.1, 0.028, 0.002308, 1.6e-05]

    References
    ----------
    [Mukherjee04]_, section 6.3, figure 1.
    """
    check("boosted_errors", "rounds", rounds, Interval(0, whole=True))
    errors = [error]
    for _ in range(rounds):
        errors.append(boosted_error(errors[-1]))
    return errors


def error_to_boost(error: float) -> float:
    """g⁻¹(ε) on [0, ½]: what three rules may err so that their majority errs with probability ε.

    Notes
    -----
    With ε = ½ − ½ sin 3θ the map is ½ − sin θ, since sin 3θ = 3 sin θ − 4 sin³ θ. For small ε the difference would
    lose all digits; there it is the product 2 sin ψ cos(π/6 − ψ) with ψ = π/12 − θ/2 = (arcsin √ε) / 3.

    Examples
    --------
    >>> round(error_to_boost(0.1), 7), error_to_boost(0.5)
    (0.1958001, 0.5)

    References
    ----------
    [Mukherjee04]_, section 6.3, algorithm 1.
    """
    check("error_to_boost", "error", error, UP_TO_CHANCE)
    if error >= 0.25:
        return 0.5 - math.sin(math.asin(1.0 - 2.0 * error) / 3.0)
    part = math.asin(math.sqrt(error)) / 3.0
    return 2.0 * math.sin(part) * math.cos(math.pi / 6.0 - part)


@dataclass(frozen=True)
class Recursion(Checked):
    """How deep boosting by three must go from rules of error `weak_error` to a rule of error `error`.

    Parameters
    ----------
    error
        ε, in (0, ½).
    weak_error
        What the weak learner reaches, in (0, ½).

    Examples
    --------
    >>> recursion = Recursion(error=0.01, weak_error=0.4)
    >>> recursion.levels, recursion.leaves
    (6, 729)
    >>> [round(target, 4) for target in Recursion(error=0.1, weak_error=0.25).targets]
    [0.1, 0.1958, 0.2837]

    References
    ----------
    [Mukherjee04]_, section 6.3.
    """

    error: float = ranged(BELOW_CHANCE)
    weak_error: float = ranged(BELOW_CHANCE)

    @property
    def levels(self) -> int:
        """The least r at which g, r times over, brings the weak error down to ε; 0 if it is there already."""
        levels, reached, edge = 0, self.weak_error, 0.5 - self.weak_error
        while reached > self.error * (1.0 + ROUNDING):
            # Next to ½ only the distance from it keeps its digits: g(½ − t) = ½ − t (3/2 − 2t²).
            edge *= 1.5 - 2.0 * edge * edge
            levels, reached = levels + 1, boosted_error(reached) if reached < 0.25 else 0.5 - edge
        return levels

    @property
    def leaves(self) -> int:
        """3^levels, the weak rules in the boosted one if no part of it is good enough earlier."""
        return int(3**self.levels)

    @property
    def targets(self) -> tuple[float, ...]:
        """ε, g⁻¹(ε), g⁻¹(g⁻¹(ε)), ...: what each level must reach, the last of them by weak rules."""
        targets = [self.error]
        for _ in range(self.levels):
            targets.append(error_to_boost(targets[-1]))
        return tuple(targets)
