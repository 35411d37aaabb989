"""What can be seen of choices that were made before the examples came here: copies, scaling, steps of a pipeline."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import scipy.sparse as sp

from drupe.certification.check import Check
from drupe.certification.equal_rows import groupings, number_table
from drupe.certification.independence import look_independent
from drupe.certification.pipeline_around import looked_at_examples, looked_at_labels
from drupe.foundation.arrays import Index
from drupe.witness.assumptions import Assumption

PREPARATION = (
    Assumption.PREPARED,
    Assumption.FRESH,
    Assumption.FIXED_KERNEL,
    Assumption.FIXED_CLASS,
    Assumption.PRIOR,
)
"""Premises that a look at the examples on the way here would spoil; of those that a theorem has, the first is named."""

EXACT = 1e-6
"""How far a mean may lie from 0 and a standard deviation from 1, and both still are what scaling makes them."""

CENTERED = 1e-9
"""How far, in standard deviations, a mean may lie from 0 where it alone tells."""

COPIES = 0.02
"""Share of copies below which nothing is said."""

TELLING = 0.95
"""Share of different rows that differ in a column which never repeats by nature."""

FEWEST = 10
"""Rows from which on round means are no accident."""

COLUMNS = 30
"""How many columns are looked at."""


@dataclass(frozen=True)
class Sight:
    """What the examples tell of how they were drawn and prepared.

    Parameters
    ----------
    independent
        False where copies tell that the examples cannot have been drawn independently.
    copies
        What looks like copies; empty if nothing does.
    prepared
        What looks as if all examples, those tested on included, had been looked at before; empty if nothing does.
    chosen
        What certainly looked at their labels before; empty if nothing did.
    """

    independent: bool | None = None
    copies: str = ""
    prepared: str = ""
    chosen: str = ""

    def checked(self, checks: Sequence[Check]) -> tuple[Check, ...]:
        """The premises, those doubted or refuted that what was seen speaks against."""
        concerned = next((one for one in PREPARATION if one in {check.assumption for check in checks}), None)
        return tuple(self._seen(check, concerned) for check in checks)

    def _seen(self, check: Check, concerned: Assumption | None) -> Check:
        if check.assumption is Assumption.INDEPENDENT and self.independent is False:
            return replace(check, holds=False)
        if check.assumption is Assumption.INDEPENDENT and self.copies:
            return check.doubted(self.copies)
        if check.assumption is concerned and self.chosen:
            return replace(check, holds=False, doubt=self.chosen)
        if check.assumption is concerned and self.prepared:
            return check.doubted(self.prepared)
        return check


NOTHING_SEEN = Sight()


def look_upstream(tested: Any, *learned: Any, steps: Sequence[Any] = ()) -> Sight:
    """What the examples that are tested on, beside those learned from, and the steps before them, give away."""
    choosing = [type(step).__name__ for step in steps if looked_at_labels(step)]
    fitted = [type(step).__name__ for step in steps if looked_at_examples(step)]
    inside = "before the split; put it inside, CertifiedClassifier(make_pipeline(...))"
    return Sight(
        look_independent(tested),
        copies(tested),
        f"{', '.join(fitted)} was fitted on all examples {inside}" if fitted else scaled(tested, *learned),
        f"{', '.join(choosing)} looked at all labels {inside}" if choosing else "",
    )


def copies(X: Any) -> str:
    """What speaks for copies among rows that otherwise differ, as after drawing with replacement; else nothing.

    Rows of counts and categories repeat by nature. Where hardly two different rows share a value in a column, and not
    in one column alone, whole rows do not.

    >>> rows = np.random.default_rng(0).normal(size=(50, 2))
    >>> copies(rows), copies(np.r_[rows, rows[:20]])[:33]
    ('', '20 of 70 rows are copies of other')
    """
    array = number_table(X)
    found = groupings(X) if array is not None else []
    if array is None or len(found) < 2:
        return ""
    n = array.shape[0]
    # At the finest resolution: where a few values are huge, at others small ones would all look alike.
    _, first = np.unique(found[0][0], return_index=True)
    more = n - len(first)
    if more < max(5.0, COPIES * n) or not _differ_by_nature(array, first):
        return ""
    return f"{more} of {n} rows are copies of others that else hardly share a value, as if drawn with replacement"


def _differ_by_nature(array: Any, different: Index) -> bool:
    """Whether rows that differ do so in nearly every column, or in their only one down to the last digits."""
    width = array.shape[1]
    chosen = array[different][:, np.linspace(0, width - 1, min(COLUMNS, width)).astype(np.int64)]
    table = chosen.toarray() if sp.issparse(chosen) else np.asarray(chosen)
    values = [len(np.unique(column)) for column in table.T]
    if width > 1:
        return sum(count >= TELLING * len(different) for count in values) >= 2
    digits = table[:, 0].astype(np.float64)
    return len(different) >= 0.3 * array.shape[0] and bool(np.mean(digits != np.round(digits, 6)) > TELLING)


def scaled(*tables: Any) -> str:
    """What speaks for columns that were centered or scaled with a look at all these rows; else nothing.

    >>> rows = np.random.default_rng(0).normal(size=(50, 2))
    >>> scaled(rows), scaled((rows - rows.mean(axis=0)) / rows.std(axis=0))[:35]
    ('', 'columns have mean 0 and variance 1 ')
    """
    arrays = [number_table(table) for table in tables]
    if any(array is None or sp.issparse(array) or array.shape[1] != arrays[0].shape[1] for array in arrays):
        return ""
    n, width = sum(array.shape[0] for array in arrays), arrays[0].shape[1]
    if n < FEWEST:
        return ""
    few = np.linspace(0, width - 1, min(COLUMNS, width)).astype(np.int64)
    rows = np.concatenate([array[:, few].astype(np.float64) for array in arrays])
    with np.errstate(invalid="ignore", over="ignore"):  # columns with gaps tell nothing
        center, spread = rows.mean(axis=0), rows.std(axis=0)
    # Balanced columns of whole numbers, such as ±1, have such means by nature.
    broken = (rows != np.round(rows)).any(axis=0) & (spread > 0.0)
    unit = np.minimum(np.abs(spread - 1.0), np.abs(spread * np.sqrt(n / max(1, n - 1)) - 1.0)) < EXACT
    if (broken & unit & (np.abs(center) < EXACT)).any():
        return "columns have mean 0 and variance 1 over all examples, as if scaled with a look at those tested on too"
    if (broken & (np.abs(center) < CENTERED * spread)).sum() >= 2:
        return "columns have mean 0 over all examples, as if centered with a look at those tested on too"
    return ""
