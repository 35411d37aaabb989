"""Leading eigenpairs: as numpy has them, by iterations and densely, and the best Gram of low rank."""

from functools import partial

import numpy as np
import pytest

from drupe.foundation.errors import BudgetError, ConvergenceError, ParameterError
from drupe.foundation.progress import Progress
from drupe.grams import CenteredGram, DenseGram, LazyGram, LowRankGram, eigenpairs, nystroem
from drupe.grams.block_krylov import BlockKrylov
from drupe.grams.spectrum import DENSE_BELOW
from drupe.inputs import Vectors
from drupe.kernels import Gaussian


def lazy(n: int) -> LazyGram:
    return LazyGram(Gaussian(1.0), Vectors.of(np.random.default_rng(9).normal(size=(n, 3))))


class NeverDense(DenseGram):
    """Fails if anybody asks for the matrix."""

    def _dense(self, progress: Progress | None) -> np.ndarray:
        raise AssertionError("never held")


@pytest.mark.parametrize("n", [30, DENSE_BELOW + 100])
def test_numpy_agrees(n: int) -> None:
    gram = lazy(n)
    values, vectors = np.linalg.eigh(gram.dense())
    pairs = eigenpairs(gram, 6)
    np.testing.assert_allclose(pairs.values, values[::-1][:6], rtol=1e-9)
    np.testing.assert_allclose(np.abs(pairs.vectors.T @ vectors[:, ::-1][:, :6]), np.eye(6), atol=1e-6)
    np.testing.assert_allclose(pairs.vectors.T @ pairs.vectors, np.eye(6), atol=1e-10)
    assert pairs.residuals().max() < 1e-8
    assert pairs.vectors[np.abs(pairs.vectors).argmax(axis=0), np.arange(6)].min() > 0


def test_many_examples_are_never_held() -> None:
    matrix = lazy(DENSE_BELOW + 50).dense()
    pairs = eigenpairs(NeverDense(matrix), 3)
    np.testing.assert_allclose(pairs.values, np.linalg.eigvalsh(matrix)[::-1][:3], rtol=1e-9)


def test_largest_means_largest_not_farthest_from_zero() -> None:
    spectrum = np.linspace(-9.0, 1.0, DENSE_BELOW + 50)
    np.testing.assert_allclose(eigenpairs(NeverDense(np.diag(spectrum)), 2).values, spectrum[::-1][:2], rtol=1e-9)


def test_results_repeat() -> None:
    gram = lazy(DENSE_BELOW + 50)
    np.testing.assert_array_equal(eigenpairs(gram, 4).vectors, eigenpairs(gram, 4).vectors)


def test_residuals_measure_what_is_wrong() -> None:
    pairs = eigenpairs(DenseGram(np.diag([3.0, 1.0])), 2)
    np.testing.assert_allclose(pairs.residuals(), 0.0, atol=1e-14)
    wrong = type(pairs)(pairs.source, pairs.values + np.array([0.5, 0.0]), pairs.vectors)
    np.testing.assert_allclose(wrong.residuals(), [0.5, 0.0], atol=1e-14)


@pytest.mark.spec("M.K11", "H.K01")
def test_the_whole_spectrum_shows_what_is_no_kernel() -> None:
    assert eigenpairs(lazy(20), 20).values.min() > 0.0
    x = np.linspace(-1.0, 1.0, 12)
    sigmoid = DenseGram(np.tanh(2.0 * np.multiply.outer(x, x) - 1.0))
    pairs = eigenpairs(sigmoid, 12)
    assert pairs.values[-1] == pytest.approx(np.linalg.eigvalsh(sigmoid.matrix)[0])
    assert pairs.values[-1] < -1.0


@pytest.mark.spec("G.K-16")
@pytest.mark.parametrize("rank", [1, 4, 10])
def test_the_gram_of_leading_eigenpairs_is_the_best_of_its_rank(rank: int) -> None:
    gram = lazy(40)
    K = gram.dense()
    values, vectors = np.linalg.eigh(K)
    best = (vectors * np.where(np.arange(40) >= 40 - rank, values, 0.0)) @ vectors.T
    low = eigenpairs(gram, rank).gram
    assert low.rank == rank
    np.testing.assert_allclose(low.dense(), best, atol=1e-10)
    # Eckart and Young: the error is what the left-out eigenvalues say, and landmarks do not beat it.
    error = np.linalg.norm(K - low.dense())
    assert error == pytest.approx(np.sqrt((values[: 40 - rank] ** 2).sum()))
    assert error <= np.linalg.norm(K - nystroem(gram, rank, random_state=0).gram.dense())


@pytest.mark.spec("G.K-16")
def test_features_of_new_examples_are_those_of_old_ones_at_old_places() -> None:
    gram = CenteredGram(lazy(40))
    pairs = eigenpairs(gram, 5)
    np.testing.assert_allclose(pairs.gram.features(gram.gram.inputs), pairs.gram.factor, atol=1e-9)  # type: ignore[attr-defined]


def test_negative_and_vanishing_eigenvalues_stay_out_of_the_gram() -> None:
    pairs = eigenpairs(DenseGram(np.diag([2.0, 1.0, 0.0, -3.0])), 4)
    np.testing.assert_allclose(pairs.values, [2.0, 1.0, 0.0, -3.0], atol=1e-14)
    assert pairs.gram.rank == 2
    np.testing.assert_allclose(pairs.gram.dense(), np.diag([2.0, 1.0, 0.0, 0.0]), atol=1e-14)


def test_equal_eigenvalues_are_all_found() -> None:
    n = DENSE_BELOW + 20
    pairs = eigenpairs(LowRankGram(np.eye(n)[:, :4] * 3.0), 4)
    np.testing.assert_allclose(pairs.values, 9.0)
    np.testing.assert_allclose(pairs.vectors.T @ pairs.vectors, np.eye(4), atol=1e-10)


def test_float32_is_decomposed_in_float64() -> None:
    pairs = eigenpairs(DenseGram(np.diag([3.0, 1.0]).astype(np.float32)), 2)
    assert pairs.values.dtype == pairs.vectors.dtype == np.float64


def test_nothing_has_eigenvalue_zero() -> None:
    pairs = eigenpairs(LowRankGram(np.zeros((DENSE_BELOW + 1, 1))), 2)
    np.testing.assert_array_equal(pairs.values, 0.0)
    np.testing.assert_allclose(pairs.vectors.T @ pairs.vectors, np.eye(2), atol=1e-10)


def test_failing_iterations_say_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drupe.grams.spectrum.BlockKrylov", partial(BlockKrylov, steps=2))
    with pytest.raises(ConvergenceError, match=r"the 20 leading eigenpairs of 401 examples were not found .* densely"):
        eigenpairs(lazy(DENSE_BELOW + 1), 20)


@pytest.mark.parametrize("count", [0, 31, 1.5])
def test_count_is_checked(count: float) -> None:
    with pytest.raises(ParameterError, match=r"eigenpairs\.count"):
        eigenpairs(lazy(30), count)  # type: ignore[arg-type]


def test_most_of_a_huge_spectrum_is_refused() -> None:
    with pytest.raises(BudgetError, match="dense Gram matrix of 100000 examples"):
        eigenpairs(LowRankGram(np.ones((100_000, 1))), 60_000)


def test_it_says_what_it_is() -> None:
    assert repr(eigenpairs(lazy(30), 2)) == "Eigenpairs(2 of 30)"
