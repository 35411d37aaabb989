"""Enumerations that say how they are made again, to those who ask in the old way: skops does."""

from enum import Enum
from typing import Any


class Enumeration(Enum):
    """An Enum whose members survive every way of saving a fitted machine."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.value,)
