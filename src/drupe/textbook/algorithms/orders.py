"""In which order coordinate ascent takes the variables: round by round, each looking at where the last one led."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Index
from drupe.foundation.parameters import Checked, nonnegative
from drupe.foundation.randomness import RandomState, generator
from drupe.textbook.algorithms.point import Point
from drupe.textbook.algorithms.residuals import residuals


class Order(Checked, ABC):
    """Rounds of variables; a round may depend on the point."""

    @abstractmethod
    def rounds(self, point: Point) -> Iterator[Index]:
        """The variables of each round, in order; ends only where no variable is left to change."""


@dataclass(frozen=True)
class Cyclic(Order):
    """1, 2, ..., n, over and over."""

    def rounds(self, point: Point) -> Iterator[Index]:
        while True:
            yield np.arange(len(point.alpha))


@dataclass(frozen=True)
class Shuffled(Order):
    """Every variable once a round, in a new random order each time.

    Parameters
    ----------
    random_state
        Seed or generator.
    """

    random_state: RandomState = 0

    def rounds(self, point: Point) -> Iterator[Index]:
        random = generator(self.random_state)
        while True:
            yield random.permutation(len(point.alpha))


@dataclass(frozen=True)
class WorstFirst(Order):
    """Only the variables that violate the optimality conditions, the worst first.  [Cristianini00]_, section 7.2."""

    def rounds(self, point: Point) -> Iterator[Index]:
        while True:
            violation = residuals(point)
            worst = np.argsort(-violation, kind="stable")
            violators = worst[violation[worst] > 0]
            if not len(violators):
                return
            yield violators


@dataclass(frozen=True)
class FreeFirst(Order):
    """One round through everything, then rounds through 0 < α < C until those are settled, and again.

    Parameters
    ----------
    tolerance
        Violation of a free variable that still counts as settled.

    References
    ----------
    [Cristianini00]_, section 7.2: points off the boundary are likelier to violate the conditions.
    """

    tolerance: float = nonnegative(1e-3)

    def rounds(self, point: Point) -> Iterator[Index]:
        while True:
            yield np.arange(len(point.alpha))
            while len(unsettled := np.flatnonzero(point.free() & (residuals(point) > self.tolerance))):
                steps = point.steps
                yield unsettled
                if point.steps == steps:  # they cannot move at this precision
                    break
