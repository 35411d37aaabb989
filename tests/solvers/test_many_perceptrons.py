"""Many perceptrons at once end exactly where the textbook's loop ends, whatever computes, holds and shares K."""

import numpy as np
import pytest
import scipy.sparse as sp
from native.fresh_process import CTRL_C, run_script
from sklearn.datasets import load_digits

from drupe.foundation.errors import InputError
from drupe.grams.base import Gram
from drupe.grams.dense import DenseGram
from drupe.grams.lazy import LazyGram
from drupe.grams.normalized import NormalizedGram
from drupe.grams.shifted import ShiftedGram
from drupe.grams.signed import SignedGram
from drupe.inputs.vectors import Vectors
from drupe.kernels import Gaussian, Polynomial
from drupe.kernels.base import Kernel
from drupe.solvers.many_perceptrons import PerceptronOptions, PerceptronRuns, train_perceptrons
from drupe.solvers.options import Precision

ORDERS = 4


def digits(count: int = 600) -> tuple[np.ndarray, np.ndarray]:
    x, y = load_digits(return_X_y=True)
    return x[:count], np.where(y[:count] == np.arange(10)[:, None], 1.0, -1.0)


def shuffled(n: int, count: int = ORDERS) -> np.ndarray:
    rng = np.random.default_rng(7)
    return np.array([rng.permutation(n) for _ in range(count)])


def textbook(K: np.ndarray, y: np.ndarray, order: np.ndarray, passes: int = 1000) -> np.ndarray:
    """α in dual form: one loop over the examples, over and over again."""
    alpha = np.zeros(len(y))
    for _ in range(passes):
        before = alpha.copy()
        for i in order:
            if y[i] * (K[i] @ alpha) <= 0:
                alpha[i] += y[i]
        if np.array_equal(alpha, before):
            break
    return alpha


def assert_textbook(runs: PerceptronRuns, K: np.ndarray, signs: np.ndarray, orders: np.ndarray) -> None:
    expected = np.array([textbook(K, y, order) for y in signs for order in orders])
    np.testing.assert_array_equal(runs.alpha.toarray(), expected)
    np.testing.assert_allclose(runs.outputs, expected @ K, rtol=1e-4, atol=1e-5 * np.abs(K).max())
    np.testing.assert_array_equal(runs.mistakes, np.abs(expected).sum(axis=1))
    np.testing.assert_allclose(runs.norms, np.sqrt(np.einsum("ri,ij,rj->r", expected, K, expected)), rtol=1e-5)
    assert runs.converged.all()


class OnlyRows(Gram):
    """A Gram of which the core knows nothing."""

    def __init__(self, matrix: np.ndarray):
        self.matrix, self.asked = matrix, 0

    def __len__(self) -> int:
        return len(self.matrix)

    @property
    def dtype(self) -> np.dtype:
        return self.matrix.dtype

    def diagonal(self) -> np.ndarray:
        return self.matrix.diagonal()

    def _rows(self, index: np.ndarray) -> np.ndarray:
        self.asked += len(index)
        return self.matrix[index]

    def _product(self, vectors: np.ndarray, progress: object) -> np.ndarray:
        return self.matrix @ vectors

    def _take(self, index: np.ndarray) -> Gram:
        return OnlyRows(self.matrix[np.ix_(index, index)])


KERNELS = [Polynomial(4, 1.0), Polynomial(3, 1.0).normalized(), Gaussian(20.0)]


@pytest.mark.spec("G.S-09")
@pytest.mark.parametrize("precision", [Precision.SINGLE, Precision.DOUBLE])
@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_on_vectors(kernel: Kernel[Vectors], precision: Precision) -> None:
    x, signs = digits()
    signs, orders = signs[:5], shuffled(len(x))
    K = kernel(x)
    for table in (x, x.astype(np.float32), sp.csr_array(x)):
        gram = LazyGram(kernel, Vectors.of(table))
        assert_textbook(
            train_perceptrons(gram, signs, orders, PerceptronOptions(precision=precision)), K, signs, orders
        )


def test_real_numbers() -> None:
    rng = np.random.default_rng(3)
    x = rng.standard_normal((400, 6))
    signs = np.where(np.vstack([x[:, 0], x[:, 1] * x[:, 2], x[:, 3] + x[:, 4] ** 2 - 1.0]) > 0, 1.0, -1.0)
    kernel, orders = Gaussian(0.8), shuffled(len(x))
    assert_textbook(train_perceptrons(LazyGram(kernel, Vectors.of(x)), signs, orders), kernel(x), signs, orders)


@pytest.mark.parametrize("cache_bytes", [0, 600 * 8 * 20, 600 * 8 * 150])
def test_little_memory_costs_columns_but_changes_nothing(cache_bytes: int) -> None:
    x, signs = digits()
    orders = shuffled(len(x))
    gram = LazyGram(Polynomial(3, 1.0), Vectors.of(x))
    plenty = train_perceptrons(gram, signs, orders, PerceptronOptions(precision=Precision.SINGLE))
    starved = train_perceptrons(
        gram, signs, orders, PerceptronOptions(precision=Precision.SINGLE, cache_bytes=cache_bytes)
    )
    np.testing.assert_array_equal(starved.alpha.toarray(), plenty.alpha.toarray())
    np.testing.assert_array_equal(starved.outputs, plenty.outputs)
    assert len(np.unique(plenty.alpha.indices)) <= plenty.columns <= len(x) < starved.columns


