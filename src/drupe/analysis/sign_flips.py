"""Whether two machines that answer the same rows differ by more than chance: a test by turned signs."""

import numpy as np
import numpy.typing as npt
from scipy.stats import binom, norm

from drupe.foundation.arrays import Vector

MOST = 1_000_000
"""Different sums up to which all of them are counted."""

MANY = 2000
"""Rows that differ beyond which the sum of turned differences is taken for normal."""

DRAWS, AT_ONCE = 9999, 1111
"""Of the signs of all rows, and how many of them are held in memory."""

CLOSE = 1e-9
"""Relative rounding within which two sums are the same."""


def chance_of(differences: Vector) -> float:
    """Probability that |Σ ±dᵢ| ≥ |Σ dᵢ|, each sign turned by a fair coin.

    If both machines are equally good, each row might as well have favored the other one. Where all differences are
    equally large this is the exact sign test. It is exact besides where there are few different sums; else 9999 draws
    are made, or, of more than 2000 rows that differ, the normal limit is taken.

    Parameters
    ----------
    differences
        By how much one machine is better than the other on each row; zeros do not count.

    Examples
    --------
    >>> chance_of(np.array([1.0, 1.0, 0.0, 1.0, 1.0])), chance_of(np.array([1.0, -1.0])), chance_of(np.zeros(3))
    (0.125, 1.0, 1.0)

    References
    ----------
    [Pitman37]_, place not checked.
    """
    sizes, counts = np.unique(np.abs(differences[differences != 0.0]), return_counts=True)
    seen = abs(float(differences.sum())) * (1.0 - CLOSE)
    if np.log(counts + 1.0).sum() <= np.log(MOST):
        return _counted(sizes, counts.astype(np.int64), seen)
    rows = np.repeat(sizes, counts)
    if len(rows) > MANY:
        return float(2.0 * norm.sf(seen / np.sqrt((rows**2).sum())))
    rng, reached = np.random.default_rng(0), 0
    for _ in range(DRAWS // AT_ONCE):
        signs = rng.choice((-1.0, 1.0), size=(AT_ONCE, len(rows)))
        reached += int(np.count_nonzero(np.abs(signs @ rows) >= seen))
    return float((1 + reached) / (1 + DRAWS))


def _counted(sizes: Vector, counts: npt.NDArray[np.int64], seen: float) -> float:
    """From the exact distribution of the sum: of c rows of one size, Bin(c, ½) keep their sign."""
    sums, chances = np.zeros(1), np.ones(1)
    for size, rows in zip(sizes, counts, strict=True):
        kept = np.arange(rows + 1)
        sums = np.add.outer(sums, size * (2.0 * kept - rows)).ravel()
        chances = np.multiply.outer(chances, binom.pmf(kept, rows, 0.5)).ravel()
    return min(1.0, float(chances[np.abs(sums) >= seen].sum()))
