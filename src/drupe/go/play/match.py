"""A match: games between a player and an opponent, scored twice, by area and by whoever knows what is dead.

Three rules keep a match honest: an opponent that passes while dead stones stand must be asked for its score, or
capture them, since by area dead stones count as alive; a random player goes through the same harness, and if it wins,
the harness is wrong; openings are varied, since players without chance repeat their games.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from drupe.foundation.errors import InputError
from drupe.go.board import Board
from drupe.go.color import Color
from drupe.go.play.external_program import ExternalProgram
from drupe.go.play.eyes import sensible_moves
from drupe.go.play.players import Player

LONGEST = 3
"""Turns for each point after which a game is stopped."""


@dataclass(frozen=True)
class GameEnd:
    """How a game ended, seen by our player.

    Parameters
    ----------
    margin
        Our points minus the other's by area, komi counted; dead stones count as alive.
    judged
        The same by the opponent's score, which takes dead stones away; None if it gives none.
    dead
        Stones that the opponent takes for dead, if asked.
    moves
        All moves, by which equal games are known.
    stopped
        Why the game did not come to an end; empty if it did.
    """

    margin: float
    judged: float | None
    dead: int
    moves: tuple[int, ...]
    stopped: str = ""

    @property
    def won(self) -> bool:
        """By the opponent's score where there is one."""
        return (self.margin if self.judged is None else self.judged) > 0


@dataclass(frozen=True, eq=False)
class Match:
    """Games with alternating colors from openings drawn at random.

    Parameters
    ----------
    size, komi
        Of the games.
    opening
        Moves drawn at random, before players take over.
    seed
        Of the openings.
    seconds
        For each move; None for no limit.
    """

    size: int = 9
    komi: float = 7.5
    opening: int = 2
    seed: int = 0
    seconds: float | None = None

    def against_player(self, ours: Player, other: Player, games: int) -> Iterator[GameEnd]:
        """Both play on until neither has a move that fills no eye, so that area counts right."""
        for number in range(games):
            board, color = self._opened(number)
            while not board.over and len(board.turns) < LONGEST * self.size**2:
                player = ours if board.to_play is color else other
                board.play(player.choose(board, self.komi, self.seconds))
            yield GameEnd(self._margin(board, color), None, 0, _moves(board), "" if board.over else "too long")

    def against_program(self, ours: Player, other: ExternalProgram, games: int) -> Iterator[GameEnd]:
        """Start the other so that it captures dead stones before it passes, if it can, and let it score."""
        for number in range(games):
            board, color = self._opened(number)
            other.start(board, self.komi)
            stopped = self._played(board, color, ours, other)
            judged = None if stopped else _points(other.score(), color)
            if stopped == "the other resigned":
                judged = np.inf
            dead = 0 if stopped else len(other.dead(self.size))
            yield GameEnd(self._margin(board, color), judged, dead, _moves(board), stopped)

    def _played(self, board: Board, color: Color, ours: Player, other: ExternalProgram) -> str:
        """Play to the end; why it was not reached, or nothing."""
        while not board.over:
            if len(board.turns) >= LONGEST * self.size**2:
                return "too long"
            player = board.to_play
            if player is color:
                move = ours.choose(board, self.komi, self.seconds)
                other.told(player, move, self.size)
            else:
                answer = other.move(player, self.size)
                if answer is None:
                    return "the other resigned"
                move = answer
            try:
                board.play(move)
            except InputError as error:
                return f"the other plays by other rules: {error}"
        return ""

    def _opened(self, number: int) -> tuple[Board, Color]:
        rng = np.random.default_rng([self.seed, number // 2])  # each opening twice, once with either color
        board = Board(self.size)
        for _ in range(self.opening):
            board.play(int(rng.choice(sensible_moves(board))))
        return board, Color.BLACK if number % 2 == 0 else Color.WHITE

    def _margin(self, board: Board, color: Color) -> float:
        black, white = board.area()
        return (black - white - self.komi) * int(color)


def _points(text: str, color: Color) -> float | None:
    """Our points by a score such as B+3.5.

    >>> _points("W+2.5", Color.BLACK), _points("0", Color.BLACK), _points("W+R", Color.WHITE)
    (-2.5, 0.0, inf)
    """
    winner, _, lead = text.partition("+")
    if text == "0":
        return 0.0
    if winner not in ("B", "W"):
        return None
    points = float(lead) if lead.replace(".", "", 1).isdecimal() else np.inf
    return points if (winner == "B") == (color is Color.BLACK) else -points


def _moves(board: Board) -> tuple[int, ...]:
    return tuple(move for _, move in board.turns)
