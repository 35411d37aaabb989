"""Drift: whether rows that should be exchangeable change from part to part, in errors or in classes, and where."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.stats import norm

from drupe.foundation.arrays import Index, Vector

LEVEL = 0.01
"""Probability with which rows that are exchangeable are accused, by any of the tests together."""

DRAWS = 999
"""Tables of chance beside which the one that was seen is put."""

SEED = 20005
"""Of these tables; it must not depend on the data."""

MOST_ROWS = 500_000_000
"""Rows that a draw of chance can deal out; of more, as many are chosen at random."""

NAMED = 5
"""Parts that are named, at most."""


@dataclass(frozen=True)
class DriftTest:
    """One table of counts by part, and how rarely chance would spread or order them so.

    Parameters
    ----------
    what
        What was counted.
    spread
        P-value of χ²: how unequal the parts are, in whatever order.
    trend
        P-value of the largest cumulative sum: how much the first parts differ from the last.
    parts
        The numbers of those that stand out, most first.
    change
        The number of the part from which on things are different; that of the largest cumulative sum.

    Examples
    --------
    >>> even = drift_test("errors", np.array([[95, 5], [94, 6], [96, 4]]), np.arange(3))
    >>> late = drift_test("errors", np.array([[98, 2]] * 9 + [[70, 30]]), np.arange(10))
    >>> even.p_value > 0.1, late.p_value < 0.01, late.parts, late.change
    (True, True, (9,), 9)
    """

    what: str
    spread: float
    trend: float
    parts: tuple[int, ...]
    change: int

    @property
    def p_value(self) -> float:
        """Of both looks together."""
        return min(1.0, 2.0 * min(self.spread, self.trend))

    @property
    def sentence(self) -> str:
        """What stands out."""
        listed = ", ".join(str(part) for part in self.parts)
        apart = f"differ between parts, most in {'parts' if len(self.parts) > 1 else 'part'} {listed}"
        later = f"change from part {self.change} on"
        where = " and ".join([apart] * (self.spread <= self.trend) + [later] * (self.trend <= self.spread))
        return f"{self.what} {where} (p = {self.p_value:.2g})"


@dataclass(frozen=True)
class Drift:
    """All tests of one pass.

    Parameters
    ----------
    tests
        Of errors, of classes.
    level
        Probability with which any of them may accuse rows that are exchangeable.
    """

    tests: tuple[DriftTest, ...]
    level: float = LEVEL

    @property
    def p_value(self) -> float:
        """Of all tests together, by Bonferroni."""
        return min([1.0, *(len(self.tests) * test.p_value for test in self.tests)])

    @property
    def found(self) -> bool:
        """Whether the parts differ more than chance would have it."""
        return self.p_value <= self.level

    @property
    def sentence(self) -> str:
        """What stands out; empty if nothing does."""
        if not self.found:
            return ""
        alarms = [test.sentence for test in self.tests if len(self.tests) * test.p_value <= self.level]
        return "; ".join(alarms)


def drift_test(what: str, table: Index, numbers: Index) -> DriftTest:
    """Compare a table, a row of counts for each part, with tables of the same sums that chance deals out.

    If the rows are exchangeable, each way to deal them out to parts of these sizes is as likely as any other: the table
    that was seen is one of DRAWS + 1 alike, and its p-values are exact whatever the counts, be they 0 and 1.

    Parameters
    ----------
    what
        What is counted, for the sentence.
    table
        Counts: a row for each part in their order, a column for each kind.
    numbers
        The numbers of the parts.

    References
    ----------
    [Page54]_, section 1, place not checked (cumulative sums).
    """
    rng = np.random.default_rng(SEED)
    if table.sum() > MOST_ROWS:
        table = rng.binomial(table, MOST_ROWS / table.sum())
    filled = table.sum(axis=1) > 0
    table, numbers = table[filled][:, table.sum(axis=0) > 0], numbers[filled]
    if table.shape[0] < 2 or table.shape[1] < 2:
        return DriftTest(what, 1.0, 1.0, (), 0)
    seen = _Looks(table)
    for expected, counts in zip(seen.expected, table[:, None, :], strict=True):
        seen.look(counts, expected)
    chance = _Looks(table, DRAWS)
    left = np.repeat(table.sum(axis=0)[None, :], DRAWS, axis=0)
    for expected, size in zip(seen.expected, table.sum(axis=1), strict=True):
        dealt = _dealt(left, int(size), rng)
        left -= dealt
        chance.look(dealt, expected)
    return DriftTest(
        what,
        _p_value(chance.spread, seen.spread),
        _p_value(chance.largest, seen.largest),
        tuple(int(numbers[i]) for i in _outstanding(table, seen.expected)),
        int(numbers[min(int(seen.change[0]) + 1, len(numbers) - 1)]),
    )


class _Looks:
    """χ² and the largest cumulative sum, part by part, for one table or many at once."""

    def __init__(self, table: Index, draws: int = 1):
        n, shares = table.sum(), table.sum(axis=0) / table.sum()
        self.expected = np.outer(table.sum(axis=1), shares)
        self.scale = np.sqrt(n * shares * (1.0 - shares))
        self.spread, self.largest = np.zeros(draws), np.zeros(draws)
        self.change = np.zeros(draws, dtype=np.int64)
        self._sums, self._part = np.zeros((draws, table.shape[1])), 0

    def look(self, counts: Index, expected: Vector) -> None:
        """At the next part."""
        excess = counts - expected
        self.spread += (excess**2 / expected).sum(axis=1)
        self._sums += excess
        height = np.abs(self._sums / self.scale).max(axis=1)
        # Sums of the same size to the last but a few digits are the same: which rounding made larger means nothing.
        higher = height > self.largest * (1.0 + 1e-9)
        self.change = np.where(higher, self._part, self.change)
        self.largest = np.maximum(height, self.largest)
        self._part += 1


def _dealt(left: Index, size: int, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """So many rows of those that are left, kind by kind, in each draw."""
    dealt = np.zeros_like(left)
    wanted, others = np.full(len(left), size), left.sum(axis=1)
    for kind in range(left.shape[1] - 1):
        others = others - left[:, kind]
        dealt[:, kind] = rng.hypergeometric(left[:, kind], others, wanted)
        wanted = wanted - dealt[:, kind]
    dealt[:, -1] = wanted
    return dealt


def _p_value(chance: Vector, seen: Vector) -> float:
    as_far = int((chance >= seen[0] * (1.0 - 1e-9)).sum())
    return (1 + as_far) / (1 + len(chance))


def _outstanding(table: Index, expected: Vector) -> Index:
    """The parts that are furthest from what is expected of them; at least one.

    One part that is far off moves the mean away from all others, which then stand out a little, too: half as far as the
    furthest is not far.
    """
    n = table.sum()
    variances = expected * (1.0 - table.sum(axis=0) / n) * (1.0 - table.sum(axis=1)[:, None] / n)
    far = (np.abs(table - expected) / np.sqrt(np.maximum(variances, 1e-300))).max(axis=1)
    order = np.argsort(-far, kind="stable")
    telling = int((far > max(norm.isf(LEVEL / (2.0 * table.size)), 0.5 * far.max())).sum())
    return np.asarray(order[: min(NAMED, max(1, telling))])
