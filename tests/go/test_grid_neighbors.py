"""Neighbors: those at distance one."""

import numpy as np
import pytest

from drupe.go.grid_neighbors import neighbors_of


@pytest.mark.parametrize("size", [1, 2, 5])
def test_neighbors_are_at_distance_one(size: int) -> None:
    places = np.stack(np.divmod(np.arange(size * size), size), axis=1)
    distance = np.abs(places[:, None] - places[None, :]).sum(axis=2)
    assert [sorted(near) for near in neighbors_of(size)] == [np.flatnonzero(row == 1).tolist() for row in distance]
