"""Rows of a Gram kept for the next request, the least recently used dropped first, never more bytes than allowed."""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.budget import require
from drupe.foundation.parameters import Interval, check
from drupe.foundation.progress import Progress
from drupe.grams.base import Gram
from drupe.grams.wrapped import WrappedGram
from drupe.inputs.base import Inputs


@dataclass(frozen=True)
class CacheUse:
    """What a cache has done so far: requested rows that were there and that were not, and what it holds now."""

    hits: int
    misses: int
    rows: int
    bytes: int


class SameGram(WrappedGram):
    """The entries of the Gram inside; only rows come another way."""

    def in_double(self) -> Gram:
        return self if self.dtype == np.float64 else self.gram.in_double()

    def diagonal(self) -> Vector:
        return self.gram.diagonal()

    def against(self, new: Inputs) -> Matrix:
        return self.gram.against(new)

    def diagonal_of(self, new: Inputs) -> Vector:
        return self.gram.diagonal_of(new)

    def _block(self, rows: Index, columns: Index) -> Matrix:
        return self.gram._block(rows, columns)

    def _product(self, vectors: Matrix, progress: Progress | None) -> Matrix:
        return self.gram._product(vectors, progress)

    def _dense(self, progress: Progress | None) -> Matrix:
        return self.gram._dense(progress)

    def _evaluate(self, new: Inputs, weights: Matrix) -> Matrix:
        return self.gram._evaluate(new, weights)


class CachedGram(SameGram):
    """The same K; rows once computed are kept, up to a byte budget.

    Missing rows of a request are computed in one call. Of a request larger than the budget the last rows stay.
    Products, blocks and `dense` go past the cache: they need every entry once. Several threads may share one.

    Parameters
    ----------
    gram
        K.
    budget_bytes
        What all kept rows together may take. It must hold one row: a cache that can keep nothing is refused.

    Examples
    --------
    >>> from drupe.grams.dense import DenseGram
    >>> gram = CachedGram(DenseGram([[2, 1], [1, 2]]), budget_bytes=16)
    >>> _ = gram.rows([0]), gram.rows([0]), gram.rows([1])
    >>> gram.use
    CacheUse(hits=1, misses=2, rows=1, bytes=16)

    References
    ----------
    [Cristianini00]_, section 7.2 (values that are used repeatedly) and 7.5.
    """

    def __init__(self, gram: Gram, budget_bytes: int):
        self.gram, self.budget_bytes = gram, budget_bytes
        super().__post_init__()
        check("CachedGram", "budget_bytes", budget_bytes, Interval(0, whole=True))
        row_bytes = len(gram) * gram.dtype.itemsize
        remedy = "give it more, or use the Gram without a cache."
        require(row_bytes, budget_bytes, f"a cache for one row of {len(gram)} examples", remedy)
        self._capacity = int(budget_bytes) // max(1, row_bytes)
        self._row_bytes = row_bytes
        self._kept: OrderedDict[int, Vector] = OrderedDict()
        self._hits = self._misses = 0
        self._lock = Lock()

    def __reduce__(self) -> tuple[type["CachedGram"], tuple[Gram, int]]:
        """A copy starts with an empty cache."""
        return CachedGram, (self.gram, self.budget_bytes)

    @property
    def use(self) -> CacheUse:
        """Hits, misses and what is held."""
        with self._lock:
            return CacheUse(self._hits, self._misses, len(self._kept), len(self._kept) * self._row_bytes)

    def _rows(self, index: Index) -> Matrix:
        wanted = index.tolist()
        with self._lock:  # also while computing: two threads that miss the same row compute it once
            missing = [i for i in dict.fromkeys(wanted) if i not in self._kept]
            fresh = dict(zip(missing, self.gram._rows(np.array(missing)), strict=True)) if missing else {}
            out = np.empty((len(wanted), len(self)), dtype=self.dtype)
            for place, i in enumerate(wanted):
                out[place] = fresh[i] if i in fresh else self._kept[i]
            self._misses += len(missing)
            self._hits += len(wanted) - len(missing)
            self._remember(wanted, fresh)
        return out

    def _remember(self, wanted: list[int], fresh: dict[int, Vector]) -> None:
        newest_first = list(dict.fromkeys(reversed(wanted)))[: self._capacity]
        held = {i: self._kept.pop(i) for i in newest_first if i in self._kept}
        while len(self._kept) + len(newest_first) > self._capacity:
            self._kept.popitem(last=False)
        for i in reversed(newest_first):
            # A copy: a view would keep all rows of the request alive, whatever the budget says.
            self._kept[i] = held[i] if i in held else fresh[i].copy()

    def _take(self, index: Index) -> Gram:
        return CachedPart(self, index)


class CachedPart(SameGram):
    """The Gram of some of the examples of a CachedGram, whose rows come from the cache of the whole.

    So the folds of a cross-validation share one cache and one budget. Missing rows are computed in full length.
    Without a cache: `whole.gram.take(index)`.

    Parameters
    ----------
    whole
        Holds the cache.
    index
        Positions in the whole.
    """

    def __init__(self, whole: CachedGram, index: Index):
        self.whole, self._index = whole, index.copy()
        self.gram = whole.gram.take(index)

    def _rows(self, index: Index) -> Matrix:
        return self.whole._rows(self._index[index])[:, self._index]

    def _take(self, index: Index) -> Gram:
        return CachedPart(self.whole, self._index[index])
