"""A long computation in pieces: Ctrl-C ends it, and what is finished stays."""

from collections.abc import Callable
from typing import TypeVar

from drupe.foundation.progress import Progress

Piece = TypeVar("Piece")


class Pieces:
    """Computes one piece after the other; once interrupted, it leaves out all that follow and remembers their names.

    Parameters
    ----------
    planned
        How many there will be.
    progress
        Told which share of them is done.
    keep
        Whether Ctrl-C ends the work and keeps the pieces that are there, instead of being raised.

    Examples
    --------
    >>> def interrupted():
    ...     raise KeyboardInterrupt
    >>> pieces = Pieces(3, keep=True)
    >>> [pieces.get("one", lambda: 1), pieces.get("two", interrupted), pieces.get("three", lambda: 3)], pieces.missing
    ([1, None, None], ['two', 'three'])
    """

    def __init__(self, planned: int, progress: Progress | None = None, *, keep: bool = False):
        self._planned, self._done, self._progress, self._keep = planned, 0, progress, keep
        self.missing: list[str] = []

    def get(self, name: str, compute: Callable[[], Piece]) -> Piece | None:
        """The piece, or None if the work was interrupted before it was finished."""
        if self.missing:
            self.missing.append(name)
            return None
        try:
            found = compute()
            self._done += 1
            if self._progress is not None:
                self._progress(min(1.0, self._done / self._planned))
            return found
        except KeyboardInterrupt:
            if not self._keep:
                raise
            self.missing.append(name)
            return None
