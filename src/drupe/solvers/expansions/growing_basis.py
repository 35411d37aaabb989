"""Centers of an expansion that are chosen one after the other, and the directions that each of them adds."""

import numpy as np
from scipy.linalg import cholesky, solve_triangular

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.solvers.expansions.penalties import FunctionNorm
from drupe.solvers.expansions.program import ExpansionProgram


class GrowingBasis:
    """G_SS = RᵀR for the centers S, with G = KDK + alpha P and D = W − wwᵀ / Σw, in float64.

    A center is a column of K around its weighted mean, below it the root of its penalty: so written, the objective is
    half the squared distance of the targets from the span of the centers. Made orthonormal, these columns are the
    directions of S, V = A_S R⁻¹ with A = W^½ (K − mean), and each function has the shares Vᵀy along them.

    References
    ----------
    [Mika02]_, section 3.5.2 and lemma 3.1, of which R is the root.
    """

    def __init__(self, program: ExpansionProgram, functions: Index):
        self.functions, self.size = functions, 0
        self.paid, self.alpha = isinstance(program.penalty, FunctionNorm), program.alpha
        self.share, self.root = program.weights / program.weights.sum(), np.sqrt(program.weights)
        y = program.targets[:, functions]
        self.wanted = self.root[:, None] * (y - self.share @ y)
        self.start = 0.5 * float(np.square(self.wanted).sum())
        # Targets that are constant up to rounding need no center.
        rounding = len(y) * np.finfo(np.float64).eps
        self.ended = bool(self.start <= rounding**2 * float(program.weights @ np.square(y).sum(axis=1)))
        self.shares = np.empty((0, len(functions)))
        self.chosen = np.empty(0, dtype=np.intp)
        self._columns: Matrix = np.empty((0, len(y)))
        self._triangle = np.empty((0, 0))

    @property
    def decreases(self) -> Vector:
        """What each center made it fall by."""
        return np.asarray(0.5 * np.square(self.shares).sum(axis=1))

    @property
    def triangle(self) -> Matrix:
        """R."""
        return self._triangle[: self.size, : self.size]

    @property
    def columns(self) -> Matrix:
        """A_S, one row for each center."""
        return self._columns[: self.size]

    def around(self, rows: Matrix) -> Matrix:
        """W^½ (K − mean) of rows of K, in float64."""
        wide = np.asarray(rows, dtype=np.float64)
        return np.asarray((wide - (wide @ self.share)[:, None]) * self.root)

    def inner(self, rows: Matrix, columns: Matrix, index: Index) -> Matrix:
        """G between centers and examples: rows of K of these, what is around their mean, and their positions."""
        products = self.columns @ columns.T
        return products + self.alpha * rows[:, self.chosen].T if self.paid else products

    def among(self, rows: Matrix, columns: Matrix, index: Index) -> Matrix:
        """G among examples that are no centers."""
        pays = rows[:, index] if self.paid else np.eye(len(index), dtype=rows.dtype)
        return np.asarray(columns @ columns.T + self.alpha * pays)

    def extend(self, rows: Matrix, index: Index) -> Matrix:
        """Take the first of these examples as centers, all whose directions are new; their directions, one each row."""
        rows = np.asarray(rows, dtype=np.float64)
        columns = self.around(rows)
        above = solve_triangular(self.triangle, self.inner(rows, columns, index), trans=1) if self.size else None
        own = self.among(rows, columns, index)
        if above is not None:
            own -= above.T @ above
        # What a sum over all examples may be off by.
        rounding = float(np.finfo(np.float64).eps) * len(self.root) * float(np.square(columns).sum(1).max())
        corner = _leading_root(own, rounding)
        count = len(corner)
        self._reserve(self.size + count)
        old, new = slice(0, self.size), slice(self.size, self.size + count)
        if above is not None:
            self._triangle[old, new] = above[:, :count]
        self._triangle[new, new] = corner
        self._columns[new] = columns[:count]
        self.chosen = np.concatenate([self.chosen, index[:count]])
        self.size += count
        return self._directions(count)

    def shares_of(self, directions: Matrix) -> Matrix:
        """vᵀy along new directions, one row each: what a direction takes off the objective is half its square."""
        return np.asarray(directions @ self.wanted)

    def accept(self, shares: Matrix) -> None:
        """Keep as many of the newest centers as there are rows here, and forget the others."""
        self.size = len(self.shares) + len(shares)
        self.chosen = self.chosen[: self.size]
        self.shares = np.vstack([self.shares, shares])

    def images(self, directions: Matrix) -> Matrix:
        """z with Kz the inner products of the new directions with all examples, but for αP where coefficients pay.

        There a direction has √alpha of each of its coefficients in its penalty part, which only its centers share.
        """
        z = (directions * self.root).T
        if self.paid:
            z[self.chosen] += self.alpha * self._combination(len(directions))
        return np.asarray(z)

    def _directions(self, count: int) -> Matrix:
        return np.asarray(self._combination(count).T @ self.columns)

    def _combination(self, count: int) -> Matrix:
        """The last columns of R⁻¹."""
        unit = np.eye(self.size, count, k=count - self.size)
        return np.asarray(solve_triangular(self.triangle, unit))

    def _reserve(self, size: int) -> None:
        """Room for so many centers, at least doubled."""
        if size > len(self._columns):
            self._columns = with_room(self._columns, self.size, size)
            triangle = np.zeros((len(self._columns), len(self._columns)))
            triangle[: self.size, : self.size] = self.triangle
            self._triangle = triangle


def with_room(matrix: Matrix, used: int, size: int) -> Matrix:
    """A matrix with room for so many rows, at least twice the room it had where that is too little."""
    if size <= len(matrix):
        return matrix
    wider = np.empty((max(size, 2 * len(matrix), 16), matrix.shape[1]), dtype=matrix.dtype)
    wider[:used] = matrix[:used]
    return wider


def _leading_root(matrix: Matrix, rounding: float) -> Matrix:
    """Upper triangle of the largest leading part that is positive definite beyond rounding."""
    count = len(matrix)
    while count:
        try:
            root = cholesky(matrix[:count, :count])
        except np.linalg.LinAlgError:
            count -= 1
            continue
        small = np.flatnonzero(np.square(root.diagonal()) <= rounding)
        return np.asarray(root if not small.size else root[: small[0], : small[0]])
    return np.empty((0, 0))
