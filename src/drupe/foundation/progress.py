"""Who is told how far a long computation has come."""

from typing import Protocol


class Progress(Protocol):
    """Called now and then, from the calling thread, with the fraction done in [0, 1]."""

    def __call__(self, fraction: float, /) -> None: ...
