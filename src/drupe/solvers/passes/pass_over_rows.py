"""One pass as work over parts: what the rows of a part add to slopes and tallies of all columns."""

from dataclasses import dataclass

import numpy as np

from drupe.grams.cross import Columns, CrossGram, Swept
from drupe.losses.output_rows import RowLoss
from drupe.solvers.passes.known_rows import KnownRows


@dataclass(frozen=True, eq=False)
class Pass:
    """part ↦ Σ over its batches of what a sweep gives; it can be sent to another process, which reads its rows itself.

    Parameters
    ----------
    rows
        The rows of all parts, and what is known of them.
    cross
        The kernel between rows and landmarks.
    columns
        The functions that are looked at.
    loss
        What their outputs cost.
    """

    rows: KnownRows
    cross: CrossGram
    columns: Columns
    loss: RowLoss

    def __call__(self, part: int) -> Swept:
        total = self.nothing()
        for batch in self.rows.rows.batches(part):
            inputs = batch.inputs if self.cross.rough else batch.inputs.in_double()
            total = total + self.cross.sweep(inputs, self.rows.known(batch), self.columns, self.loss)
        return total

    def nothing(self) -> Swept:
        """What no rows add."""
        shape = self.columns.coefficients.shape
        return Swept(np.zeros(shape), np.zeros(shape[1]), np.zeros((len(self.columns.leaves_out), 3, 3)))
