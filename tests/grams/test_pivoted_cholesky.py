"""Incomplete Cholesky: worked by hand, against brute force, at the ends, and on what is no kernel."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.foundation.arrays import Index, Matrix
from drupe.foundation.errors import BudgetError, InputError, ParameterError
from drupe.grams import CachedGram, DenseGram, LazyGram, LowRankGram, ShiftedGram, incomplete_cholesky
from drupe.grams.pivoted_cholesky import Stop
from drupe.inputs import Vectors
from drupe.kernels import Gaussian

BY_HAND = np.array([[4.0, 2.0, 2.0], [2.0, 5.0, 3.0], [2.0, 3.0, 6.0]])


def points(n: int, seed: int = 0) -> Vectors:
    return Vectors.of(np.random.default_rng(seed).normal(size=(n, 3)))


def brute_force(matrix: Matrix, rank: int) -> tuple[list[int], Matrix, list[float]]:
    """The same choice of pivots, but with the whole residual matrix in view."""
    residual, pivots, columns = matrix.copy(), [], []
    traces = [np.trace(residual)]
    for _ in range(rank):
        pivot = int(np.argmax(np.diagonal(residual)))
        columns.append(residual[:, pivot] / np.sqrt(residual[pivot, pivot]))
        residual = residual - np.outer(columns[-1], columns[-1])
        pivots.append(pivot)
        traces.append(np.trace(residual))
    return pivots, np.array(columns).T, traces


def test_worked_by_hand() -> None:
    # Largest diagonal 6 at 2: column (2, 3, 6)/√6, residual diagonal 4 − 4/6 = 10/3, 5 − 9/6 = 7/2, trace 41/6.
    # Largest now 7/2 at 1: residual row (2 − 6/6, 7/2) = (1, 7/2), column (1, 7/2)/√(7/2), residual 10/3 − 2/7 = 64/21.
    result = incomplete_cholesky(DenseGram(BY_HAND), rank=3)
    assert result.pivots.tolist() == [2, 1, 0]
    np.testing.assert_allclose(result.errors, [15.0, 41 / 6, 64 / 21, 0.0], atol=1e-14)
    expected = np.array(
        [
            [2 / np.sqrt(6), 1 / np.sqrt(3.5), np.sqrt(64 / 21)],
            [3 / np.sqrt(6), np.sqrt(3.5), 0.0],
            [np.sqrt(6), 0.0, 0.0],
        ]
    )
    np.testing.assert_allclose(result.factor, expected, atol=1e-14)


def test_one_column_by_hand() -> None:
    result = incomplete_cholesky(DenseGram(BY_HAND), rank=1)
    assert (result.rank, result.stop, result.residual_trace) == (1, Stop.RANK, pytest.approx(41 / 6))
    np.testing.assert_allclose(result.gram.rows([2]), BY_HAND[[2]])


@pytest.mark.parametrize("rank", [1, 5, 17, 40])
def test_brute_force_agrees(rank: int) -> None:
    gram = LazyGram(Gaussian(0.8), points(40))
    matrix = gram.dense()
    pivots, factor, traces = brute_force(matrix, rank)
    result = incomplete_cholesky(gram, rank)
    # All diagonals are 1 at first, and argmax takes the first of equals in both.
    assert result.pivots.tolist() == pivots
    np.testing.assert_allclose(result.factor, factor, atol=1e-9)
    np.testing.assert_allclose(result.errors, traces, atol=1e-10)


@given(st.integers(1, 12), st.integers(1, 12), st.integers(1, 12), st.integers(0, 1000))
def test_what_it_says_of_the_residual_is_true(n: int, features: int, rank: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    factor = rng.normal(size=(n, features)) * rng.choice([1e-2, 1.0, 10.0], size=(n, 1))
    matrix = factor @ factor.T
    result = incomplete_cholesky(DenseGram((matrix + matrix.T) / 2), rank, tolerance=0.0)
    residual = matrix - result.gram.dense()
    scale = np.trace(matrix)
    assert np.trace(residual) == pytest.approx(result.residual_trace, abs=1e-11 * scale)
    np.testing.assert_allclose(residual[result.pivots], 0.0, atol=1e-10 * scale)
    assert np.linalg.eigvalsh(residual).min() >= -1e-10 * scale
    assert (np.diff(result.errors) <= 1e-12 * scale).all()
    assert len(set(result.pivots.tolist())) == result.rank <= min(n, rank, features)
    assert len(result.errors) == result.rank + 1
    assert result.stop is (Stop.EXHAUSTED if rank >= min(n, features) else Stop.RANK)


def test_full_rank_is_exact() -> None:
    gram = LazyGram(Gaussian(0.7), points(30))
    result = incomplete_cholesky(gram, rank=30, tolerance=0.0)
    assert result.rank == 30
    assert result.stop is Stop.EXHAUSTED
    np.testing.assert_allclose(result.gram.dense(), gram.dense(), atol=1e-12)


def test_rank_deficiency_ends_it_cleanly() -> None:
    factor = np.random.default_rng(3).normal(size=(50, 4))
    result = incomplete_cholesky(LowRankGram(factor), rank=50)
    assert (result.rank, result.stop) == (4, Stop.EXHAUSTED)
    np.testing.assert_allclose(result.gram.dense(), factor @ factor.T, atol=1e-12)


def test_duplicates_are_explained_together() -> None:
    gram = LazyGram(Gaussian(1.0), Vectors.of([[0.0], [5.0], [0.0], [5.0]]))
    result = incomplete_cholesky(gram, rank=4)
    assert result.pivots.tolist() == [0, 1]
    assert result.residual_trace == pytest.approx(0.0, abs=1e-14)


@pytest.mark.parametrize("tolerance", [0.3, 1e-2, 1e-5])
def test_tolerance_is_a_fraction_of_the_trace(tolerance: float) -> None:
    gram = LazyGram(Gaussian(2.0), points(60))
    result = incomplete_cholesky(gram, rank=60, tolerance=tolerance)
    assert result.stop is Stop.TOLERANCE
    assert result.residual_trace <= tolerance * 60 < result.errors[-2]


def test_float32_stops_where_float32_ends() -> None:
    inputs = Vectors.of(np.random.default_rng(8).normal(size=(80, 1)).astype(np.float32))
    result = incomplete_cholesky(LazyGram(Gaussian(1.0), inputs), rank=80)
    assert result.rank < 40
    double = LazyGram(Gaussian(1.0), inputs.in_double()).dense()
    np.testing.assert_allclose(result.gram.dense(), double, atol=1e-3)


def test_only_the_chosen_rows_are_computed() -> None:
    class Watched(DenseGram):
        asked: list[int]

        def _rows(self, index: Index) -> Matrix:
            self.asked = [*getattr(self, "asked", []), *index.tolist()]
            return super()._rows(index)

        def _product(self, vectors: Matrix, progress: object) -> Matrix:
            raise AssertionError("no products are needed")

    gram = Watched(LazyGram(Gaussian(1.0), points(25)).dense())
    result = incomplete_cholesky(gram, rank=6)
    assert gram.asked == result.pivots.tolist()


@pytest.mark.parametrize(
    "matrix",
    [
        [[1.0, 2.0], [2.0, 1.0]],
        [[1.0, 0.0], [0.0, -1e-3]],
        [[0.0, 1.0], [1.0, 0.0]],
        [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]],
        np.tanh(np.subtract.outer(np.arange(4.0), np.arange(4.0)) ** 2 - 1.0),
    ],
)
@pytest.mark.spec("M.K11")
def test_what_is_not_positive_is_refused(matrix: Matrix) -> None:
    assert np.linalg.eigvalsh(matrix).min() < -1e-4
    with pytest.raises(InputError, match=r"not positive semi-definite.*ShiftedGram"):
        incomplete_cholesky(DenseGram(matrix), rank=4)


def test_a_shift_makes_it_positive_again() -> None:
    gram = ShiftedGram(DenseGram([[1.0, 2.0], [2.0, 1.0]]), 1.0)
    np.testing.assert_allclose(incomplete_cholesky(gram, rank=2).gram.dense(), [[2.0, 2.0], [2.0, 2.0]])


@pytest.mark.parametrize("gram", [DenseGram(np.zeros((3, 3))), LowRankGram(np.empty((0, 2)))])
def test_nothing_needs_no_columns(gram: DenseGram | LowRankGram) -> None:
    result = incomplete_cholesky(gram, rank=2)
    assert (result.rank, result.stop, result.residual_trace) == (0, Stop.EXHAUSTED, 0.0)
    assert result.factor.shape == (len(gram), 0)
    np.testing.assert_array_equal(result.gram.dense(), gram.dense())


def test_features_of_own_and_new_examples() -> None:
    inputs, new = points(40), points(7, seed=1)
    gram = CachedGram(LazyGram(Gaussian(1.5), inputs), 10**6)
    result = incomplete_cholesky(gram, rank=12)
    np.testing.assert_allclose(result.features(inputs), result.factor, atol=1e-8)
    pivots = result.pivots
    block = gram.block(pivots, pivots)
    projected = gram.against(new)[:, pivots] @ np.linalg.solve(block, gram.rows(pivots))
    np.testing.assert_allclose(result.features(new) @ result.factor.T, projected, atol=1e-8)


def test_memory_is_asked_for_before_it_is_taken() -> None:
    gram = LowRankGram(np.ones((1000, 1)))
    with pytest.raises(BudgetError, match=r"20 columns for 1000 examples needs 156\.2 KiB"):
        incomplete_cholesky(gram, rank=20, budget=20 * 8000 - 1)
    assert incomplete_cholesky(gram, rank=20, budget=20 * 8000).rank == 1


@pytest.mark.parametrize(("rank", "tolerance"), [(0, 0.1), (-1, 0.1), (1.5, 0.1), (1, -0.1), (1, np.nan)])
def test_parameters_are_checked(rank: float, tolerance: float) -> None:
    with pytest.raises(ParameterError):
        incomplete_cholesky(DenseGram(np.eye(2)), rank, tolerance)  # type: ignore[arg-type]
