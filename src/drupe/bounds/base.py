"""The bound: a theorem as an object, with its premises, its source and worlds to test it in."""

import math
from abc import ABC, abstractmethod
from numbers import Real
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np

from drupe.bounds.concentration.rounding import upward
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.foundation.citations import Citation
from drupe.foundation.errors import InputTypeError, ParameterError
from drupe.witness.assumptions import Assumption

W = TypeVar("W")


class Bound(ABC, Generic[W]):
    """With probability at least 1 − δ over the sample, the risk is at most `risk(witness, delta)`.

    An author writes `_risk`, whose arguments have been checked, `worlds`, and the class attributes; a bound with
    parameters of its own (a prior, a grid) is a frozen dataclass. Values are rounded up and cut at `most`.
    """

    witness: ClassVar[type[Any]]
    """What the theorem looks at."""

    subject: ClassVar[Subject]
    """Whose risk is bounded."""

    assumptions: ClassVar[frozenset[Assumption]]
    """The premises."""

    source: ClassVar[Citation]
    """Where the theorem stands."""

    weight: ClassVar[float] = 0.125
    """Its part of δ where several bounds are asked, up to a common factor: more for those that are often the best.

    Fixed before any data. A factor in δ is but a summand in its logarithm. What takes further examples is asked only
    where these are given, and is then the best nearly always: it has by far the most.
    """

    rises_with: ClassVar[tuple[str, ...]] = ()
    """Fields of the witness in which the bound does not fall, all else being equal."""

    falls_with: ClassVar[tuple[str, ...]] = ()
    """Fields of the witness in which the bound does not rise, all else being equal."""

    most: ClassVar[float] = 1.0
    """The value that says nothing: the largest possible risk."""

    @abstractmethod
    def _risk(self, witness: W, delta: float) -> float:
        """The formula; may exceed `most`."""

    @abstractmethod
    def worlds(self) -> tuple[World[W], ...]:
        """Where to try it: distributions and learners with exactly known risk."""

    def risk(self, witness: W, delta: float) -> float:
        """The bound at confidence 1 − δ."""
        if not isinstance(witness, self.witness):
            raise InputTypeError(
                f"{type(self).__name__} looks at {self.witness.__name__}, got {type(witness).__name__}."
            )
        delta = checked_delta(delta)
        value = self._risk(witness, delta)
        # Up by more than rounding: no digit may speak in the rule's favor. What is no number says nothing.
        limit = self.limit(witness)
        return limit if math.isnan(value) else min(limit, upward(value))

    def limit(self, witness: W) -> float:
        """The largest possible risk: `most`, unless the witness knows how large its losses can be."""
        return self.most

    def vacuous(self, value: float, witness: W | None = None) -> bool:
        """Whether a value says no more than that risks cannot exceed their largest value."""
        return value >= (self.most if witness is None else self.limit(witness))


def checked_delta(delta: float) -> float:
    """δ if it is a probability strictly between 0 and 1, in whatever type of real numbers it comes.

    >>> checked_delta(np.float32(0.05))
    0.05
    """
    if isinstance(delta, bool) or not isinstance(delta, Real) or not 0.0 < delta < 1.0:
        raise ParameterError(f"delta is the probability with which a statement may fail, in (0, 1); got {delta!r}.")
    # What was meant by numpy.float32(0.05) is 0.05, not what is left of it in single precision.
    return float(str(delta)) if isinstance(delta, np.floating) else float(delta)
