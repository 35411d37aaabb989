"""Arrays whose numbers lie at odd addresses are copied where they enter, and the core refuses to read them there."""

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

from drupe import SVC, SVR, KernelPerceptron
from drupe.grams import DenseGram, LazyGram
from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Laplacian
from drupe.native import Balance, BoxProblem, EvaluatorFloat64, GibbsChain, Metric, Op, Program

RNG = np.random.default_rng(0)
X = RNG.standard_normal((60, 5))
WHOLE = np.round(10.0 * X)
Y = (X[:, 0] > 0).astype(np.int64)
TYPES = [np.float64, np.float32, np.int64]


def unaligned(array: Any) -> np.ndarray:
    """The same numbers, one byte beyond where they should start."""
    array = np.ascontiguousarray(array)
    raw = np.empty(array.nbytes + 1, dtype=np.uint8)
    raw[1:] = array.reshape(-1).view(np.uint8)
    moved = np.frombuffer(raw, dtype=array.dtype, offset=1).reshape(array.shape)
    assert not moved.flags.aligned
    return moved


def unaligned_csr(array: np.ndarray) -> Any:
    csr = sp.csr_array(array)
    parts = (unaligned(csr.data), unaligned(csr.indices), unaligned(csr.indptr))
    moved = sp.csr_array(array.shape, dtype=array.dtype)
    moved.data, moved.indices, moved.indptr = parts
    return moved


@pytest.mark.parametrize("dtype", TYPES)
def test_a_table_is_copied(dtype: type) -> None:
    x = unaligned(WHOLE.astype(dtype))
    array = Vectors.of(x).array
    assert array.flags.aligned
    assert not x.flags.aligned, "the caller's array is left as it is"
    np.testing.assert_array_equal(array, x)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("moved", [unaligned, unaligned_csr], ids=["dense", "sparse"])
def test_kernels_and_machines_give_the_same_bits(moved: Any, dtype: type) -> None:
    x = WHOLE.astype(dtype)
    for kernel in (Gaussian(5.0), Laplacian(9.0)):
        np.testing.assert_array_equal(kernel(moved(x), moved(x[:7])), kernel(x, x[:7]))
    weights = RNG.uniform(0.5, 2.0, len(X))
    expected = SVC().fit(x, Y, sample_weight=weights)
    machine = SVC().fit(moved(x), unaligned(Y), sample_weight=unaligned(weights))
    np.testing.assert_array_equal(machine.decision_function(moved(x)), expected.decision_function(x))


def test_vectors_made_by_hand_are_copied_for_the_core() -> None:
    x = Vectors.of(X)
    for array in (unaligned(X), unaligned_csr(X)):
        np.testing.assert_allclose(Gaussian().matrix(x.with_array(array), x), Gaussian()(X), rtol=1e-12)


def test_grams_vectors_and_positions() -> None:
    K = Gaussian()(X)
    gram = LazyGram(Gaussian(), Vectors.of(X))
    np.testing.assert_array_equal(DenseGram(unaligned(K)).matrix, K)
    np.testing.assert_array_equal(gram @ unaligned(X[:, 0]), gram @ X[:, 0])
    np.testing.assert_array_equal(gram.rows(unaligned(np.arange(3))), gram.rows(np.arange(3)))
    np.testing.assert_array_equal(
        SVC(kernel="precomputed").fit(unaligned(K), Y).dual_coef_, SVC(kernel="precomputed").fit(K, Y).dual_coef_
    )


def test_targets_and_values_of_a_function() -> None:
    def plain(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        return a @ b.T

    def odd(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        return unaligned(a @ b.T)

    np.testing.assert_array_equal(SVR().fit(X, unaligned(X[:, 1])).dual_coef_, SVR().fit(X, X[:, 1]).dual_coef_)
    np.testing.assert_array_equal(SVC(kernel=odd).fit(X, Y).dual_coef_, SVC(kernel=plain).fit(X, Y).dual_coef_)
    np.testing.assert_array_equal(
        KernelPerceptron(kernel=odd).fit(X, Y).predict(X), KernelPerceptron(kernel=plain).fit(X, Y).predict(X)
    )


def test_the_core_refuses_what_was_not_copied() -> None:
    program = Program()
    program.base(Metric.DOT, 1.0)
    program.emit(Op.BASE, 0)
    identity = np.arange(60)
    ready = EvaluatorFloat64(program, [X], [], identity)
    csr = sp.csr_array(X)
    starts, columns = csr.indptr.astype(np.int64), csr.indices.astype(np.int32)
    ones, zeros = np.ones(60), np.zeros(60)
    for refused in (
        lambda: EvaluatorFloat64(program, [unaligned(X)], [], identity),
        lambda: EvaluatorFloat64(program, [X], [], unaligned(identity)),
        lambda: EvaluatorFloat64(program, [(unaligned(csr.data), columns, starts, 5)], [], identity),
        lambda: EvaluatorFloat64(program, [(csr.data, unaligned(columns), starts, 5)], [], identity),
        lambda: EvaluatorFloat64(program, [(csr.data, columns, unaligned(starts), 5)], [], identity),
        lambda: ready.gram(unaligned(np.empty((60, 60))), 1, None),
        lambda: ready.rows(unaligned(np.arange(3)), np.empty((3, 60)), 1, None),
        lambda: ready.gram_product(unaligned(np.ones((1, 60))), np.empty((60, 1)), 1, None),
        lambda: BoxProblem(unaligned(ones), -ones, ones, identity, zeros, Balance.FREE),
        lambda: GibbsChain(unaligned(np.eye(2)), np.array([1.0, 0.0]), 0.1, 0),
    ):
        with pytest.raises(ValueError, match="not aligned"):
            refused()
