"""Random games from a position to their end: a rough estimate of who is ahead, and of whose each point will be."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Matrix
from drupe.foundation.errors import ParameterError
from drupe.foundation.randomness import RandomState, generator
from drupe.foundation.threads import thread_count
from drupe.go.board import Board
from drupe.native import go_playouts


@dataclass(frozen=True)
class Playouts:
    """How random games ended.

    Parameters
    ----------
    black
        Black's area at the end of each game.
    white
        White's.
    turns
        Moves and passes of each game.
    ownership
        For each point the mean of 1 where it was Black's at the end, −1 where White's and 0 where nobody's.
    """

    black: npt.NDArray[np.int32] = field(repr=False)
    white: npt.NDArray[np.int32] = field(repr=False)
    turns: npt.NDArray[np.int32] = field(repr=False)
    ownership: Matrix = field(repr=False)

    def wins(self, komi: float = 0.0) -> float:
        """The share of games that Black won, where White has so many points besides; a tie is half a win."""
        margins = self.black - self.white - komi
        return float(np.mean((margins > 0.0) + 0.5 * (margins == 0.0)))


def playouts(
    board: Board,
    games: int = 100,
    *,
    most_turns: int | None = None,
    random_state: RandomState = None,
    n_jobs: int | None = 1,
) -> Playouts:
    """Play games to their end with moves that are drawn from all that are legal, no suicide, and fill no own eye.

    Who has no such move passes; two passes end a game, as do `most_turns`, three for each point unless said otherwise.
    The same `random_state` gives the same games, whatever the number of threads.

    >>> ends = playouts(Board(5), 50, random_state=0)
    >>> len(ends.black), bool((ends.black + ends.white <= 25).all())
    (50, True)
    """
    if most_turns is None:
        most_turns = 3 * board.size**2
    for name, value, least in (("games", games, 1), ("most_turns", most_turns, 0)):
        if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
            raise ParameterError(f"playouts: {name} must be a whole number, {least} or more, got {value!r}.")
    seed = int(generator(random_state).integers(2**63))
    black, white, turns, owned = go_playouts(board, int(games), seed, int(most_turns), thread_count(n_jobs), None)
    return Playouts(black, white, turns, owned.reshape(board.size, board.size) / games)
