"""How closely two columns follow each other, on one scale from 0 (not at all) to 1 (one says the other)."""

from collections.abc import Sequence

import numpy as np
from scipy.stats import rankdata

from drupe.analysis.columns.seen import Numbers, Seen
from drupe.foundation.arrays import Index, Matrix, Vector

FEWEST = 10
"""Rows with both values below which nothing is said of two columns."""


def strengths(columns: Sequence[Seen]) -> Matrix:
    """The strength of every pair, as a symmetric matrix.

    Numbers with numbers: the size of Spearman's correlation. A number with words: the correlation ratio of its ranks,
    the root of the share of their variance that lies between the words. Words with words: Cramér's V. The last two are
    corrected for what many different words reach by chance, so that all are 0 on average where there is nothing.

    >>> ages, sizes = Numbers("age", np.arange(12.0)), Numbers("size", np.exp(np.arange(12.0)))
    >>> strengths([ages, sizes]).round(6).tolist()
    [[0.0, 1.0], [1.0, 0.0]]
    """
    found = np.zeros((len(columns), len(columns)))
    numbers = [j for j, column in enumerate(columns) if isinstance(column, Numbers)]
    words = [j for j in range(len(columns)) if j not in set(numbers)]
    if numbers:
        ranks, there = _ranks([column for column in columns if isinstance(column, Numbers)])
        found[np.ix_(numbers, numbers)] = _rank_correlations(ranks, there, ranks, there)
    for place, j in enumerate(words):
        codes = columns[j].codes()
        if numbers:
            found[j, numbers] = found[numbers, j] = _correlation_ratios(codes, ranks, there)
        for other in words[:place]:
            found[j, other] = found[other, j] = _cramer(codes, columns[other].codes())
    np.fill_diagonal(found, 0.0)
    return found


def toward(goal: Seen, columns: Sequence[Seen]) -> Vector:
    """The strength of each column with one that is not among them.

    >>> toward(Numbers("b", -np.arange(12.0)), [Numbers("a", np.arange(12.0))]).round(6).tolist()
    [1.0]
    """
    found = np.zeros(len(columns))
    numbers = [j for j, column in enumerate(columns) if isinstance(column, Numbers)]
    if numbers:
        ranks, there = _ranks([column for column in columns if isinstance(column, Numbers)])
        if isinstance(goal, Numbers):
            found[numbers] = _rank_correlations(*_ranks([goal]), ranks, there)[0]
        else:
            found[numbers] = _correlation_ratios(goal.codes(), ranks, there)
    for j, column in enumerate(columns):
        if not isinstance(column, Numbers):
            found[j] = strengths([column, goal])[0, 1]
    return found


def _ranks(columns: Sequence[Numbers]) -> tuple[Matrix, Matrix]:
    """Ranks around 0, which stands where a cell is empty; and 1 where it is not."""
    ranks = np.zeros((len(columns[0].values), len(columns)))
    there = np.zeros_like(ranks)
    if all(len(column.present) == len(ranks) for column in columns):
        values = np.column_stack([column.values for column in columns])
        return rankdata(values, axis=0) - 0.5 * (len(ranks) + 1), np.ones_like(ranks)
    for j, column in enumerate(columns):
        present = column.present
        ranks[present, j] = rankdata(column.values[present]) - 0.5 * (len(present) + 1)
        there[present, j] = 1.0
    return ranks, there


def _rank_correlations(left: Matrix, left_there: Matrix, right: Matrix, right_there: Matrix) -> Matrix:
    """Sizes of the correlations over the rows in which both have a value."""
    common = left_there.T @ right_there
    n = np.maximum(common, 1.0)
    sums, others = left.T @ right_there, left_there.T @ right
    variances = np.maximum((left**2).T @ right_there - sums**2 / n, 0.0)
    variances = variances * np.maximum(left_there.T @ right**2 - others**2 / n, 0.0)
    both = left.T @ right - sums * others / n
    sizes = np.sqrt(variances)
    known = (common >= FEWEST) & (sizes > 1e-9 * n)
    return np.asarray(np.minimum(np.abs(np.divide(both, sizes, out=np.zeros_like(both), where=known)), 1.0))


def _correlation_ratios(codes: Index, ranks: Matrix, there: Matrix) -> Vector:
    """η of every column of ranks between the groups, from the unbiased share of variance (ε² of Kelley)."""
    rows = np.flatnonzero(codes >= 0)
    if not len(rows):
        return np.zeros(ranks.shape[1])
    order = rows[np.argsort(codes[rows], kind="stable")]
    starts = np.flatnonzero(np.diff(codes[order], prepend=-1))
    counts, sums = np.add.reduceat(there[order], starts), np.add.reduceat(ranks[order], starts)
    n, groups = counts.sum(axis=0), (counts > 0.0).sum(axis=0)
    middle = sums.sum(axis=0) ** 2 / np.maximum(n, 1.0)
    total = (ranks[order] ** 2).sum(axis=0) - middle
    between = (sums**2 / np.maximum(counts, 1.0)).sum(axis=0) - middle
    known = (n >= FEWEST) & (n > groups) & (total > 1e-9 * np.maximum(n, 1.0))
    share = np.divide(between, total, out=np.zeros_like(total), where=known)
    free = np.divide(n - 1.0, n - groups, out=np.zeros_like(total), where=known)
    return np.asarray(np.sqrt(np.clip(1.0 - (1.0 - share) * free, 0.0, 1.0)) * known)


def _cramer(first: Index, second: Index) -> float:
    """Cramér's V with Bergsma's correction of its bias."""
    both = (first >= 0) & (second >= 0)
    n = int(both.sum())
    if n < FEWEST:
        return 0.0
    a, b = (np.unique(codes[both], return_inverse=True)[1] for codes in (first, second))
    k, m = int(a.max()) + 1, int(b.max()) + 1
    if min(k, m) < 2 or max(k, m) >= n:
        return 0.0
    counts = np.bincount(a * m + b, minlength=k * m).reshape(k, m)
    expected = np.outer(counts.sum(axis=1), counts.sum(axis=0)) / n
    squared = float(((counts - expected) ** 2 / expected).sum()) / n - (k - 1) * (m - 1) / (n - 1)
    sides = min(side - (side - 1) ** 2 / (n - 1) for side in (k, m))
    return float(np.sqrt(np.clip(squared / (sides - 1.0), 0.0, 1.0))) if sides > 1.0 else 0.0
