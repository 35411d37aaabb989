"""The folds of a comparison: every row is held out once, and every class with two rows is seen in all of them."""

import numpy as np

from drupe.analysis.part import Part
from drupe.analysis.task import Task
from drupe.selection.splits import Split

FOLDS = 5


def folds_of(part: Part, task: Task, count: int = FOLDS, seed: int = 0) -> list[Split]:
    """So many folds of nearly equal size, fewer only if there are fewer rows; the rows of each class are dealt in turn.

    A class with c rows stands in the held-out part of min(c, count) folds, so that one with two rows is learned from in
    each: once both, or one of them.

    >>> part = Part.of(np.zeros((7, 1)), ["a", "a", "a", "a", "a", "b", "b"])
    >>> [part.y[fold.seen].tolist().count("b") for fold in folds_of(part, Task.CLASSES)]
    [1, 1, 2, 2, 2]
    """
    codes = np.zeros(len(part), dtype=np.int64)
    if task is Task.CLASSES:
        part.require_enough(2)
        codes = np.unique(part.y, return_inverse=True)[1]
    else:
        part.require_rows(2)
    order = np.random.default_rng(seed).permutation(len(part))
    order, count = order[np.argsort(codes[order], kind="stable")], min(count, len(part))
    held_in = np.empty(len(part), dtype=np.int64)
    held_in[order] = np.arange(len(part)) % count
    return [Split(np.flatnonzero(held_in != i), np.flatnonzero(held_in == i)) for i in range(count)]
