"""Players: legal, no own eyes filled, an open capture not missed, and the end of a game found."""

import numpy as np
import pytest
from go.drawn_boards import drawn

from drupe.go import PASS, Board, Color
from drupe.go.features import Tactics
from drupe.go.play import RandomPlayer, RankingPlayer, TreeSearch, default_ranker
from drupe.go.play.eyes import own_eyes, sensible_moves
from drupe.go.play.match import Match
from drupe.go.ranking import LinearScores, MoveRanker


def eye_by_definition(board: Board, point: int) -> bool:
    """All neighbors own, and of the corners at most one is an enemy's, none at the edge of the board."""
    size, own = board.size, int(board.to_play)
    row, column = divmod(point, size)
    stones = board.stones

    def on_board(r: int, c: int) -> bool:
        return 0 <= r < size and 0 <= c < size

    sides = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    corners = [(row + down, column + right) for down in (-1, 1) for right in (-1, 1)]
    if stones[row, column] or any(on_board(*side) and stones[side] != own for side in sides):
        return False
    enemies = sum(on_board(*corner) and stones[corner] == -own for corner in corners)
    return enemies == 0 or (enemies == 1 and all(on_board(*corner) for corner in corners))


def test_eyes_are_those_of_the_definition() -> None:
    rng, found = np.random.default_rng(0), 0
    for _ in range(30):
        board = drawn(5, int(rng.integers(5, 40)), rng)
        expected = [eye_by_definition(board, point) for point in range(25)]
        found += sum(expected)
        assert own_eyes(board).tolist() == expected
    assert found > 10


@pytest.mark.spec("G.G-07")
def test_moves_are_legal_until_both_pass() -> None:
    for player in (RandomPlayer(0), RankingPlayer(default_ranker())):
        board = Board(7)
        while not board.over:
            move = player.choose(board)
            assert move == PASS or move in sensible_moves(board)
            board.play(move)
            assert len(board.turns) < 3 * 49


@pytest.mark.spec("G.G-07")
def test_the_ranking_beats_a_random_player() -> None:
    ends = list(Match(size=7, komi=0.0).against_player(RankingPlayer(default_ranker()), RandomPlayer(1), 12))
    assert sum(end.won for end in ends) >= 11
    assert len({end.moves for end in ends}) == 12
    assert not any(end.stopped for end in ends)


@pytest.mark.spec("G.G-09")
@pytest.mark.parametrize("seed", range(3))
def test_the_search_solves_what_the_ranking_does_not_know(seed: int) -> None:
    """On 3 × 3 Black takes the whole board from the center, 3 points from a side, and loses all from a corner."""
    knows_nothing = MoveRanker(Tactics(), LinearScores(np.zeros(Tactics().columns)))
    assert RankingPlayer(knows_nothing).choose(Board(3)) == 0
    assert TreeSearch(knows_nothing, visits=300, games=4, seed=seed).choose(Board(3), komi=5.5) == 4


def test_a_pass_ends_a_game_that_is_won_and_no_other() -> None:
    rows = ". X . O .\n" * 5
    search = TreeSearch(default_ranker(), visits=20, games=4)
    board = Board.of(rows, Color.WHITE)
    board.play(PASS)
    assert search.choose(board, komi=-7.5) == PASS  # Black to move, far ahead
    assert search.choose(board, komi=7.5) != PASS


def test_the_search_ends_when_the_time_is_up() -> None:
    class Counting:
        """A ranker that counts how often it is asked, and lets the clock run out."""

        def __init__(self) -> None:
            self.asked = 0

        def rank(self, board: Board, moves: object = None) -> object:
            self.asked += 1
            return default_ranker().rank(board, moves)

    ranker = Counting()
    TreeSearch(ranker, visits=10_000, games=1).choose(Board(5), 0.0, seconds=0.0)  # type: ignore[arg-type]
    assert ranker.asked <= 2


def test_the_same_seed_plays_the_same() -> None:
    board = drawn(7, 10, np.random.default_rng(5))
    search = TreeSearch(default_ranker(), visits=30, games=4, seed=3)
    assert search.choose(board, 7.5) == search.choose(board, 7.5)
