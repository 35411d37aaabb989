"""Rows that get the cells of others, one column at a time: what that costs a model, within a bounded number of asks."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.utils import get_tags

from drupe.analysis.cells import ArrayCells, Cells
from drupe.analysis.measure import Measure
from drupe.estimators.last_step import last_step
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.blocks import blocks

PREDICTIONS = 200_000
"""Rows that a model is asked about, those of all columns together."""

WORK = 1e10
"""What that may cost, in products of two numbers: a second or two. It is counted, not timed, so that a busy machine
gives the same result."""

CELL = 2000
"""What it costs to read a cell of a table with words, in the same unit."""

UNKNOWN = 1000
"""Examples that the rule of an unknown machine is taken to be made of."""

REPEATS = (5, 10)
"""Other cells that each row gets: at least, and at most."""

FEWEST = 50
"""Rows that are asked about, if there are so many, whatever it costs."""

WIDE = 50
"""Columns up to which all are measured; of more, only the strongest."""

STRONGEST = 20
"""So many of these."""

WIDEST = 1000
"""Columns above which none is measured."""

SCREENED = 5
"""Rows by which the strongest columns are found."""

ENTRIES = 4_000_000
"""Numbers that are held at once."""


@dataclass(frozen=True)
class Plan:
    """How many rows, columns and repeats there will be."""

    rows: int
    columns: int
    repeats: int


def planned(model: Any, cells: Cells, n: int) -> Plan | None:
    """What can be measured; None for too many columns, fewer than two rows, or columns that stand for examples.

    >>> from drupe.analysis.cells import cells_of
    >>> from drupe import SVC
    >>> planned(SVC(), cells_of(np.zeros((300, 10))), 300), planned(SVC(), cells_of(np.zeros((9000, 10))), 9000)
    (Plan(rows=300, columns=10, repeats=10), Plan(rows=4000, columns=10, repeats=5))
    """
    wide = len(cells.names)
    if n < 2 or not 0 < wide <= WIDEST or get_tags(model).input_tags.pairwise:
        return None
    columns = wide if wide <= WIDE else STRONGEST
    each = min(PREDICTIONS, WORK / _cost(model, cells)) / columns
    repeats = int(np.clip(each // n, *REPEATS))
    rows = min(n, max(FEWEST, int(each // repeats)))
    return Plan(rows, columns, min(repeats, rows - 1))


def _cost(model: Any, cells: Cells) -> float:
    """Products that an answer takes: one for each column and example that the rule is made of."""
    wide = len(cells.names)
    return float(_parts(model) * (wide + 10) + (0 if isinstance(cells, ArrayCells) else CELL * wide))


def _parts(model: Any) -> int:
    """Examples that the rule is made of; those of all machines, if there are several."""
    machine = last_step(model)
    if hasattr(machine, "support_"):
        return len(machine.support_)
    if hasattr(machine, "shape_fit_"):
        return int(machine.shape_fit_[0])
    inner = getattr(machine, "estimators_", None) or [getattr(machine, "estimator_", None)]
    return sum(UNKNOWN if one is None else _parts(one) for one in inner)


@dataclass(frozen=True, eq=False)
class Exchange:
    """A model, and rows in a random order: each gets the cells of those that come next.

    A row never gets its own cell, and each cell goes to as many rows as every other.

    Parameters
    ----------
    model
        Who is asked.
    cells
        The table.
    order
        The rows, in random order.
    truth
        Their targets, in this order.
    measure
        What an answer costs.
    before
        What the answers to the rows as they are cost.
    """

    model: Any = field(repr=False)
    cells: Cells
    order: Index = field(repr=False)
    truth: npt.NDArray[Any] = field(repr=False)
    measure: Measure
    before: Vector = field(repr=False)

    @classmethod
    def of(cls, model: Any, cells: Cells, order: Index, truth: npt.NDArray[Any], measure: Measure) -> "Exchange":
        """Ask about the rows as they are."""
        said = np.asarray(model.predict(cells.exchanged(0, order, order)))
        return cls(model, cells, order, truth, measure, measure.losses(said, truth))

    def costs(self, j: int, repeats: int) -> Matrix:
        """What row i loses more with the cell of row i + s of the order, for s = 1, ..., repeats.

        A row and a cell that come together several times are asked about once, and not at all if the cell is no news.
        """
        n = len(self.order)
        codes = np.unique(self.cells.codes(j)[self.order], return_inverse=True)[1].reshape(-1)
        places = np.arange(n)
        donors = (places[:, None] + np.arange(1, repeats + 1)) % n
        news = codes[donors] != codes[:, None]
        rows, others = np.nonzero(news)[0], donors[news]
        _, first, back = np.unique(rows * n + codes[others], return_index=True, return_inverse=True)
        asked, given = rows[first], others[first]
        lost = np.zeros(len(first))
        for block in blocks(len(first), ENTRIES // len(self.cells.names)):
            changed = self.cells.exchanged(j, self.order[asked[block]], self.order[given[block]])
            lost[block] = self.measure.losses(np.asarray(self.model.predict(changed)), self.truth[asked[block]])
        found = np.zeros((n, repeats))
        found[news] = lost[back.reshape(-1)] - self.before[rows]
        return found


def strongest(model: Any, cells: Cells, order: Index, plan: Plan) -> Index:
    """All columns, or as many as planned: those whose exchange moves the outputs most at a few rows; in their order."""
    wide = len(cells.names)
    if wide <= plan.columns:
        return np.arange(wide)
    rows, donors = order[:SCREENED], np.roll(order[:SCREENED], -1)
    before = _outputs(model, cells.exchanged(0, rows, rows))
    moved = np.array([np.abs(_outputs(model, cells.exchanged(j, rows, donors)) - before).sum() for j in range(wide)])
    return np.sort(np.argsort(-moved, kind="stable")[: plan.columns])


def _outputs(model: Any, X: Any) -> Matrix:
    """Real outputs where a model has them; else its answers, as 1 for each class that it names."""
    if hasattr(model, "decision_function"):
        return np.asarray(model.decision_function(X), dtype=np.float64)
    said = np.asarray(model.predict(X))
    if hasattr(model, "classes_"):
        return np.asarray(said[:, None] == np.asarray(model.classes_), dtype=np.float64)
    return np.asarray(said, dtype=np.float64)
