"""What each pass found, by pass and group: values, gradients, and errors on rows that were not learned from."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.shapes import Numbers


@dataclass(frozen=True, eq=False)
class Trace:
    """One row for each pass, one column for each group; a group that did not take part in a pass repeats its last.

    Parameters
    ----------
    values
        The objective at the best point so far.
    lengths
        Of the gradient there, in the metric and relative to the first.
    left_out
        Mean loss and mean error, at the point that the pass looked at, on the fold that the group leaves out.
    watched
        The same on rows that are only watched.
    """

    values: Annotated[Matrix, Numbers("passes", "groups")]
    lengths: Annotated[Matrix, Numbers("passes", "groups")]
    left_out: Annotated[npt.NDArray[np.float64], Numbers("passes", "groups", 2)]
    watched: Annotated[npt.NDArray[np.float64], Numbers("passes", "groups", 2)]

    @classmethod
    def beginning(cls, groups: int) -> "Trace":
        """No pass yet."""
        flat, pairs = np.zeros((0, groups)), np.zeros((0, groups, 2))
        return cls(flat, flat, pairs, pairs)

    def __len__(self) -> int:
        return len(self.values)

    def then(self, values: Vector, lengths: Vector, index: Index, left_out: Matrix, watched: Matrix) -> "Trace":
        """With one pass more, in which only the groups of the index took part in the last two."""
        return Trace(
            np.vstack([self.values, values]),
            np.vstack([self.lengths, lengths]),
            _with_row(self.left_out, index, left_out),
            _with_row(self.watched, index, watched),
        )


def _with_row(table: npt.NDArray[np.float64], index: Index, found: Matrix) -> npt.NDArray[np.float64]:
    row = table[-1].copy() if len(table) else np.full(table.shape[1:], np.nan)
    row[index] = found
    return np.concatenate([table, row[None]])
