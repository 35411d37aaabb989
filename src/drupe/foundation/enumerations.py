"""Enumerations whose members can be pickled in the old protocol, which skops uses."""

from enum import Enum
from typing import Any


class Enumeration(Enum):
    """An Enum whose members survive every way of saving a fitted machine."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.value,)
