"""Counts add up in any order, hold no more than the parts, and never count a row twice."""

import itertools
import pickle

import numpy as np
import pytest

from drupe.foundation.engine import Here
from drupe.foundation.errors import InputError
from drupe.witness.confidence_histogram import ConfidenceHistogram
from drupe.witness.held_out_counts import HeldOutCounts


def counts(part: int, first: int, count: int, errors: int = 1) -> HeldOutCounts:
    sure = ConfidenceHistogram.of([0.5] * count, [True] * errors + [False] * (count - errors))
    return HeldOutCounts.of(part, first, count, [count - 1, 1, 0], [[errors, 0, 0], [0, 1, 0]], (sure, sure))


PIECES = [counts(0, 0, 5), counts(0, 5, 4, 2), counts(1, 9, 3), counts(2, 12, 7, 4)]


def told(total: HeldOutCounts) -> list:
    spans = [(one.part, one.first, one.last, one.rows.tolist(), one.errors.tolist()) for one in total.stretches]
    return [spans, [one.wrong.tolist() for one in total.sure]]


def test_the_order_makes_no_difference() -> None:
    sums = [told(sum(rest, first)) for first, *rest in itertools.permutations(PIECES)]
    assert all(one == sums[0] for one in sums)


def test_brackets_make_no_difference() -> None:
    a, b, c, d = PIECES
    assert told((a + b) + (c + d)) == told(a + ((b + d) + c)) == told(Here().sum(PIECES.__getitem__, range(4)))


def test_neighbors_of_one_part_become_one() -> None:
    total = PIECES[1] + PIECES[3] + PIECES[0] + PIECES[2]
    assert [(one.part, one.first, one.last) for one in total.stretches] == [(0, 0, 9), (1, 9, 12), (2, 12, 19)]
    assert (total.n, total.errors.tolist()) == (19, [8, 4])
    assert total.rows_by_class.tolist() == [15, 4, 0]
    assert total.errors_by_class.tolist() == [[8, 0, 0], [0, 4, 0]]
    assert total.outcomes_by_part(0).tolist() == [[6, 3], [2, 1], [3, 4]]
    assert total.classes_by_part().tolist() == [[7, 2, 0], [2, 1, 0], [6, 1, 0]]
    assert (total.tested(1).errors, total.tested(1).n) == (4, 19)
    assert total.sure[0].n == 19


def test_a_part_in_two_stretches_is_one_part() -> None:
    total = counts(0, 0, 3) + counts(1, 3, 2) + counts(0, 5, 4)
    assert [(one.part, one.n) for one in total.by_part] == [(0, 7), (1, 2)]


@pytest.mark.parametrize("other", [counts(0, 0, 5), counts(1, 4, 2), counts(3, 2, 2)])
def test_no_row_counts_twice(other: HeldOutCounts) -> None:
    with pytest.raises(InputError, match="counted twice"):
        PIECES[0] + other


def test_parts_without_rows_lie_anywhere() -> None:
    empty = HeldOutCounts.of(7, 2, 0, [0, 0, 0], [[0, 0, 0], [0, 0, 0]], PIECES[0].sure)
    assert [one.part for one in (PIECES[0] + empty).by_part] == [0, 7]


def test_other_rules_or_classes_do_not_add_up() -> None:
    with pytest.raises(InputError, match="do not add up"):
        PIECES[0] + HeldOutCounts.of(1, 5, 1, [1, 0, 0], [[0, 0, 0]])
    with pytest.raises(InputError, match="errors lie between"):
        HeldOutCounts.of(0, 0, 1, [1, 0], [[0, 1]])


def test_they_travel_and_stay_small() -> None:
    many = [
        HeldOutCounts.of(part, 1000 * part + 10 * i, 10, [10, 0], [[1, 0]]) for part in range(5) for i in range(100)
    ]
    total = Here().sum(many.__getitem__, range(500))
    assert len(total.stretches) == 5
    assert told(pickle.loads(pickle.dumps(total))) == told(total)
    assert np.asarray([one.n for one in total.by_part]).tolist() == [1000] * 5
