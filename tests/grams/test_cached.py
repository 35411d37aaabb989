"""The row cache: exactly which rows stay, never a byte too many, and nobody can spoil it."""

import threading
from collections import OrderedDict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.foundation.arrays import Index, Matrix
from drupe.foundation.errors import BudgetError, InputTypeError, ParameterError
from drupe.grams import CachedGram, CacheUse, DenseGram, LazyGram
from drupe.inputs import Vectors
from drupe.kernels import Gaussian

SIZE = 12
ROW = 8 * SIZE
MATRIX = (lambda a: a + a.T)(np.random.default_rng(1).normal(size=(SIZE, SIZE)))


class Watched(DenseGram):
    """Remembers which rows were asked for."""

    def __init__(self, matrix: Matrix):
        super().__init__(matrix)
        self.asked: list[list[int]] = []

    def _rows(self, index: Index) -> Matrix:
        self.asked.append(index.tolist())
        return super()._rows(index)


def cached(rows: float) -> tuple[CachedGram, Watched]:
    inner = Watched(MATRIX)
    return CachedGram(inner, int(rows * ROW)), inner


def test_a_row_is_computed_once() -> None:
    gram, inner = cached(5)
    for _ in range(3):
        np.testing.assert_array_equal(gram.rows([3]), MATRIX[[3]])
    assert inner.asked == [[3]]
    assert gram.use == CacheUse(hits=2, misses=1, rows=1, bytes=ROW)


def test_missing_rows_of_a_request_are_computed_in_one_call_and_each_once() -> None:
    gram, inner = cached(8)
    gram.rows([1, 2])
    np.testing.assert_array_equal(gram.rows([5, 1, 6, 5, 2]), MATRIX[[5, 1, 6, 5, 2]])
    assert inner.asked == [[1, 2], [5, 6]]
    assert gram.use == CacheUse(hits=3, misses=4, rows=4, bytes=4 * ROW)


def test_the_least_recently_used_row_goes_first() -> None:
    gram, inner = cached(3)
    gram.rows([0])
    gram.rows([1])
    gram.rows([2])
    gram.rows([0])  # now 1 is the oldest
    gram.rows([3])  # drops 1
    gram.rows([0, 2, 3])
    assert inner.asked == [[0], [1], [2], [3]]
    gram.rows([1])  # drops 0
    gram.rows([2, 3])
    gram.rows([0])
    assert inner.asked == [[0], [1], [2], [3], [1], [0]]


def test_a_held_row_that_is_asked_for_with_new_ones_stays() -> None:
    gram, inner = cached(2)
    gram.rows([0, 1])
    np.testing.assert_array_equal(gram.rows([2, 0]), MATRIX[[2, 0]])
    gram.rows([0, 2])
    assert inner.asked == [[0, 1], [2]]


def test_of_a_request_beyond_the_budget_the_last_rows_stay() -> None:
    gram, inner = cached(2.9)
    np.testing.assert_array_equal(gram.rows(range(SIZE)), MATRIX)
    assert gram.use == CacheUse(hits=0, misses=SIZE, rows=2, bytes=2 * ROW)
    gram.rows([SIZE - 1, SIZE - 2])
    assert len(inner.asked) == 1


@given(
    st.lists(st.lists(st.integers(0, SIZE - 1), min_size=1, max_size=6), max_size=15),
    st.integers(ROW, 6 * ROW),
)
def test_it_is_the_textbook_cache(requests: list[list[int]], budget: int) -> None:
    inner = Watched(MATRIX)
    gram = CachedGram(inner, budget)
    model: OrderedDict[int, None] = OrderedDict()
    hits = misses = 0
    for request in requests:
        missing = [i for i in dict.fromkeys(request) if i not in model]
        misses += len(missing)
        hits += len(request) - len(missing)
        for i in request:
            model[i] = None
            model.move_to_end(i)
        while len(model) > budget // ROW:
            model.popitem(last=False)
        before = len(inner.asked)
        np.testing.assert_array_equal(gram.rows(request), MATRIX[request])
        assert inner.asked[before:] == ([missing] if missing else [])
        assert gram.use == CacheUse(hits, misses, len(model), len(model) * ROW)
        assert gram.use.bytes <= budget


