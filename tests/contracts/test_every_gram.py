"""What every Gram promises, whatever it is made of: one matrix, seen in many ways, and refused when too large."""

import inspect
import pickle
import tracemalloc
from collections.abc import Iterator

import numpy as np
import pytest
from gram_samples import SAMPLES, SIZE, Sample, new_vectors

import drupe.grams
from drupe.foundation.errors import BudgetError, InputError, InputTypeError
from drupe.grams import CachedGram, CenteredGram, Gram, LazyGram, LowRankGram, NormalizedGram, ShiftedGram, SignedGram
from drupe.inputs import Vectors
from drupe.kernels import Gaussian


@pytest.fixture(params=SAMPLES)
def sample(request: pytest.FixtureRequest) -> Sample:
    return SAMPLES[request.param]


@pytest.fixture(params=[name for name, sample in SAMPLES.items() if sample.new is not None])
def open_sample(request: pytest.FixtureRequest) -> Sample:
    return SAMPLES[request.param]


def close(actual: np.ndarray, expected: np.ndarray, sample: Sample) -> None:
    scale = np.abs(sample.matrix).max()
    np.testing.assert_allclose(
        actual, expected, rtol=0, atol=sample.precision * scale * max(1.0, np.abs(expected).max())
    )


def kinds(base: type = Gram) -> Iterator[type]:
    for kind in base.__subclasses__():
        if not inspect.isabstract(kind) and kind.__module__.startswith("drupe."):
            yield kind
        yield from kinds(kind)


def test_every_kind_of_gram_is_tested_here() -> None:
    assert set(kinds()) == {type(sample.make()) for sample in SAMPLES.values()}
    assert {kind for kind in vars(drupe.grams).values() if inspect.isclass(kind) and issubclass(kind, Gram)} - {
        Gram
    } <= set(kinds())


@pytest.mark.spec("H.K01", "C.B01")
def test_dense_is_the_matrix(sample: Sample) -> None:
    gram = sample.make()
    dense = gram.dense()
    close(dense, sample.matrix, sample)
    close(dense, dense.T, sample)
    assert dense.dtype == gram.dtype
    assert gram.dtype in (np.float32, np.float64)
    assert gram.shape == dense.shape == (len(gram), len(gram))


def test_diagonal_is_that_of_the_matrix(sample: Sample) -> None:
    diagonal = sample.make().diagonal()
    close(diagonal, sample.matrix.diagonal(), sample)
    assert diagonal.dtype == np.float64


@pytest.mark.parametrize("index", [[0], [4, 1, 4], [-1, 2], range(6), np.array([5, 0], dtype=np.uint8)])
def test_rows_are_rows_of_the_matrix(sample: Sample, index: object) -> None:
    gram = sample.make()
    rows = gram.rows(index)
    close(rows, sample.matrix[np.array(index, dtype=int)], sample)
    assert rows.dtype == gram.dtype


def test_a_mask_takes_where_it_is_true(sample: Sample) -> None:
    gram = sample.make()
    mask = np.arange(len(gram)) % 2 == 0
    close(gram.rows(mask), sample.matrix[mask], sample)
    close(gram.take(mask).dense(), sample.matrix[np.ix_(mask, mask)], sample)


def test_blocks_are_blocks_of_the_matrix(sample: Sample) -> None:
    gram = sample.make()
    rows, columns = [3, 1, 1], [0, 5, 1, 2]
    block = gram.block(rows, columns)
    close(block, sample.matrix[np.ix_(rows, columns)], sample)
    assert block.dtype == gram.dtype


@pytest.mark.parametrize("index", [[2], [5, 0, 3, 1], [2, 4, 2, 2]])
def test_taking_commutes_with_everything(sample: Sample, index: list[int]) -> None:
    part, matrix = sample.make().take(index), sample.matrix[np.ix_(index, index)]
    v = np.arange(1.0, len(index) + 1)
    assert len(part) == len(index)
    close(part.dense(), matrix, sample)
    close(part.rows([0]), matrix[[0]], sample)
    close(part.diagonal(), matrix.diagonal(), sample)
    close(part.block([0], range(len(index))), matrix[[0]], sample)
    close(part @ v, matrix @ v, sample)


