"""In which order a perceptron meets the examples, pass by pass."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Index
from drupe.foundation.errors import InputError
from drupe.foundation.randomness import RandomState, generator
from drupe.inputs.index import positions


class Order(ABC):
    """A way to go through n examples, again and again."""

    @abstractmethod
    def passes(self, n: int) -> Iterator[Index]:
        """The positions of each pass, without end."""


@dataclass(frozen=True)
class AsGiven(Order):
    """1, 2, ..., n in every pass."""

    def passes(self, n: int) -> Iterator[Index]:
        everyone = np.arange(n)
        while True:
            yield everyone


@dataclass(frozen=True)
class Shuffled(Order):
    """A new random order in every pass.

    Parameters
    ----------
    random_state
        Seed or generator.
    """

    random_state: RandomState = 0

    def passes(self, n: int) -> Iterator[Index]:
        random = generator(self.random_state)
        while True:
            yield random.permutation(n)


@dataclass(frozen=True, eq=False)
class Sequence(Order):
    """A training sequence, which may leave examples out or repeat them.

    Parameters
    ----------
    positions
        Which example is met when.

    References
    ----------
    [Herbrich02]_, definition 5.20; [Graepel02]_, section 6.2.1.
    """

    positions: Index

    def passes(self, n: int) -> Iterator[Index]:
        sequence = positions(self.positions, n)
        if not len(sequence):
            raise InputError("a training sequence must name at least one example, got none.")
        while True:
            yield sequence
