"""A search in the tree of moves: promising ones first by a ranking, leaves judged by random games to their end."""

import math
import time
from dataclasses import dataclass, field

import numpy as np

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.parameters import Checked, positive, whole
from drupe.go.board import Board
from drupe.go.color import Color
from drupe.go.play.eyes import sensible_moves
from drupe.go.playouts import playouts
from drupe.go.ranking.move_ranker import MoveRanker
from drupe.go.vertices import PASS

SURE = 0.5
"""Mean ownership from which on a point counts as somebody's when the game might be over."""


@dataclass(eq=False)
class Node:
    """A position of the tree, seen by the player to move: its moves, their shares of the ranking, visits and wins."""

    moves: Index
    shares: Vector
    visits: Vector = field(init=False)
    wins: Vector = field(init=False)
    children: dict[int, "Node"] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.visits, self.wins = np.zeros(len(self.moves)), np.zeros(len(self.moves))

    def most_promising(self, curiosity: float) -> int:
        """argmax wins / visits + curiosity · share · √(all visits) / (1 + visits); unseen moves begin with the mean."""
        seen = self.visits.sum()
        mean = self.wins.sum() / seen if seen else 0.5
        rates = np.where(self.visits > 0, self.wins / np.maximum(self.visits, 1.0), mean)
        return int(np.argmax(rates + curiosity * self.shares * math.sqrt(seen + 1.0) / (1.0 + self.visits)))


@dataclass(frozen=True, eq=False)
class TreeSearch(Checked):
    """Plays the move of which the search has looked at most continuations.

    Parameters
    ----------
    ranker
        What ranks the moves of each position that is met.
    visits
        Positions that are looked at for a move, at most; fewer if the time is up.
    games
        Random games for each of them.
    curiosity
        How much the ranking counts against the outcomes so far.
    seed
        Of the random games.

    References
    ----------
    [Kocsis06]_, section 2.2; [Gelly11]_, section 3; [Graepel02]_, section 10.5, which proposes a search.
    """

    ranker: MoveRanker
    visits: int = whole(1, 800)
    games: int = whole(1, 12)
    curiosity: float = positive(1.0)
    seed: int = whole(0, 0)

    def choose(self, board: Board, komi: float = 0.0, seconds: float | None = None) -> int:
        """The move; a pass if there is no other, or if the other has passed and the game is won as it stands."""
        moves = sensible_moves(board)
        if not moves or (self._other_passed(board) and self._won(board, komi)):
            return PASS
        if len(moves) == 1:
            return moves[0]
        deadline = math.inf if seconds is None else time.monotonic() + seconds
        rng, root = np.random.default_rng([self.seed, len(board.turns)]), self._expanded(board)
        for _ in range(self.visits):
            self._visit(board.copy(), root, komi, rng)
            if time.monotonic() >= deadline:
                break
        return int(root.moves[np.argmax(root.visits)])

    def _visit(self, board: Board, root: Node, komi: float, rng: np.random.Generator) -> None:
        """Go down to a new position, judge it, and tell all that led there."""
        path, node = [], root
        while True:
            choice = node.most_promising(self.curiosity)
            path.append((node, choice, board.to_play))
            board.play(int(node.moves[choice]))
            if board.over or choice not in node.children:
                break
            node = node.children[choice]
        if not board.over:
            node.children[choice] = self._expanded(board)
        black = self._black_wins(board, komi, rng)
        for passed, move, player in path:
            passed.visits[move] += 1.0
            passed.wins[move] += black if player is Color.BLACK else 1.0 - black

    def _expanded(self, board: Board) -> Node:
        moves = sensible_moves(board)
        if not moves:
            return Node(np.array([PASS]), np.ones(1))
        ranking = self.ranker.rank(board, moves)
        return Node(ranking.points, ranking.shares)

    def _black_wins(self, board: Board, komi: float, rng: np.random.Generator) -> float:
        if board.over:
            black, white = board.area()
            return float(black - white > komi) + 0.5 * float(black - white == komi)
        return playouts(board, self.games, random_state=rng).wins(komi)

    def _other_passed(self, board: Board) -> bool:
        return bool(board.turns) and board.turns[-1].move == PASS

    def _won(self, board: Board, komi: float) -> bool:
        """By the area as it stands, and by what random games make of it: dead stones of one's own must not deceive."""
        black, white = board.area()
        owned = playouts(board, 100, random_state=self.seed).ownership
        likely = int((owned > SURE).sum()) - int((owned < -SURE).sum())
        lead = min if board.to_play is Color.BLACK else max
        return (lead(black - white, likely) - komi) * int(board.to_play) > 0