def test_a_part_of_a_part_is_a_part(sample: Sample) -> None:
    twice = sample.make().take([5, 0, 3, 3, 1]).take([3, 2, 0])
    chosen = np.array([3, 3, 5])
    close(twice.dense(), sample.matrix[np.ix_(chosen, chosen)], sample)
    close(twice @ np.ones(3), sample.matrix[np.ix_(chosen, chosen)].sum(axis=1), sample)


@pytest.mark.parametrize("shape", [(), (1,), (3,), (0,)])
def test_products_are_those_of_the_matrix(sample: Sample, shape: tuple[int, ...]) -> None:
    gram = sample.make()
    vectors = np.random.default_rng(3).normal(size=(len(gram), *shape))
    product = gram @ vectors
    assert product.dtype == np.float64
    assert product.shape == vectors.shape
    if product.size:
        close(product, sample.matrix @ vectors, sample)
        close(vectors.T @ gram, vectors.T @ sample.matrix, sample)
        close(gram.as_linear_operator() @ vectors, sample.matrix @ vectors, sample)


def test_whole_numbers_and_float32_are_multiplied_as_what_they_are(sample: Sample) -> None:
    gram = sample.make()
    counts = np.arange(len(gram))
    for vector in (counts, counts.tolist(), counts.astype(np.float32), counts > 2):
        close(gram @ vector, sample.matrix @ np.asarray(vector, dtype=float), sample)


def test_products_see_any_memory_layout(sample: Sample) -> None:
    gram = sample.make()
    wide = np.random.default_rng(4).normal(size=(2 * len(gram), 6))
    for vectors in (wide[::2, ::-2], np.asfortranarray(wide[::2]), wide[::-2, 1]):
        close(gram @ vectors, sample.matrix @ vectors, sample)


def test_nothing_asked_nothing_computed(sample: Sample) -> None:
    gram = sample.make()
    n = len(gram)
    assert gram.rows([]).shape == (0, n)
    assert gram.rows(np.zeros(n, dtype=bool)).shape == (0, n)
    assert gram.block([], [1]).shape == (0, 1)
    assert gram.block([1, 2], []).shape == (2, 0)
    assert gram.rows([]).dtype == gram.dtype
    empty = gram.take([])
    assert empty.shape == (0, 0)
    assert empty.dense().shape == (0, 0)
    assert empty.diagonal().shape == (0,)
    assert (empty @ np.empty((0, 2))).shape == (0, 2)


@pytest.mark.parametrize("index", [[0, SIZE], [-SIZE - 1], [True, False], [[0, 1]], 3])
def test_positions_that_are_none_are_refused(sample: Sample, index: object) -> None:
    gram = sample.make()
    for asked in (gram.rows, gram.take, lambda i: gram.block(i, [0]), lambda i: gram.block([0], i)):
        with pytest.raises(InputError):
            asked(index)


@pytest.mark.parametrize("index", [[0.0, 1.0], ["a"]])
def test_positions_must_be_whole_numbers(sample: Sample, index: object) -> None:
    with pytest.raises(InputTypeError):
        sample.make().rows(index)


def test_what_cannot_be_multiplied_is_refused(sample: Sample) -> None:
    gram = sample.make()
    n = len(gram)
    for wrong in (
        np.ones(n + 1),
        np.ones((1, n)),
        np.ones((n, 1, 1)),
        np.float64(2.0),
        np.full(n, np.nan),
        [np.inf] * n,
    ):
        with pytest.raises(InputError):
            gram @ wrong
    for wrong in (np.ones(n, dtype=complex), ["a"] * n, gram, [[1.0], [1.0, 2.0]]):
        with pytest.raises(InputTypeError):
            gram @ wrong


