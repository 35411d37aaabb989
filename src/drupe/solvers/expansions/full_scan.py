"""The next centers of a greedy expansion, each the best of all examples: a few are proposed, then all are checked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.solvers.expansions.growing_basis import GrowingBasis, with_room
from drupe.solvers.expansions.kernel_columns import KernelColumns
from drupe.solvers.expansions.pool import Pool

BEST = 128
"""Examples with the largest decreases, among which the next centers of one of many bases are proposed."""

AHEAD = 8
"""Centers that are proposed together, so that one product with K serves them all."""

ALONE = 3
"""Times as many for a basis alone, as products with few columns wait for memory."""

ALIKE = 1e-6
"""Share by which the best example may surpass the one that was proposed."""


class FullScan:
    """qᵢ² / rᵢ for all examples i, twice what the objective falls by if i becomes a center.

    rᵢ is the squared length of column i outside the span of the centers and q its inner product with the targets
    there. A new direction v has the inner products p with all columns, and r −= p², q −= p vᵀy. The p of several
    centers to come take one product with K. These centers are proposed among the best examples, whose own inner
    products are few; once their p are known, only those are kept up to which no other example would have been better.

    References
    ----------
    [Mika02]_, section 3.5.2.
    """

    def __init__(self, basis: GrowingBasis, columns: KernelColumns, start: "ScanStart", alone: bool):
        self.ahead, self.best = (ALONE * AHEAD, ALONE * BEST) if alone else (AHEAD, BEST)
        self.basis, self.columns, self.lengths = basis, columns, start.lengths
        self.left, self.products = start.lengths.copy(), start.products[:, basis.functions].astype(np.float64)
        n = len(self.left)
        self.used = np.zeros(n, dtype=bool)
        self.directions: Matrix = np.empty((0, n))
        self._inner = np.empty((0, n), dtype=columns.dtype)
        self._pool = Pool(basis, columns, start.means)

    @property
    def inner(self) -> Matrix:
        """p of every center, one row each."""
        return self._inner[: len(self.basis.shares)]

    @cached_property
    def least(self) -> Vector:
        """Below it r is rounding: alpha where coefficients pay, as no other column reaches into that part."""
        rounding = 10.0 * float(np.finfo(self.columns.dtype).eps) * self.lengths
        return rounding if self.basis.paid else np.maximum(rounding, self.basis.alpha)

    def propose(self, limit: int) -> Matrix:
        """z of the next centers, no more than the limit: Kz is what `decide` wants to hear."""
        scores = self._scores(self.left, self.products)
        pool = _best(scores, min(self.best, len(scores) - int(self.used.sum())))
        others = np.delete(scores, pool).max(initial=0.0)
        index = pool[self._order(pool, float(others), min(limit, self.ahead))]
        self.directions = self.basis.extend(self.columns.rows(index), index)
        return self.basis.images(self.directions)

    def decide(self, inner: Matrix, enough: Callable[[float, Vector], int | None]) -> "FullScan":
        """This, with the centers that were the best of all, given the inner products of their directions.

        The basis ends where there is none, or where the rule says that so many are enough.
        """
        basis, known = self.basis, len(self.basis.shares)
        shares = basis.shares_of(self.directions)
        end = enough(basis.start, np.concatenate([basis.decreases, 0.5 * np.square(shares).sum(axis=1)]))
        index = basis.chosen[known:end]
        left, products, count = self.left, self.products, 0
        for k, i in enumerate(index):
            scores = self._scores(left, products)
            if k and scores[i] < (1.0 - ALIKE) * scores.max():
                break
            self.used[i] = True
            left = np.maximum(left - np.square(inner[:, k]), self.least)
            products = products - np.multiply.outer(inner[:, k], shares[k])
            count += 1
        self.left, self.products = left, products
        self._inner = with_room(self._inner, known, known + count)
        self._inner[known : known + count] = inner.T[:count]
        basis.accept(shares[:count])
        basis.ended = count == 0 or basis.size == end
        return self

    def _scores(self, left: Vector, products: Matrix) -> Vector:
        scores = np.einsum("ij,ij->i", products, products) / left
        scores[self.used] = 0.0
        return np.asarray(scores)

    def _order(self, pool: Index, others: float, limit: int) -> Index:
        """The order in which the best examples would be taken, as long as they are ahead of where others were."""
        known = self.inner[:, pool]
        table = self._pool.table(pool) - known.T @ known
        left, products, least = self.left[pool], self.products[pool], self.least[pool]
        steps = np.empty((min(limit, len(pool)), len(pool)))
        taken = np.zeros(len(pool), dtype=bool)
        order: list[int] = []
        for k in range(len(steps)):
            scores = np.einsum("ij,ij->i", products, products) / left
            scores[taken] = -1.0
            i = int(scores.argmax())
            lost = self.basis.paid and left[i] <= least[i]
            if not scores[i] > (others if k else 0.0) or (k and lost):
                break
            steps[k] = (table[i] - steps[:k, i] @ steps[:k]) / np.sqrt(left[i])
            products = products - np.multiply.outer(steps[k], products[i] / np.sqrt(left[i]))
            left = np.maximum(left - np.square(steps[k]), least)
            taken[i] = True
            order.append(i)
        return np.array(order, dtype=np.intp)


def _best(scores: Vector, count: int) -> Index:
    """Positions of the largest scores that are above zero, ascending."""
    pool = np.argpartition(-scores, count - 1)[:count] if 0 < count < len(scores) else np.arange(len(scores))
    return np.sort(pool[scores[pool] > 0.0])


@dataclass(frozen=True, eq=False)
class ScanStart:
    """What all scans of a program begin with.

    Parameters
    ----------
    means
        The weighted mean of each column of K.
    lengths
        r without any center, the diagonal of G.
    products
        q without any center, one column for each function.
    """

    means: Vector
    lengths: Vector
    products: Matrix

    @classmethod
    def of(cls, bases: Sequence[GrowingBasis], columns: KernelColumns) -> "ScanStart":
        """That of bases which have the functions of one program among them, in turn."""
        basis = bases[0]
        means, lengths = columns.moments(basis.share, basis.root)
        pays = columns.diagonal() if basis.paid else 1.0
        wanted = np.hstack([one.wanted for one in bases]) * basis.root[:, None]
        return cls(means, np.asarray(lengths + basis.alpha * pays), columns.product(wanted))
