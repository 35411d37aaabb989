"""The two players, each the sign of their stones."""

from enum import IntEnum
from typing import Any

from drupe.foundation.errors import InputError


class Color(IntEnum):
    """Black, who plays first, or White."""

    BLACK = 1
    WHITE = -1

    @property
    def opponent(self) -> "Color":
        """The other player."""
        return Color(-self)

    @classmethod
    def of(cls, value: Any) -> "Color":
        """The player of a sign; an error for anything else."""
        try:
            return cls(value)
        except ValueError:
            raise InputError(f"a player is Color.BLACK or Color.WHITE, got {value!r}.") from None
