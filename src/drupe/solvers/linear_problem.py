"""What a linear machine minimizes: half a squared norm, or a sum of sizes, plus what its outputs cost."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Matrix
from drupe.foundation.enumerations import Enumeration
from drupe.inputs.vectors import Vectors


class LinearLoss(Enumeration):
    """What an output m costs where y was wanted; y is −1 or 1 in the first three."""

    HINGE = "max(0, 1 − ym)"
    SQUARED_HINGE = "max(0, 1 − ym)²"
    LOGISTIC = "ln(1 + exp(−ym))"
    INSENSITIVE = "max(0, |y − m| − ε)"
    SQUARED_INSENSITIVE = "max(0, |y − m| − ε)²"


class LinearPenalty(Enumeration):
    """What a weight w costs."""

    SQUARES = "½w²"
    ABSOLUTES = "|w|"


@dataclass(frozen=True, eq=False)
class LinearProblem:
    """min over w of P(w) + Σᵢ costᵢ L(yᵢ, ⟨w, xᵢ⟩), once for each row of targets.

    Parameters
    ----------
    rows
        The examples.
    targets
        y: a row for each problem.
    costs
        What each example's loss counts, in the shape of the targets.
    loss
        L.
    width
        ε of the insensitive losses.
    penalty
        P.
    constant
        A further column that holds this number everywhere, which makes an offset; 0 for none.
    penalized
        Whether the weight of that column costs what the others do.

    References
    ----------
    [Fan08]_, section 2 and appendices A to C.
    """

    rows: Vectors
    targets: Matrix
    costs: Matrix
    loss: LinearLoss
    width: float = 0.0
    penalty: LinearPenalty = LinearPenalty.SQUARES
    constant: float = 0.0
    penalized: bool = False

    @property
    def size(self) -> int:
        """How many weights one problem has, that of the constant included."""
        return self.rows.dimension + (self.constant != 0.0)

    def only(self, k: int) -> "LinearProblem":
        """The problem of one row of targets."""
        return replace(self, targets=self.targets[k : k + 1], costs=self.costs[k : k + 1])


def native_rows(rows: Vectors) -> Any:
    """The examples as the core takes them: a table in float64, or values, columns, starts and the number of columns."""
    array = rows.in_double().array
    if not rows.sparse:
        return np.ascontiguousarray(array)
    parts: tuple[npt.NDArray[Any], ...] = (
        np.ascontiguousarray(array.data, dtype=np.float64),
        np.ascontiguousarray(array.indices, dtype=np.int32),
        np.ascontiguousarray(array.indptr, dtype=np.int64),
    )
    return (*parts, rows.dimension)
