"""The rows that a search looks at where there are too many: a share of each class, but of a rare one all it needs."""

import numpy as np

from drupe.analysis.part import Part
from drupe.analysis.task import Task

FEWEST = 10
"""Rows of each class that stay, if it has so many."""


def searched(part: Part, most: int, task: Task, seed: int = 0) -> Part:
    """About so many of the examples, in their order, drawn from every class alike; all if there are no more.

    A class of which the share would be less keeps ten rows, or as many as it has: it could not be learned from fewer.

    >>> part = Part.of(np.zeros((1000, 1)), ["no"] * 996 + ["yes"] * 4)
    >>> searched(part, 100, Task.CLASSES).counts
    {'no': 100, 'yes': 4}
    """
    if len(part) <= most:
        return part
    codes = np.unique(part.y, return_inverse=True)[1] if task is Task.CLASSES else np.zeros(len(part), dtype=np.int64)
    order = np.random.default_rng(seed).permutation(len(part))
    kept = []
    for code, count in enumerate(np.bincount(codes)):
        wanted = max(round(int(count) * most / len(part)), min(int(count), FEWEST))
        kept.append(order[codes[order] == code][:wanted])
    return part.take(np.sort(np.concatenate(kept)))