def test_too_large_a_matrix_is_refused_and_named(sample: Sample) -> None:
    gram = sample.make()
    needed = len(gram) ** 2 * gram.dtype.itemsize
    assert gram.dense(budget=needed).nbytes == needed
    with pytest.raises(BudgetError, match=rf"{len(gram)} examples needs .* but may take .*; use rows and products"):
        gram.dense(budget=needed - 1)


def test_answers_are_the_callers_own(sample: Sample) -> None:
    gram = sample.make()
    for answer in (gram.rows([0, 1]), gram.diagonal(), gram.dense(), gram @ np.ones(len(gram)), gram.block([0], [0])):
        answer[...] = -7.0
    close(gram.dense(), sample.matrix, sample)
    close(gram.rows([0, 1]), sample.matrix[:2], sample)
    close(gram.diagonal(), sample.matrix.diagonal(), sample)
    close(gram @ np.ones(len(gram)), sample.matrix.sum(axis=1), sample)


def test_a_copy_by_pickle_is_the_same(sample: Sample) -> None:
    gram = sample.make()
    gram.rows([0])
    copy = pickle.loads(pickle.dumps(gram))
    assert type(copy) is type(gram)
    close(copy.dense(), sample.matrix, sample)
    close(copy.take([1, 2]) @ [1, 1], sample.matrix[np.ix_([1, 2], [1, 2])].sum(axis=1), sample)


def test_it_says_what_it_is(sample: Sample) -> None:
    gram = sample.make()
    assert repr(gram) == f"{type(gram).__name__}({len(gram)} examples)"


@pytest.mark.spec("H.K01", "C.B01")
def test_new_examples_are_compared(open_sample: Sample) -> None:
    gram, new = open_sample.make(), open_sample.new()
    weights = np.random.default_rng(5).normal(size=(len(gram), 2))
    close(gram.against(new), open_sample.against, open_sample)
    close(gram.evaluate(new, weights), open_sample.against @ weights, open_sample)
    close(gram.evaluate(new, weights[:, 0]), open_sample.against @ weights[:, 0], open_sample)
    close(gram.take([2, 0, 2]).against(new), open_sample.against[:, [2, 0, 2]], open_sample)
    close(gram.take([2, 0]).evaluate(new, [1, 2]), open_sample.against[:, [2, 0]] @ [1, 2], open_sample)
    with pytest.raises(InputError):
        gram.evaluate(new, weights[1:])


@pytest.mark.parametrize("name", [name for name, sample in SAMPLES.items() if sample.new is None])
def test_who_knows_no_kernel_says_so(name: str) -> None:
    gram = SAMPLES[name].make()
    for asked in (gram.against, gram.diagonal_of, lambda new: gram.evaluate(new, np.ones(len(gram)))):
        with pytest.raises(InputError, match=r"knows only its own .* LazyGram\(kernel, inputs\)"):
            asked(new_vectors())


HUGE = 10**6


def huge_kinds() -> dict[str, Gram]:
    gram = LazyGram(Gaussian(1.0), Vectors.of(np.zeros((HUGE, 1))))
    return {
        "lazy": gram,
        "cached": CachedGram(gram, 8 * HUGE),
        "shifted": ShiftedGram(gram, 1.0),
        "signed": SignedGram(gram, np.ones(HUGE)),
        "centered": CenteredGram(gram),
        "normalized": NormalizedGram(gram),
        "low rank": LowRankGram(np.ones((HUGE, 1))),
    }


@pytest.mark.parametrize("name", ["lazy", "cached", "shifted", "signed", "centered", "normalized", "low rank"])
def test_a_huge_matrix_is_refused_before_anything_is_allocated(name: str) -> None:
    gram = huge_kinds()[name]
    assert gram.shape == (HUGE, HUGE)
    tracemalloc.start()
    try:
        with pytest.raises(BudgetError, match=r"7450\.6 GiB but may take 4\.0 GiB"):
            gram.dense()
        assert tracemalloc.get_traced_memory()[1] < 100_000
    finally:
        tracemalloc.stop()
