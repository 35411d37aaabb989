"""Columns that say the same in other units or in other words."""

from collections.abc import Iterator, Sequence

import numpy as np
from scipy.special import gammaln

from drupe.analysis.columns.seen import Numbers, Seen
from drupe.foundation.arrays import Index, Matrix

FEWEST = 20
"""Rows with both values below which nothing is said."""

CLOSE = 1e-6
"""Share of its variance by which one column may miss the line through the other: room for rounding."""

BY_CHANCE = 1e-6
"""Probability with which two columns of a table that have nothing to do with each other may look the same."""


def twins(columns: Sequence[Seen], found: Matrix) -> Iterator[tuple[Seen, Seen]]:
    """Pairs that are the same up to a factor and a shift, or whose values correspond one to one.

    >>> celsius = Numbers("celsius", np.arange(30.0) % 7)
    >>> fahrenheit = Numbers("fahrenheit", 32.0 + 1.8 * celsius.values)
    >>> [(one.name, other.name) for one, other in twins([celsius, fahrenheit], np.ones((2, 2)))]
    [('celsius', 'fahrenheit')]
    """
    limit = np.log(BY_CHANCE / max(1, len(columns) * (len(columns) - 1) // 2))
    first, second = np.nonzero(np.triu(found >= 1.0 - 1e-3, 1))
    for i, j in zip(first.tolist(), second.tolist(), strict=True):
        one, other = columns[i], columns[j]
        if not np.array_equal(one.present, other.present) or len(one.present) < FEWEST:
            continue
        codes = one.codes()[one.present]
        if _log_chance(codes) > limit:
            continue
        if isinstance(one, Numbers) and isinstance(other, Numbers):
            if _on_one_line(one, other):
                yield one, other
        elif _one_to_one(codes, other.codes()[one.present]):
            yield one, other


def _on_one_line(one: Numbers, other: Numbers) -> bool:
    x, z = one.values[one.present], other.values[one.present]
    x, z = x - x.mean(), z - z.mean()
    sizes = float(x @ x) * float(z @ z)
    return sizes > 0.0 and float(x @ z) ** 2 >= (1.0 - CLOSE) * sizes


def _one_to_one(a: Index, b: Index) -> bool:
    pairs = len(np.unique(np.column_stack([a, b]), axis=0))
    return pairs == len(np.unique(a)) == len(np.unique(b))


def _log_chance(codes: Index) -> float:
    """Logarithm of the probability that shuffled cells fall into the same groups of rows again."""
    sizes = np.unique(codes, return_counts=True)[1]
    return float(gammaln(sizes + 1.0).sum() + gammaln(len(sizes) + 1.0) - gammaln(len(codes) + 1.0))
