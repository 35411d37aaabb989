"""The one scan before all passes: what the columns and targets of a part are, from rows that may be learned from."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index
from drupe.foundation.errors import InputError
from drupe.foundation.remedies import UntoldRows
from drupe.inputs.rows.base import Batch, Rows
from drupe.inputs.rows.column_encodings import words_of_numbers
from drupe.inputs.rows.division import Division, Side
from drupe.inputs.rows.raw_table import Cells, NumberCells
from drupe.inputs.rows.read_ahead import read_ahead
from drupe.inputs.rows.table_encoding import as_table
from drupe.inputs.rows.table_facts import At, ColumnFacts, TableFacts, TargetFacts
from drupe.inputs.rows.targets import Untold, cells_of_targets


@dataclass(frozen=True, eq=False)
class Scan:
    """Facts of one part: what `Engine.sum` does with it.

    Rows that are held out are only counted: what a model knows of them would make its certificate worthless.

    Parameters
    ----------
    rows
        All rows, as they come.
    names
        The columns to look at; none for rows that are vectors already and stay as they are.
    target
        The column with the targets; None if they are no column, or are not there.
    division
        Which rows are held out.
    categorical
        Columns whose numbers are categories.
    untold
        What becomes of rows without a target.
    """

    rows: Rows
    names: tuple[str, ...]
    target: str | None
    division: Division
    categorical: tuple[str, ...] = ()
    untold: Untold = Untold.REFUSE

    def __call__(self, part: int) -> TableFacts:
        counts, facts = np.zeros(2, dtype=np.int64), TableFacts()
        for batch in read_ahead(self.rows.batches(part)):
            found = self._facts(batch)
            counts += found.counts[0]
            facts = facts + found
        columns = facts.columns or tuple(map(ColumnFacts, self.names))
        return TableFacts(((int(counts[0]), int(counts[1])),), columns, facts.targets)

    def _facts(self, batch: Batch) -> TableFacts:
        targets = target_cells(batch, self.target)
        told = told_rows(self.rows, batch, targets, self.untold)
        learned = self.division.mask(Side.LEARNED, batch.first, len(batch))
        kept = np.flatnonzero(learned & told)

        def at(row: int) -> str:
            return self.rows.place(batch.first + int(kept[row]))

        columns = tuple[ColumnFacts, ...]()
        if self.names:
            table = as_table(batch.inputs)
            columns = tuple(self._column(name, table.column(name).take(kept), at) for name in self.names)
        found = TargetFacts()
        if targets is not None:
            found = TargetFacts.of(targets.take(np.flatnonzero(told)), _among(kept, told))
        return TableFacts(((len(kept), int((told & ~learned).sum())),), columns, found)

    def _column(self, name: str, cells: Cells, at: At) -> ColumnFacts:
        if name in self.categorical and isinstance(cells, NumberCells):
            cells = words_of_numbers(cells.values)
        return ColumnFacts.of(name, cells, at)


def _among(kept: Index, told: npt.NDArray[np.bool_]) -> Index:
    """The places of rows among those with a target."""
    return np.cumsum(told)[kept] - 1


def target_cells(batch: Batch, target: str | None) -> Cells | None:
    """The targets of a batch as a column; None if there are none."""
    if batch.targets is not None:
        return cells_of_targets(batch.targets)
    return None if target is None else as_table(batch.inputs).column(target)


def told_rows(rows: Rows, batch: Batch, targets: Cells | None, untold: Untold) -> npt.NDArray[np.bool_]:
    """Which rows have a target; an InputError that names the first without one, unless such are left out."""
    if targets is None:
        return np.ones(len(batch), dtype=np.bool_)
    empty = targets.empty()
    infinite = np.isinf(targets.values) if isinstance(targets, NumberCells) else np.zeros_like(empty)
    wrong = infinite if untold is Untold.DROP else infinite | empty
    if wrong.any():
        row = int(wrong.argmax())
        what = "is infinite" if infinite[row] else "is missing"
        raise InputError(
            f"{rows.place(batch.first + row)}: the target {what}; fill it in, or pass {UntoldRows()} to leave out rows "
            "without a target.",
            remedies=(UntoldRows(),),
        )
    return np.asarray(~empty)
