"""Mistakes on fresh examples that somebody watched, one after the other, and stopped when he liked."""

from dataclasses import dataclass

from drupe.witness.held_out import HeldOut


@dataclass(frozen=True)
class Watched(HeldOut):
    """Errors of one fixed rule among the first n of a stream of fresh examples, however n was chosen.

    The reader may have looked after every example and have stopped for what he saw: because the limit was low enough,
    or at its lowest, or because time was up.

    Parameters
    ----------
    errors
        How many of them it gets wrong.
    n
        How many there were when the reader stopped.

    Examples
    --------
    >>> Watched(errors=3, n=100).rate
    0.03
    """
