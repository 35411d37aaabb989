"""The rows of a search: about as many as asked for, of each class its share, of a rare one enough."""

import numpy as np

from drupe.analysis import Part
from drupe.analysis.searched import searched
from drupe.analysis.task import Task


def part_of(labels):
    return Part.of(np.arange(len(labels))[:, None].astype(float), labels)


def test_classes_keep_their_share_and_rare_ones_their_rows():
    counts = {"a": 6000, "b": 3900, "c": 60, "d": 37, "e": 3}
    labels = np.random.default_rng(0).permutation(np.repeat(list(counts), list(counts.values())))
    found = searched(part_of(labels), 3000, Task.CLASSES, seed=1)
    assert found.counts == {"a": 1800, "b": 1170, "c": 18, "d": 11, "e": 3}
    assert len(np.unique(found.rows)) == len(found)
    assert (np.diff(found.rows) > 0).all()
    assert (found.X[:, 0] + 1 == found.rows).all()
    other = searched(part_of(labels), 3000, Task.CLASSES, seed=2)
    assert set(other.rows) != set(found.rows)


def test_quantities_are_drawn_and_few_rows_stay():
    values = part_of(np.linspace(0.0, 1.0, 5000))
    found = searched(values, 1000, Task.QUANTITY)
    assert len(found) == 1000
    assert abs(found.y.mean() - 0.5) < 0.05
    assert searched(found, 1000, Task.QUANTITY) is found
