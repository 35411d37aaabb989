"""Boards after some random moves."""

import numpy as np

from drupe.go import PASS, Board


def drawn(size: int, turns: int, rng: np.random.Generator) -> Board:
    """A board after so many legal moves."""
    board = Board(size)
    for _ in range(turns):
        moves = board.legal_moves(suicide=False)
        board.play(int(rng.choice(moves)) if moves else PASS)
    return board
