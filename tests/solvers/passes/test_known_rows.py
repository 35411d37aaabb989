"""Rows and what is known of them, the same for every reader."""

import numpy as np
import pytest

from drupe.foundation.errors import InputError
from drupe.grams.cross import HELD_OUT
from drupe.inputs.rows import RowsInMemory
from drupe.inputs.vectors import Vectors
from drupe.solvers.passes.drawn_rows import drawn_positions
from drupe.solvers.passes.known_rows import ClassCodes, Draw, KnownRows, Quantities


@pytest.mark.parametrize("dtype", [object, str])
def test_codes_of_labels_and_labels_that_were_not_there(dtype):
    coding = ClassCodes(np.array(["a", "b", "d"]))
    assert coding.coded(np.array(["d", "a", "b"], dtype=dtype)).tolist() == [2, 0, 1]
    for strange in ("c", "e", "A"):
        with pytest.raises(InputError, match="rows have changed"):
            coding.coded(np.array(["a", strange], dtype=dtype))
    assert ClassCodes(np.array([1, 5])).coded(np.array([5.0, 1.0])).tolist() == [1, 0]


def test_watched_rows_and_folds_do_not_know_of_each_other():
    draw = Draw(3, 0.3, 4)
    tags = draw.tags(0, 40_000)
    watched = tags == HELD_OUT
    assert abs(watched.mean() - 0.3) < 0.01
    assert draw.learned(40_000) == (~watched).sum()
    plain = Draw(3, 0.0, 4).tags(0, 40_000)
    assert (tags[~watched] == plain[~watched]).all()
    shares = [watched[plain == fold].mean() for fold in range(4)]
    assert np.ptp(shares) < 0.03
    assert (draw.tags(12_345, 77) == tags[12_345:12_422]).all()


def test_weights_and_factors_multiply():
    rows = RowsInMemory(Vectors.of(np.zeros((3, 1))), np.array([0, 1, 1]))
    known = KnownRows(rows, ClassCodes(np.arange(2)), Draw(0), np.array([1.0, 2.0, 3.0]), np.array([1.0, 10.0]))
    (batch,) = rows.batches(0)
    assert known.known(batch).weights.tolist() == [1.0, 20.0, 30.0]
    assert Quantities().coded(np.array([1, 2])).tolist() == [[1.0], [2.0]]
    assert known.fingerprint["weights"] != KnownRows(rows, Quantities(), Draw(0)).fingerprint["weights"]


def test_draws_are_even_over_positions_and_leave_watched_rows_out():
    draw = Draw(1, 0.5)
    positions = drawn_positions(20_000, 4_000, draw)
    assert len(np.unique(positions)) == 4_000
    assert not draw.watched(0, 20_000)[positions].any()
    counts = np.histogram(positions, bins=10, range=(0, 20_000))[0]
    assert ((counts - 400) ** 2 / 400).sum() < 30.0  # chi square of 9 degrees: 27.9 at 0.001, and less without repeats
    assert len(drawn_positions(10, 100, Draw(0))) == 10
