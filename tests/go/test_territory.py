"""Territory: learned from both sides, so that exchanging the colors turns every sign round."""

import numpy as np
import pytest
from go.drawn_boards import drawn

from drupe import SVC
from drupe.foundation.errors import InputError
from drupe.go import Board
from drupe.go.territory import TerritoryModel


def walls(column: int) -> tuple[Board, np.ndarray]:
    """Black left of a wall, White right of another beside it."""
    stones = np.zeros((7, 7), dtype=np.int8)
    stones[:, column], stones[:, column + 1] = 1, -1
    return Board.of(stones), np.where(np.arange(7) <= column, 1, -1) * np.ones((7, 1), dtype=int)


@pytest.fixture(scope="module")
def model() -> TerritoryModel:
    boards, owners = zip(*(walls(column) for column in (1, 3, 4)), strict=True)
    return TerritoryModel(SVC(C=10.0), longest=4).fit(boards, owners)


@pytest.mark.spec("G.G-08")
def test_walls_are_understood_where_none_stood_before(model: TerritoryModel) -> None:
    board, owners = walls(2)
    assert (model.estimate(board).owners == owners).all()
    assert model.estimate(board).score == owners.sum()
    assert len(model.estimate(board).dead(board)) == 0


@pytest.mark.spec("G.G-08")
def test_exchanging_colors_turns_the_sign(model: TerritoryModel) -> None:
    for turns in (5, 25):
        board = drawn(7, turns, np.random.default_rng(turns))
        swapped = Board.of(-board.stones)
        np.testing.assert_allclose(model.estimate(board).outputs, -model.estimate(swapped).outputs, atol=1e-8)


def test_random_games_are_a_column_more() -> None:
    boards, owners = zip(*(walls(column) for column in (1, 3, 4)), strict=True)
    model = TerritoryModel(SVC(C=10.0), longest=2, games=20).fit(boards, owners)
    board, truth = walls(2)
    assert (
        model.machine.n_features_in_ == TerritoryModel(SVC(), longest=2).fit(boards, owners).machine.n_features_in_ + 1
    )
    assert (model.estimate(board).owners == truth).all()


def test_stones_of_a_chain_share_their_fate(model: TerritoryModel) -> None:
    board = drawn(7, 30, np.random.default_rng(2))
    outputs = model.estimate(board).outputs.ravel()
    for point in np.flatnonzero(board.stones.ravel()).tolist():
        assert len({float(outputs[other]) for other in board.chain(point)}) == 1


def test_what_cannot_be_learned_from_is_said() -> None:
    board, _ = walls(2)
    with pytest.raises(InputError, match="points of both players"):
        TerritoryModel(SVC()).fit([board], [np.zeros(49)])
    with pytest.raises(InputError, match="has 49 owners"):
        TerritoryModel(SVC()).fit([board], [np.zeros(48)])
