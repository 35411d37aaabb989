"""Replays stop at the first illegal move, and keep what came before."""

import os
from pathlib import Path

import pytest

from drupe.experiments.go_records import GO_GAMES, games
from drupe.go import Color, Turn
from drupe.go.records import GameRecord, replayed
from drupe.go.records.game_record import positions

DATA = Path(os.environ.get("DRUPE_DATA", Path(__file__).resolve().parents[4] / "shared" / "data"))


def test_an_illegal_move_ends_a_replay() -> None:
    record = GameRecord(5, (Turn(Color.BLACK, 12), Turn(Color.WHITE, 12), Turn(Color.BLACK, 0)))
    replay = replayed(record)
    assert (replay.played, len(replay.board.turns)) == (1, 1)
    assert "turn 2: C3 has a black stone" in replay.stopped
    assert len(list(positions(record))) == 1


def test_a_game_may_start_from_stones() -> None:
    record = GameRecord(5, (Turn(Color.WHITE, 12),), black=(0, 4), to_play=Color.WHITE)
    board = replayed(record).board
    assert int(board.stones.sum()) == 1
    assert board.to_play is Color.BLACK


@pytest.mark.slow
@pytest.mark.skipif(
    not (DATA / GO_GAMES.file).is_file(), reason=f"there is no {GO_GAMES.file} in {DATA}; DRUPE_DATA names another"
)
def test_the_traps_of_the_collection_of_games() -> None:
    """186 games lack their handicap stones, 9 more hold illegal moves; of these what came before is kept."""
    found = games(DATA)
    assert (len(found.records), found.handicap) == (3673, 186)
    assert sum(len(record.turns) for record in found.records) == 731_024
    replays = [replayed(record) for record in found.records]
    assert sum(bool(replay.stopped) for replay in replays) == 9
