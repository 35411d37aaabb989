"""Folds: each row is held out once, and no class with two rows is missing where a machine learns."""

import warnings

import numpy as np
import pytest

from drupe.analysis import Part
from drupe.analysis.folds import folds_of
from drupe.analysis.task import Task
from drupe.foundation.errors import InputError


@pytest.mark.parametrize("counts", [(60, 38, 2), (2, 2), (3, 2, 2, 2, 2), (500, 7), (1000, 11, 10, 3)])
def test_every_class_is_seen_in_every_fold(counts):
    labels = np.random.default_rng(0).permutation(np.repeat(np.arange(len(counts)), counts))
    part = Part.of(np.zeros((len(labels), 1)), labels)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        folds = folds_of(part, Task.CLASSES, seed=3)
    assert len(folds) == min(5, len(labels))
    assert sorted(np.concatenate([fold.held for fold in folds]).tolist()) == list(range(len(labels)))
    sizes = [len(fold.held) for fold in folds]
    assert max(sizes) - min(sizes) <= 1
    for fold in folds:
        assert sorted([*fold.seen, *fold.held]) == list(range(len(labels)))
        assert set(labels[fold.seen]) == set(range(len(counts)))
    for code, count in enumerate(counts):
        held = [(labels[fold.held] == code).sum() for fold in folds]
        assert max(held) - min(held) <= 1
        assert sum(held) == count


def test_other_seeds_cut_in_other_ways_and_the_same_in_the_same():
    part = Part.of(np.zeros((50, 1)), np.arange(50.0))
    first, again, other = (folds_of(part, Task.QUANTITY, seed=seed) for seed in (0, 0, 1))
    assert all((a.held == b.held).all() for a, b in zip(first, again, strict=True))
    assert any((a.held != b.held).any() for a, b in zip(first, other, strict=True))


def test_a_class_with_one_row_is_named():
    with pytest.raises(InputError, match=r"class 'b' has 1 example \(row 3\)"):
        folds_of(Part.of(np.zeros((3, 1)), ["a", "a", "b"]), Task.CLASSES)
    with pytest.raises(InputError, match="at least 2"):
        folds_of(Part.of(np.zeros((1, 1)), [0.5]), Task.QUANTITY)
