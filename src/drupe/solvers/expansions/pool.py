"""Inner products among the best examples, most of which were so before: only what is new is computed."""

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.solvers.expansions.growing_basis import GrowingBasis
from drupe.solvers.expansions.kernel_columns import KernelColumns

NOBODY = -1


class Pool:
    """G of some examples, in the precision of K, each of whom has a place until it leaves.

    Parameters
    ----------
    basis
        What says how G is made of K.
    columns
        K.
    means
        The weighted mean of each column of K.
    """

    def __init__(self, basis: GrowingBasis, columns: KernelColumns, means: Vector):
        self.basis, self.columns = basis, columns
        self.means, self.root = means.astype(columns.dtype), basis.root.astype(columns.dtype)
        self._clear(0)

    def table(self, index: Index) -> Matrix:
        """G among these examples, no two of them the same."""
        if len(index) > len(self._who):
            self._clear(len(index))
        new = np.setdiff1d(index, self._who)
        places = np.flatnonzero(~np.isin(self._who, index))[: len(new)]
        rows = self.columns.rows(new)
        around = (rows - self.means[new, None]) * self.root
        self._who[places], self._around[places] = new, around
        products = around @ self._around.T
        if self.basis.paid:
            products += self._among.dtype.type(self.basis.alpha) * rows[:, self._who]
        self._among[places], self._among[:, places] = products, products.T
        order = np.argsort(self._who)
        found = order[np.searchsorted(self._who, index, sorter=order)]
        table = self._among[np.ix_(found, found)]
        return table if self.basis.paid else table + self.basis.alpha * np.eye(len(index), dtype=table.dtype)

    def _clear(self, size: int) -> None:
        self._who = np.full(size, NOBODY)
        self._around = np.zeros((size, len(self.means)), dtype=self.columns.dtype)
        self._among = np.zeros((size, size), dtype=self.columns.dtype)