def test_kept_rows_do_not_keep_the_rest_of_a_request_alive() -> None:
    gram, _ = cached(2)
    gram.rows(range(SIZE))
    held = [row if row.base is None else row.base for row in gram._kept.values()]
    assert sum(row.nbytes for row in held) == gram.use.bytes == 2 * ROW


def test_what_the_caller_does_to_rows_is_not_seen_again() -> None:
    gram, _ = cached(4)
    for request in ([0, 1], [1, 0], [1, 2]):
        gram.rows(request)[...] = np.nan
    np.testing.assert_array_equal(gram.rows([0, 1, 2]), MATRIX[:3])


def test_a_budget_below_one_row_is_refused() -> None:
    CachedGram(DenseGram(MATRIX), ROW)
    with pytest.raises(BudgetError, match=r"one row of 12 examples needs 96 B but may take 95 B; give it more"):
        CachedGram(DenseGram(MATRIX), ROW - 1)
    with pytest.raises(BudgetError):
        CachedGram(DenseGram(MATRIX), 0)


@pytest.mark.parametrize("budget", [-1, 1.5e3 + 0.5, "1 GB", None, True])
def test_a_budget_is_a_whole_number_of_bytes(budget: object) -> None:
    with pytest.raises(ParameterError, match="budget_bytes"):
        CachedGram(DenseGram(MATRIX), budget)  # type: ignore[arg-type]


def test_float32_rows_take_half_the_room() -> None:
    gram = CachedGram(DenseGram(MATRIX.astype(np.float32)), ROW)
    gram.rows([0, 1, 2])
    assert gram.use.rows == 2
    assert gram.use.bytes == ROW
    assert gram.rows([1]).dtype == np.float32


def test_only_a_gram_is_cached() -> None:
    with pytest.raises(
        InputTypeError, match=r"CachedGram is made from a Gram, got ndarray; wrap a matrix in DenseGram"
    ):
        CachedGram(MATRIX, 10**6)  # type: ignore[arg-type]


def test_parts_share_the_cache_of_the_whole() -> None:
    gram, inner = cached(SIZE)
    folds = [np.array([0, 1, 2, 3]), np.array([2, 3, 4, 5]), np.array([5, 0, 3])]
    for fold in folds:
        np.testing.assert_array_equal(gram.take(fold).rows(range(len(fold))), MATRIX[np.ix_(fold, fold)])
    assert inner.asked == [[0, 1, 2, 3], [4, 5]]
    assert gram.use == CacheUse(hits=5, misses=6, rows=6, bytes=6 * ROW)


def test_a_part_does_not_change_with_the_index_it_was_made_from() -> None:
    gram, _ = cached(SIZE)
    index = np.array([1, 2], dtype=np.int64)
    part = gram.take(index)
    index[:] = 0
    np.testing.assert_array_equal(part.rows([0, 1]), MATRIX[np.ix_([1, 2], [1, 2])])


def test_an_error_while_computing_leaves_the_cache_as_it_was() -> None:
    class Failing(DenseGram):
        broken = False

        def _rows(self, index: Index) -> Matrix:
            if self.broken:
                raise KeyboardInterrupt
            return super()._rows(index)

    inner = Failing(MATRIX)
    gram = CachedGram(inner, 3 * ROW)
    gram.rows([0, 1])
    before = gram.use
    inner.broken = True
    with pytest.raises(KeyboardInterrupt):
        gram.rows([0, 5])
    assert gram.use == before
    inner.broken = False
    np.testing.assert_array_equal(gram.rows([0, 5]), MATRIX[[0, 5]])


def test_several_threads_may_share_one() -> None:
    points = np.random.default_rng(2).normal(size=(60, 2))
    inner = LazyGram(Gaussian(1.0), Vectors.of(points), n_jobs=1)
    expected = inner.dense()
    gram = CachedGram(inner, 7 * 8 * 60)
    wrong: list[object] = []

    def ask(seed: int) -> None:
        rng = np.random.default_rng(seed)
        for _ in range(150):
            index = rng.integers(60, size=3)
            if not np.allclose(gram.rows(index), expected[index], rtol=1e-12) or gram.use.bytes > 7 * 8 * 60:
                wrong.append(index)

    threads = [threading.Thread(target=ask, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert gram.use.hits + gram.use.misses == 4 * 150 * 3