def test_the_number_of_threads_changes_nothing() -> None:
    x, signs = digits(1000)
    orders = shuffled(len(x))
    alone, together = (
        train_perceptrons(
            LazyGram(Polynomial(3, 1.0), Vectors.of(x), n_jobs=jobs),
            signs,
            orders,
            PerceptronOptions(precision=Precision.SINGLE, cache_bytes=1000 * 4 * 100),
        )
        for jobs in (1, 2)
    )
    np.testing.assert_array_equal(together.alpha.toarray(), alone.alpha.toarray())
    np.testing.assert_array_equal(together.outputs, alone.outputs)
    assert together.columns == alone.columns


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_matrices_and_rows_from_python(dtype: type) -> None:
    x, signs = digits(300)
    signs, orders = signs[:4], shuffled(len(x))
    K = Gaussian(20.0)(x).astype(dtype)
    K = np.maximum(K, K.T)
    assert_textbook(train_perceptrons(DenseGram(K), signs, orders), K.astype(float), signs, orders)
    asked = OnlyRows(K)
    runs = train_perceptrons(asked, signs, orders, PerceptronOptions(cache_bytes=40 * 300 * K.itemsize))
    assert_textbook(runs, K.astype(float), signs, orders)
    assert asked.asked == runs.columns


def test_grams_around_grams() -> None:
    x, signs = digits(300)
    signs, orders = signs[:4], shuffled(len(x))
    inner = LazyGram(Polynomial(2, 1.0), Vectors.of(x))
    shift = np.linspace(0.0, 1e4, len(x))
    for gram in (
        NormalizedGram(inner),
        ShiftedGram(inner, shift),
        NormalizedGram(ShiftedGram(inner, shift)),
        ShiftedGram(NormalizedGram(inner), 0.3),
        SignedGram(inner, signs[0]),
    ):
        assert_textbook(train_perceptrons(gram, signs, orders), gram.dense(), signs, orders)


def test_huge_kernel_values_do_not_overflow() -> None:
    """Values above 10³⁸ are no numbers in single precision, nor their intermediate results in a normalized kernel."""
    x, signs = digits(300)
    signs, orders = signs[:3], shuffled(len(x))
    plain = Polynomial(11, 1.0)
    K = plain(x)
    assert K.max() > np.finfo(np.float32).max
    options = PerceptronOptions(cache_bytes=0)  # would be single precision
    for kernel, matrix in ((plain, K), (plain.normalized(), K / np.sqrt(np.outer(K.diagonal(), K.diagonal())))):
        runs = train_perceptrons(LazyGram(kernel, Vectors.of(x.astype(np.float32))), signs, orders, options)
        assert_textbook(runs, matrix, signs, orders)


def test_what_cannot_be_told_apart_is_given_up() -> None:
    twins = DenseGram(np.ones((2, 2)))
    runs = train_perceptrons(twins, np.array([[1, -1]]), np.array([[0, 1]]), PerceptronOptions(max_passes=9))
    assert runs.passes.tolist() == [9]
    assert not runs.converged.any()
    assert not runs.interrupted.any()
    borne = train_perceptrons(twins, np.array([[1, -1]]), np.array([[0, 1]]), PerceptronOptions(tolerated=2))
    assert borne.converged.all()
    assert borne.passes.tolist() == [1]


@pytest.mark.parametrize(
    ("signs", "orders"), [(np.ones((1, 3)), [[0, 1]]), (np.ones(2), [[0, 1]]), (np.ones((1, 2)), np.empty((0, 2)))]
)
def test_rows_must_fit_the_examples(signs: np.ndarray, orders: np.ndarray) -> None:
    with pytest.raises(InputError, match="rows of 2 entries"):
        train_perceptrons(DenseGram(np.eye(2)), signs, orders)


def test_an_error_in_python_comes_through() -> None:
    class Broken(OnlyRows):
        def _rows(self, index: np.ndarray) -> np.ndarray:
            raise ZeroDivisionError("no rows today")

    with pytest.raises(ZeroDivisionError, match="no rows today"):
        train_perceptrons(Broken(np.eye(3)), np.ones((1, 3)), shuffled(3, 1))


def test_progress_rises_to_one() -> None:
    x, signs = digits()
    heard: list[float] = []
    gram = LazyGram(Polynomial(3, 1.0), Vectors.of(x))
    train_perceptrons(gram, signs, shuffled(len(x)), PerceptronOptions(progress=heard.append, cache_bytes=0))
    assert heard == sorted(heard)
    assert heard[-1] == 1.0


INTERRUPTED = """
import sys
import numpy as np
from drupe.grams.lazy import LazyGram
from drupe.inputs.vectors import Vectors
from drupe.kernels import Gaussian
from drupe.solvers.many_perceptrons import PerceptronOptions, train_perceptrons
from drupe.solvers.options import OnInterrupt

x = np.random.default_rng(0).standard_normal((8000, 20))
signs = np.where(np.random.default_rng(1).random((4, 8000)) < 0.5, 1.0, -1.0)
orders = np.array([np.random.default_rng(seed).permutation(8000) for seed in range(3)])
gram = LazyGram(Gaussian(10.0), Vectors.of(x), n_jobs=2)
keep = sys.argv[1] == "keep"
ending = OnInterrupt.KEEP if keep else OnInterrupt.RAISE
options = PerceptronOptions(10**9, cache_bytes=2**20, on_interrupt=ending, progress=heard.append)
await_ctrl_c()
try:
    runs = train_perceptrons(gram, signs, orders, options)
except KeyboardInterrupt:
    assert not keep
else:
    assert keep and runs.interrupted.all()
    np.testing.assert_allclose(runs.outputs, runs.alpha @ gram.dense(), atol=1e-3)
assert cut_short(), (noticed, heard[-3:])
"""


@pytest.mark.parametrize("what", ["keep", "raise"])
def test_ctrl_c(what: str) -> None:
    run_script(CTRL_C + INTERRUPTED, what)
