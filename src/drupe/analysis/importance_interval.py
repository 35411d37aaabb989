"""The mean cost of exchanged cells, and the interval in which it lies: every row counts as a row and as a donor."""

import numpy as np
from scipy.stats import t

from drupe.foundation.arrays import Index, Matrix

LEVEL = 0.95
"""Probability with which an interval holds, for each column by itself."""


def mean_cost(costs: Matrix, groups: Index, *, bounded: bool) -> tuple[float, float, float]:
    """The mean, its lower and its upper limit.

    The mean over pairs (row, donor) is a U-statistic. What one row contributes to it, beyond its mean, is what the row
    itself loses and what its cell does to others; the spread of these sums gives the standard error. Who counts the
    first part alone gets intervals that hold in but 85 % of the cases where a column matters.

    Parameters
    ----------
    costs
        Entry (i, s − 1) is what row i loses with the cell of row i + s, places being counted around.
    groups
        Codes of the groups of rows that count alike; no row counts more than others if there is one group.
    bounded
        Whether losses are 0 or 1. Changes that are rare may not have been seen at all: the limits then lie at least
        t² / n, about 4 / n, from the mean, t being the number of standard errors.

    Examples
    --------
    >>> mean_cost(np.zeros((100, 5)), np.zeros(100, dtype=np.int64), bounded=False)
    (0.0, 0.0, 0.0)
    >>> mean, low, high = mean_cost(np.zeros((100, 5)), np.zeros(100, dtype=np.int64), bounded=True)
    >>> mean, round(low, 2), round(high, 2)
    (0.0, -0.04, 0.04)

    References
    ----------
    [Fisher19]_, section 3, for the mean.
    """
    n, repeats = costs.shape
    counts = np.bincount(groups)
    weights = n / (np.count_nonzero(counts) * counts[groups])
    own = costs.mean(axis=1)
    centers = np.bincount(groups, own) / np.maximum(counts, 1)
    given = np.mean([np.roll(weights * costs[:, s], s + 1) for s in range(repeats)], axis=0)
    mean = float(np.mean(weights * own))
    parts = weights * (own - centers[groups]) + given - mean
    width = float(t.ppf(0.5 + LEVEL / 2, n - 1))
    unseen = (width * float(weights.max()) / n) ** 2 if bounded else 0.0
    half = width * float(np.sqrt(parts @ parts / (n * (n - 1)) + unseen))
    most = 1.0 if bounded else np.inf
    return mean, max(-most, mean - half), min(most, mean + half)
