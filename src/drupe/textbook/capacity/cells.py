"""Hyperplanes that give a sample the same labels: the cells into which its points cut the space of weights."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linprog

from drupe.foundation.arrays import Matrix, Vector

THINNEST = 1e-9
"""Margin, on points of length 1 and for weights in [−1, 1], below which a cell is none."""


@dataclass(frozen=True, eq=False)
class Cell:
    """All w with sign⟨w, xᵢ⟩ = yᵢ: an open convex polyhedron (a cone), on which the training error is constant.

    Parameters
    ----------
    signs
        yᵢ, the labels that its members give.
    w
        One member; with an offset this is the last entry.

    Examples
    --------
    >>> Cell(np.array([1.0, -1.0]), np.array([1.0])).errors(np.array([1.0, 1.0]))
    1

    References
    ----------
    [Herbrich02]_, remark 2.8.
    """

    signs: Vector
    w: Vector

    def errors(self, labels: Vector) -> int:
        """How many labels of the sample its members get wrong."""
        return int(np.count_nonzero(self.signs != labels))


def linear_cells(x: Matrix, *, offset: bool = True) -> list[Cell]:
    """The cells of all labelings that hyperplanes can give to these points.

    Points come one by one: a cell stays whole or falls into two, which one linear program decides. For n points in
    general position there are 2 Σ C(n − 1, i) cells, i < d (`hyperplane_patterns`); O(n) programs for each.

    Examples
    --------
    >>> [cell.signs.tolist() for cell in linear_cells(np.array([[1.0], [2.0]]), offset=False)]
    [[1.0, 1.0], [-1.0, -1.0]]

    References
    ----------
    [Herbrich02]_, remark 2.8 and section 4.2; [Graepel02]_, section 3.1.2.
    """
    rows = np.column_stack([x, np.ones(len(x))]) if offset else np.array(x, dtype=np.float64)
    lengths = np.linalg.norm(rows, axis=1)
    if not rows.size or not lengths.all():
        return []  # no hyperplane through the origin decides on a point there
    rows = rows / lengths[:, None]
    # The opposite of a labeling belongs to the opposite hyperplane: half of them suffice.
    found = [Cell(np.ones(1), rows[0])]
    for count in range(2, len(rows) + 1):
        found = [half for cell in found for half in _cut(cell, rows[:count])]
    return found + [Cell(-cell.signs, -cell.w) for cell in found]


def least_errors(cells: Sequence[Cell], labels: Vector) -> Cell:
    """The cell whose hyperplanes make the fewest training errors, the first among equals: least empirical risk.

    Examples
    --------
    >>> cells = linear_cells(np.array([[0.0], [1.0], [2.0]]))
    >>> least_errors(cells, np.array([1.0, -1.0, 1.0])).errors(np.array([1.0, -1.0, 1.0]))
    1

    References
    ----------
    [Herbrich02]_, eq. 2.12.
    """
    return min(cells, key=lambda cell: cell.errors(labels))


def _cut(cell: Cell, rows: Matrix) -> list[Cell]:
    """The parts of a cell on both sides of the last point, +1 first."""
    value = float(rows[-1] @ cell.w)
    parts = []
    for sign in (1.0, -1.0):
        signs = np.append(cell.signs, sign)
        # Where the member that is known lies safely inside, it stays; else one is looked for.
        inside = sign * value > THINNEST * float(np.abs(cell.w).max())
        w = cell.w if inside else _member(signs[:, None] * rows)
        if w is not None:
            parts.append(Cell(signs, w))
    return parts


def _member(rows: Matrix) -> Vector | None:
    """A w in [−1, 1]ᵈ with the largest smallest ⟨w, row⟩; None if that is not positive."""
    n, d = rows.shape
    found = linprog(
        np.append(np.zeros(d), -1.0),
        A_ub=np.column_stack([-rows, np.ones(n)]),
        b_ub=np.zeros(n),
        bounds=[(-1.0, 1.0)] * d + [(None, 1.0)],
        method="highs",
    )
    return np.asarray(found.x[:d]) if found.status == 0 and found.x[-1] > THINNEST else None
