"""Files of weights: the one that ships, round trips, and broken ones."""

import contextlib
from pathlib import Path

import numpy as np
import pytest

from drupe.foundation.errors import DrupeError, FileError, InputError
from drupe.go import Board
from drupe.go.features import Tactics
from drupe.go.play.default_ranker import default_ranker, game_features, load_ranker, save_ranker
from drupe.go.ranking import LinearScores, MoveRanker


def test_what_ships_is_small_and_knows_an_atari() -> None:
    import drupe.go.play

    shipped = Path(drupe.go.play.__file__).with_name("weights.npz")
    assert shipped.stat().st_size < 60_000
    board = Board.with_stones(["E5", "E4"], ["D5", "E6", "F5", "D4", "F4"], size=9)
    assert default_ranker().rank(board).best == 58  # E3, the last liberty


def test_weights_come_back(tmp_path: Path) -> None:
    features = game_features(reach=4, buckets=64, back=1)
    weights = np.where(np.arange(features.columns) % 7 == 0, 0.5, 0.0)
    save_ranker(MoveRanker(features, LinearScores(weights)), tmp_path / "w.npz")
    again = load_ranker(tmp_path / "w.npz")
    assert again.features == features
    assert (again.scores.weights == weights).all()  # type: ignore[attr-defined]
    assert [path.name for path in tmp_path.iterdir()] == ["w.npz"]


def test_other_features_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="features of games"):
        save_ranker(MoveRanker(Tactics(), LinearScores(np.zeros(Tactics().columns))), tmp_path / "w.npz")


def test_broken_files_are_told(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="no such file"):
        load_ranker(tmp_path / "none.npz")
    whole = tmp_path / "w.npz"
    features = game_features(reach=2, buckets=16, back=1)
    save_ranker(MoveRanker(features, LinearScores(np.ones(features.columns))), whole)
    content = whole.read_bytes()
    rng = np.random.default_rng(0)
    for _ in range(60):
        damaged = bytearray(content[: int(rng.integers(1, len(content)))] if rng.random() < 0.5 else content)
        damaged[int(rng.integers(len(damaged)))] ^= 1 << int(rng.integers(8))
        (tmp_path / "d.npz").write_bytes(bytes(damaged))
        with contextlib.suppress(DrupeError):  # and no other; some bits do not matter
            load_ranker(tmp_path / "d.npz")
    (tmp_path / "d.npz").write_bytes(content[:-20])
    with pytest.raises(InputError, match=r"d\.npz: this is no file of weights"):
        load_ranker(tmp_path / "d.npz")
