"""Classes with too few examples to learn and to judge: their rows are left out, and that is said."""

from dataclasses import replace

import numpy as np

from drupe.analysis.examples import Examples
from drupe.analysis.part import FEWEST
from drupe.analysis.task import Task


def learnable(examples: Examples, fewest: int = FEWEST) -> tuple[Examples, tuple[tuple[str, int], ...]]:
    """The examples of classes with so many of them; and those classes that have fewer, with how many they have.

    If fewer than two classes have enough, all stay, and what comes next says what is needed.

    >>> kept, gone = learnable(Examples.of([[float(i)] for i in range(7)], ["a", "b"] * 3 + ["c"]))
    >>> len(kept.part), gone
    (6, (('c', 1),))
    """
    if examples.task is Task.QUANTITY:
        return examples, ()
    counts = examples.part.counts
    rare = {label: count for label, count in counts.items() if count < fewest}
    if not rare or len(counts) - len(rare) < 2:
        return examples, ()
    kept = np.flatnonzero(~np.isin(examples.part.y, list(rare)))
    gone = tuple((str(label), count) for label, count in rare.items())
    return replace(examples, part=examples.part.take(kept)), gone
