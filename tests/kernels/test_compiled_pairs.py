"""Functions of pairs of classes in the core: the formula in float64, and votes counted one by one."""

from itertools import combinations, product

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Laplacian, Linear, Polynomial
from drupe.kernels.compiled_pairs import compiled_pairs
from drupe.native import PairFunctionsFloat64
from drupe.predictors.votes import winners

KERNELS = [Gaussian(1.0), Linear(), Laplacian(2.0), Polynomial(3)]


def machine(kernel, k, rng, sparse=False, dtype=np.float64, threads=0, digits=None):
    """Classes of very different sizes, some without any center."""
    sizes = rng.integers(1, 300, size=k) * (rng.random(k) < 0.8)
    sizes[0] = max(sizes[0], 1)
    centers = rng.normal(size=(sizes.sum(), 4)).astype(dtype)
    if digits is not None:
        centers = np.round(centers, digits)
    weights, offsets = rng.normal(size=(len(centers), k - 1)), rng.normal(size=k * (k - 1) // 2)
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    right = Vectors.of(sp.csr_array(centers) if sparse else centers)
    return compiled_pairs(kernel.prepare(right, threads=threads), weights, starts, offsets)


def expected_outputs(kernel, functions, new):
    K = kernel(new.astype(np.float64), functions._prepared._right.dense().astype(np.float64))
    starts, weights = functions._starts, functions._weights
    columns = []
    for p, (i, j) in enumerate(combinations(range(len(starts) - 1), 2)):
        ours, theirs = slice(starts[i], starts[i + 1]), slice(starts[j], starts[j + 1])
        sums = K[:, ours] @ weights[ours, j - 1] + K[:, theirs] @ weights[theirs, i]
        columns.append(sums + functions._offsets[p])
    return np.column_stack(columns)


@pytest.mark.parametrize("sparse", [False, True], ids=["dense", "sparse"])
@pytest.mark.parametrize("k", [2, 3, 4, 5, 6, 9, 12, 18, 27, 40])
@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_outputs_are_the_formula(kernel, k, sparse):
    rng = np.random.default_rng(k)
    for rows, digits in ((1, None), (130, None), (5, 1)):
        functions = machine(kernel, k, rng, sparse, digits=digits)
        new = np.round(rng.normal(size=(rows, 4)), 3 if digits is None else digits)
        expected = expected_outputs(kernel, functions, new)
        scale = np.abs(expected).max()
        for left in (new, new.astype(np.float32), np.asfortranarray(new), np.hstack([new, new])[:, :4]):
            exact = expected if left.dtype == np.float64 else expected_outputs(kernel, functions, left)
            for seen in (Vectors.of(left), Vectors.of(sp.csr_array(left))):
                np.testing.assert_allclose(functions.outputs(seen), exact, atol=1e-11 * scale)
                np.testing.assert_allclose(functions.outputs(seen, single=True), exact, atol=1e-3 * scale)
                np.testing.assert_array_equal(functions.winners(seen), winners(functions.outputs(seen)))


OUTPUTS = st.sampled_from([-2.0, -0.5, 0.0, 0.5, 2.0])


def with_outputs(pairs, k):
    """Functions whose outputs at the rows of `pairs` are these, by a center for each pair."""
    count = k * (k - 1) // 2
    weights, starts = np.zeros((count, k - 1)), [0]
    for i in range(k):
        weights[np.arange(starts[-1], starts[-1] + k - 1 - i), np.arange(i, k - 1)] = 1.0
        starts.append(starts[-1] + k - 1 - i)
    prepared = Linear().prepare(Vectors.of(np.eye(count)))
    return compiled_pairs(prepared, weights, np.array(starts), np.zeros(count))


@settings(max_examples=200)
@given(
    st.integers(2, 5).flatmap(
        lambda k: st.tuples(
            st.just(k), arrays(np.float64, (6, k * (k - 1) // 2), elements=OUTPUTS), st.sampled_from([0.0, 0.7])
        )
    )
)
def test_certain_winners_are_those_that_no_doubtful_sign_can_change(case):
    """Against all choices of the doubtful signs, as far as there are not too many of them."""
    k, pairs, doubt = case
    functions, new = with_outputs(pairs, k), Vectors.of(pairs)
    np.testing.assert_array_equal(functions.outputs(new), pairs)
    found, certain = functions.likely_winners(new, np.full(pairs.shape[1], doubt))
    np.testing.assert_array_equal(found, winners(pairs))
    np.testing.assert_array_equal(functions.winners(new), winners(pairs))
    for row, sure in zip(pairs, certain, strict=True):
        open_signs = [(-1.0, 1.0) if abs(output) <= doubt else (output,) for output in row]
        if np.prod([len(signs) for signs in open_signs]) > 64:
            continue
        one_winner = len({int(winners(np.array([choice]))[0]) for choice in product(*open_signs)}) == 1
        # It may doubt what is certain, because one sign cannot help two classes, but never the reverse.
        assert one_winner or not sure
        assert sure or not all(abs(output) > doubt for output in row)


def test_what_is_no_number_is_in_doubt():
    functions = with_outputs(np.zeros((1, 3)), 3)
    rows = np.array([[np.nan, 1.0, 1.0], [1.0, 1.0, np.nan], [1.0, np.inf, 1.0]])
    _, certain = functions.likely_winners(Vectors(rows, Vectors.of(np.zeros((3, 3))).origin), np.zeros(3))
    assert not certain[0]


@pytest.mark.parametrize("sparse", [False, True], ids=["dense", "sparse"])
def test_threads_do_not_change_a_bit(sparse):
    new = Vectors.of(np.random.default_rng(1).normal(size=(1500, 4)))
    for k in (2, 4, 7, 19):
        alone, *others = (
            (f.outputs(new), f.outputs(new, single=True), f.winners(new))
            for f in (machine(Gaussian(1.0), k, np.random.default_rng(k), sparse, threads=t) for t in (1, 2, 3, 7))
        )
        for other in others:
            for ours, theirs in zip(alone, other, strict=True):
                np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize(
    ("weights", "starts", "offsets", "complaint"),
    [
        (np.zeros((1, 3)), [0, 3], np.zeros(0), "weights are not"),
        (np.zeros((1, 3)), [0, 1, 2], np.zeros(1), "weights are not"),
        (np.zeros((2, 3)), [0, 1, 3], np.zeros(1), "weights are not"),
        (np.zeros((1, 3)), [0, 1, 3], np.zeros(2), "offset for each pair"),
        (np.zeros((2, 3)), [0, 3, 1, 3], np.zeros(3), "do not follow"),
        (np.zeros((1, 3)), [1, 2, 3], np.zeros(1), "do not follow"),
        (np.zeros((1, 3)), [0, -1, 3], np.zeros(1), "before the first column"),
    ],
)
def test_what_does_not_fit_is_refused(weights, starts, offsets, complaint):
    with pytest.raises(ValueError, match=complaint):
        PairFunctionsFloat64(weights, np.array(starts), offsets)


def test_functions_of_other_examples_are_refused():
    rng = np.random.default_rng(0)
    functions, others = machine(Linear(), 3, rng), machine(Linear(), 3, rng)
    functions._packed[np.dtype(np.float64)] = others._functions(np.dtype(np.float64))
    with pytest.raises(ValueError, match="weights are not those of the columns"):
        functions.outputs(Vectors.of(np.zeros((2, 4))))
