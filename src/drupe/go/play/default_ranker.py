"""The ranker that comes with the package, and files of weights like its own."""

import zipfile
import zlib
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np

from drupe.foundation.errors import FileError, InputError
from drupe.go.features import LastMoves, Surroundings, Tactics, Together
from drupe.go.ranking.move_ranker import MoveRanker
from drupe.go.ranking.scores import LinearScores

FORMAT = "drupe go moves 1"
SHIPPED = "weights.npz"

BROKEN = (KeyError, ValueError, TypeError, EOFError, OSError, NotImplementedError, zipfile.BadZipFile, zlib.error)
"""What readers of archives raise at broken ones."""


@cache
def default_ranker() -> MoveRanker:
    """Tactics, surroundings and last moves, weighted by what professionals played.

    The weights were learned by `python -m drupe.experiments.go_moves --data DIR --positions 36000 --save FILE`.

    >>> from drupe.go.board import Board
    >>> board = Board.of("X O . . .\\n. . . . .\\n. . . . .\\n. . . . .\\n. . . . .")
    >>> len(default_ranker().rank(board))
    23
    """
    with as_file(files("drupe.go.play") / SHIPPED) as path:
        return load_ranker(path)


def game_features(reach: int = 9, buckets: int = 65536, back: int = 2) -> Together:
    """What is told of a move in a game."""
    return Together.of(Tactics(), Surroundings(reach, buckets), LastMoves(back))


def save_ranker(ranker: MoveRanker, path: Path) -> None:
    """Write the weights that are not zero; the features must be those of `game_features`."""
    scores, features = ranker.scores, ranker.features
    if not isinstance(scores, LinearScores) or not isinstance(features, Together) or len(features.parts) != 3:
        raise InputError("only linear scores of the features of games can be written to a file of weights.")
    _, around, last = features.parts
    assert isinstance(around, Surroundings)
    assert isinstance(last, LastMoves)
    columns = np.flatnonzero(scores.weights).astype(np.int32)
    made = path.with_name(f"{path.name}.part")
    with made.open("wb") as file:
        np.savez_compressed(
            file,
            format=FORMAT,
            settings=np.array([around.reach, around.buckets, last.back], dtype=np.int32),
            columns=columns,
            weights=scores.weights[columns].astype(np.float32),
        )
    made.replace(path)


def load_ranker(path: Path) -> MoveRanker:
    """Read a file of weights."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            if str(stored["format"]) != FORMAT:
                raise InputError(f"{path}: its format is {str(stored['format'])!r}, and should be {FORMAT!r}.")
            reach, buckets, back = (int(number) for number in stored["settings"])
            columns, weights = stored["columns"].astype(np.int64), stored["weights"].astype(np.float64)
            features = game_features(reach, buckets, back)
    except FileNotFoundError:
        raise FileError(f"{path}: there is no such file; go_moves --save makes one.") from None
    except InputError:
        raise
    except BROKEN:
        raise InputError(f"{path}: this is no file of weights of moves; go_moves --save makes one.") from None
    if (
        columns.shape != weights.shape
        or not np.isfinite(weights).all()
        or ((columns < 0) | (columns >= features.columns)).any()
    ):
        raise InputError(f"{path}: its weights do not fit its columns; go_moves --save makes such a file.")
    dense = np.zeros(features.columns)
    dense[columns] = weights
    return MoveRanker(features, LinearScores(dense))
