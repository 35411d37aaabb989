"""How large a file becomes where it says "the same again": counted in bytes while it is read, and limited.

Thirty sums, each of the one before and itself again, are thirty lines and a billion terms. A value that is referred to
counts as if it stood there once more, so that a walk through what was read, to predict or to describe it, takes
a time in proportion to the size of the file. Counting is linear: every value knows how much it unfolds to.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from drupe.persistence.json_values import DEEPEST, corrupt

NODE = 16
"""Bytes that a value of the document counts as; an array counts as it is."""

TIMES = 32
"""How often a file may unfold to its own size; machines that share their kernels and examples reach four."""

SMALL = 2**18
"""Bytes that every file may unfold to."""


@dataclass(frozen=True)
class Made:
    """A value that can be referred to.

    Parameters
    ----------
    value
        The value.
    size
        What it unfolds to, in bytes.
    height
        How many values lie inside one another in it.
    """

    value: Any
    size: int
    height: int


class Unfolding:
    """The count of one file.

    Parameters
    ----------
    size
        Bytes of the file.
    """

    def __init__(self, size: int):
        self._most = max(SMALL, TIMES * size)
        self._spent = 0
        self._depth = 0
        self._deepest = 0

    def enter(self) -> None:
        """One value more, inside of the one that is being read."""
        self.spend(NODE)
        self._depth += 1
        self._reach(self._depth)

    def leave(self) -> None:
        """End the count of the value that is complete."""
        self._depth -= 1

    @contextmanager
    def measured(self) -> Iterator[list[int]]:
        """Size and height, which the list holds at the end, of what is read meanwhile."""
        before, deepest = self._spent, self._deepest
        self._deepest = self._depth
        extent: list[int] = []
        yield extent
        extent += [NODE + self._spent - before, self._deepest - self._depth]
        self._deepest = max(deepest, self._deepest)

    def again(self, made: Made) -> None:
        """Count a value once more that is referred to."""
        self.spend(made.size)
        self._reach(self._depth + made.height)

    def spend(self, size: int) -> None:
        """Count so many bytes."""
        self._spent += size
        if self._spent > self._most:
            raise corrupt(f"values that are referred to again and again unfold to more than {self._most} bytes")

    def _reach(self, depth: int) -> None:
        self._deepest = max(self._deepest, depth)
        if depth > DEEPEST:
            raise corrupt(f"values lie more than {DEEPEST} deep inside one another")
