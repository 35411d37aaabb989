"""Affine constraints of a program: equalities, inequalities and an interval for each variable."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError


@dataclass(frozen=True, eq=False)
class Constraints:
    """equal · x = equal_to,  inequal · x ≤ at_most,  lower ≤ x ≤ upper.  Use `Constraints.of` to make them.

    Parameters
    ----------
    equal
        One row for each equality; dense or sparse.
    equal_to
        What each must be.
    inequal
        One row for each inequality; dense or sparse.
    at_most
        What each may be at most.
    lower
        Lower ends, −infinity where there is none.
    upper
        Upper ends, infinity where there is none.

    Examples
    --------
    >>> simplex = Constraints.of(3, equal=[[1, 1, 1]], equal_to=[1], lower=0.0)
    >>> simplex.violation(np.array([0.5, 0.5, 0.25]))
    0.25

    References
    ----------
    [Herbrich02]_, appendix D.1; [Cristianini00]_, definition 5.1.
    """

    equal: Any
    equal_to: Vector
    inequal: Any
    at_most: Vector
    lower: Vector
    upper: Vector

    @classmethod
    def of(
        cls,
        size: int,
        *,
        equal: Any = None,
        equal_to: npt.ArrayLike = (),
        inequal: Any = None,
        at_most: npt.ArrayLike = (),
        lower: npt.ArrayLike = -np.inf,
        upper: npt.ArrayLike = np.inf,
    ) -> "Constraints":
        """Constraints on `size` variables; one number for lower or upper holds for all of them."""
        ends = [np.broadcast_to(np.asarray(end, dtype=np.float64), (size,)) for end in (lower, upper)]
        if np.any(ends[0] > ends[1]):
            i = int(np.argmax(ends[0] > ends[1]))
            raise InputError(f"variable {i} may be {ends[0][i]:g} or more but {ends[1][i]:g} or less; no number is.")
        return cls(*_rows("equal", equal, equal_to, size), *_rows("inequal", inequal, at_most, size), ends[0], ends[1])

    def __len__(self) -> int:
        return len(self.lower)

    def slack(self, x: Vector) -> Vector:
        """at_most − inequal · x: negative where violated, zero where active."""
        return np.asarray(self.at_most - self.inequal @ x)

    def active(self, x: Vector, tolerance: float = 1e-9) -> npt.NDArray[np.int64]:
        """Positions of the inequalities that hold with equality."""
        return np.flatnonzero(np.abs(self.slack(x)) <= tolerance)

    def violation(self, x: Vector) -> float:
        """The largest violation of any constraint, 0 inside the feasible region."""
        apart = [np.abs(self.equal @ x - self.equal_to), -self.slack(x), self.lower - x, x - self.upper]
        return max(0.0, *(float(part.max(initial=0.0)) for part in apart))


def _rows(name: str, matrix: Any, right: npt.ArrayLike, size: int) -> tuple[Matrix | sp.sparray, Vector]:
    bound = np.asarray(right, dtype=np.float64)
    if matrix is None:
        rows: Any = np.zeros((0, size))
    else:
        rows = matrix if sp.issparse(matrix) else np.asarray(matrix, dtype=np.float64)
    if rows.ndim != 2 or bound.ndim != 1 or rows.shape != (len(bound), size):
        raise InputError(
            f"{name} of {size} variables must have a row of {size} numbers for each of its {bound.size} right-hand "
            f"sides, got shape {rows.shape}."
        )
    return rows, bound
