"""Statements on the average over training sets: estimates, never certificates."""

import math
from abc import ABC, abstractmethod
from typing import Any, ClassVar, Generic, TypeVar

from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.foundation.citations import Citation
from drupe.foundation.errors import InputTypeError
from drupe.witness.assumptions import Assumption

W = TypeVar("W")


class Expectation(ABC, Generic[W]):
    """On average over samples of n examples, the value is at least the risk of rules learned from n − 1.

    Nothing is said of one sample, and so no δ appears: it is another type than a Bound, and `certify` does not know
    it. An author writes `_value`, `worlds` and the class attributes.
    """

    witness: ClassVar[type[Any]]
    """What the theorem looks at."""

    subject: ClassVar[Subject] = Subject.AVERAGE
    """Whose risk it speaks of."""

    assumptions: ClassVar[frozenset[Assumption]]
    """The premises."""

    source: ClassVar[Citation]
    """Where the theorem stands."""

    unbiased: ClassVar[bool] = False
    """Whether the averages are equal, not only ordered."""

    rises_with: ClassVar[tuple[str, ...]] = ()
    """Fields of the witness in which the value does not fall, all else being equal."""

    falls_with: ClassVar[tuple[str, ...]] = ()
    """Fields of the witness in which the value does not rise, all else being equal."""

    @abstractmethod
    def _value(self, witness: W) -> float:
        """The formula; may exceed 1."""

    @abstractmethod
    def worlds(self) -> tuple[World[W], ...]:
        """Where to try it; the risk of an outcome is that of a rule learned from one example less."""

    def value(self, witness: W) -> float:
        """The estimate, in [0, 1]."""
        if not isinstance(witness, self.witness):
            raise InputTypeError(
                f"{type(self).__name__} looks at {self.witness.__name__}, got {type(witness).__name__}."
            )
        value = self._value(witness)
        return 1.0 if math.isnan(value) else min(1.0, value)
