"""Surroundings: two points share columns exactly if turning and mirroring makes one neighborhood of the other."""

import hashlib
from itertools import pairwise

import numpy as np
from go.drawn_boards import drawn

from drupe.go import Board, Color
from drupe.go.features.surroundings import Surroundings, within_reach


def neighborhood(board: Board, point: int, reach: int) -> tuple[tuple[int, ...], ...]:
    """All eight views of what lies within reach, in order."""
    ground = np.pad(board.stones.astype(int) * int(board.to_play), 6, constant_values=7)
    row, column = divmod(point, board.size)
    window = ground[row : row + 13, column : column + 13]
    far = np.abs(np.arange(13) - 6)
    distance = far[:, None] + far[None, :] + np.maximum(far[:, None], far[None, :])
    seen = np.where((distance <= reach) & (distance > 0), window, 0)
    views = (np.rot90(side, quarters) for side in (seen, seen.T) for quarters in range(4))
    return tuple(sorted(tuple(view.ravel().tolist()) for view in views))


def test_columns_are_classes_of_neighborhoods() -> None:
    board = drawn(7, 22, np.random.default_rng(1))
    points = np.array(board.legal_moves(suicide=False))
    features = Surroundings(reach=7)
    rows = features.matrix(board, points)
    columns = rows.indices.reshape(len(points), -1)
    for reach in range(2, 8):
        views = [neighborhood(board, point, reach) for point in points.tolist()]
        for i in range(len(points)):
            for j in range(i):
                assert (views[i] == views[j]) == (columns[i, reach - 2] == columns[j, reach - 2])


def test_farther_reaches_see_more() -> None:
    sizes = [len(within_reach(180, reach, 19)) for reach in range(2, 10)]
    assert sizes[:2] == [5, 9]
    assert all(small < large for small, large in pairwise(sizes))


def test_keys_are_the_same_for_ever() -> None:
    """Weights are kept in files: a column may never move. It follows from 64 bits of BLAKE2b of place and color."""
    board = Board.with_stones(["E6"], size=9, to_play=Color.WHITE)  # above E5, the other's
    words = [f"{down} {right} 2" for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1))]
    keys = [int.from_bytes(hashlib.blake2b(word.encode(), digest_size=8).digest(), "little") for word in words]
    found = Surroundings(reach=3, buckets=1000).matrix(board, np.array([40])).indices
    assert found.tolist() == [min(keys) % 1000, 1000 + min(keys) % 1000]
