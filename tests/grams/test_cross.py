"""Passes between rows and landmarks: the core, the blocks of numpy and a plain sum over all rows agree."""

import pickle
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

from drupe.grams.cross import ALL_FOLDS, HELD, HELD_OUT, LEARNED, LEFT_OUT, Columns, CrossGram, Known, Swept
from drupe.inputs import Sequences, Vectors
from drupe.inputs.base import Inputs
from drupe.kernels import Gaussian, Kernel, Laplacian, Linear, Matern32, Noise, Polynomial, Spectrum, Subsequences
from drupe.losses import Huber, Logistic, Squared
from drupe.losses.exponential import Exponential
from drupe.losses.hinge import SquaredHinge
from drupe.losses.output_rows import EachTarget, OneAgainstRest, RowLoss, Softmax

LOSSES: dict[str, RowLoss] = {
    "squared": EachTarget(Squared()),
    "half squared": EachTarget(Squared(0.5)),
    "huber": EachTarget(Huber(0.3)),
    "squared of classes": OneAgainstRest(Squared()),
    "logistic": OneAgainstRest(Logistic()),
    "steep logistic": OneAgainstRest(Logistic(rate=3.0, base=2.0)),
    "squared hinge": OneAgainstRest(SquaredHinge()),
    "wide squared hinge": OneAgainstRest(SquaredHinge(2.0)),
    "softmax": Softmax(),
    "exponential": OneAgainstRest(Exponential()),  # which the core does not have
}

KERNEL = Gaussian(2.0)


def vectors(rows: int, dtype: type = np.float64, seed: int = 0) -> Vectors:
    x = np.random.default_rng(seed).standard_normal((rows + 1, 4)).astype(dtype)
    return Vectors.of(x).take(np.arange(rows))


def problem(rows: int, landmarks: int, loss: RowLoss, width: int, groups: int, seed: int = 1) -> tuple[Known, Columns]:
    """Rows of four folds, some held out, some of no weight; groups that leave out a fold each, or none."""
    rng = np.random.default_rng(seed)
    classes = max(2, width)
    targets = rng.standard_normal((rows, width)) if isinstance(loss, EachTarget) else rng.integers(0, classes, rows)
    known = Known(targets, rng.integers(0, 3, rows) * rng.random(rows), rng.integers(HELD_OUT, 4, rows))
    leaves_out = np.where(np.arange(groups) % 3 == 0, ALL_FOLDS, np.arange(groups) % 4)
    outputs = width * groups
    coefficients = rng.standard_normal((landmarks, outputs)) / np.sqrt(landmarks)
    return known, Columns(coefficients, rng.standard_normal(outputs), leaves_out.astype(np.int64))


def plainly(kernel: Kernel[Any], x: Inputs, z: Inputs, known: Known, columns: Columns, loss: RowLoss) -> Swept:
    """All kernel values at once, group by group and kind by kind."""
    values = np.asarray(kernel.matrix(x.in_double(), z.in_double()), dtype=np.float64)
    outputs = values @ columns.coefficients + columns.offsets
    width, pushed, tallies = columns.width, np.zeros_like(outputs), np.zeros((len(columns.leaves_out), 3, 3))
    for g, fold in enumerate(columns.leaves_out):
        mine = slice(g * width, (g + 1) * width)
        losses, slopes, errors = loss.response(outputs[:, mine], known.targets)
        kinds = {
            HELD: known.tags == HELD_OUT,
            LEFT_OUT: (known.tags == fold) & (known.tags != HELD_OUT),
            LEARNED: (known.tags != fold) & (known.tags != HELD_OUT),
        }
        for kind, some in kinds.items():
            sums = (np.ones(len(x)), losses, errors)
            tallies[g, kind] = [known.weights[some] @ numbers[some] for numbers in sums]
        pushed[kinds[LEARNED], mine] = (known.weights[:, None] * slopes)[kinds[LEARNED]]
    return Swept(values.T @ pushed, pushed.sum(axis=0), tallies)


def assert_same(got: Swept, expected: Swept, dtype: type) -> None:
    for name in ("slopes", "pulls", "tallies"):
        one, other = getattr(got, name), getattr(expected, name)
        size = np.abs(other).max(initial=0.0)
        np.testing.assert_allclose(one, other, rtol=0, atol=size * (2e-5 if dtype == np.float32 else 1e-12))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("groups", [1, 2, 7, 20])
@pytest.mark.parametrize("loss", LOSSES.values(), ids=LOSSES)
def test_a_pass_is_the_plain_sum(loss: RowLoss, groups: int, dtype: type) -> None:
    x, z = vectors(300, dtype), vectors(270, dtype, seed=5)
    for width in (1, 3) if not isinstance(loss, Softmax) else (3,):
        known, columns = problem(len(x), len(z), loss, width, groups)
        cross = CrossGram(KERNEL, z)
        expected = plainly(KERNEL, x, z, known, columns, loss)
        assert_same(cross.sweep(x, known, columns, loss), expected, dtype)
        assert_same(cross._sweep_blocks(x, known, columns, loss, None), expected, dtype)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("rows", [0, 1, 95, 96, 97, 1000])
@pytest.mark.parametrize("landmarks", [1, 2, 95, 97, 256, 1000])
def test_any_number_of_rows_and_landmarks(rows: int, landmarks: int, dtype: type) -> None:
    x, z = vectors(rows, dtype), vectors(landmarks, dtype, seed=5)
    for outputs in (1, 2, 3, 5, 60):
        known, columns = problem(rows, landmarks, LOSSES["logistic"], 1, outputs)
        got = CrossGram(KERNEL, z).sweep(x, known, columns, LOSSES["logistic"])
        assert_same(got, plainly(KERNEL, x, z, known, columns, LOSSES["logistic"]), dtype)


@pytest.mark.parametrize("threads", [2, 5])
@pytest.mark.parametrize("outputs", [1, 7, 60])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_threads_do_not_change_a_bit(threads: int, outputs: int, dtype: type) -> None:
    x, z = vectors(5000, dtype), vectors(700, dtype, seed=5)
    known, columns = problem(len(x), len(z), LOSSES["logistic"], 1, outputs)
    alone, others = (CrossGram(KERNEL, z, n_jobs=k).sweep(x, known, columns, LOSSES["logistic"]) for k in (1, threads))
    for name in ("slopes", "pulls", "tallies"):
        np.testing.assert_array_equal(getattr(others, name), getattr(alone, name))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("density", [0.3, 0.002])
def test_sparse_rows(density: float, dtype: type) -> None:
    """Few columns are met as panels, many with few entries as lists."""
    columns = 30 if density > 0.1 else 20_000
    table = sp.random_array((500, columns), density=density, format="csr", random_state=np.random.default_rng(3))
    x, z = Vectors.of(table[:300].astype(dtype)), Vectors.of(table[300:].astype(dtype))
    known, groups = problem(len(x), len(z), LOSSES["softmax"], 3, 2)
    got = CrossGram(KERNEL, z).sweep(x, known, groups, LOSSES["softmax"])
    assert_same(got, plainly(KERNEL, x, z, known, groups, LOSSES["softmax"]), dtype)


@pytest.mark.parametrize(
    "kernel",
    [
        Laplacian(5.0),
        Matern32(2.0) + 0.5 * Polynomial(2, 1.0, 0.1),
        (Gaussian(1.0) * Polynomial(2, 1.0)).normalized() + Noise(0.1),
    ],
    ids=["laplacian", "sum", "product"],
)
def test_sums_and_products_of_kernels(kernel: Kernel[Any]) -> None:
    x = vectors(400)
    z = x.take(np.arange(0, 400, 3))  # landmarks are rows themselves: noise knows its own
    known, columns = problem(len(x), len(z), LOSSES["huber"], 2, 3)
    got = CrossGram(kernel, z).sweep(x, known, columns, LOSSES["huber"])
    assert_same(got, plainly(kernel, x, z, known, columns, LOSSES["huber"]), np.float64)


@pytest.mark.parametrize(
    "kernel", [Spectrum(2).normalized(), Subsequences(2, 0.7).normalized()], ids=["words", "pairs"]
)
def test_strings(kernel: Kernel[Any]) -> None:
    """Words are columns that the core meets; pairs of strings are compared by a recursion, and swept block by block."""
    rng = np.random.default_rng(0)
    texts = Sequences.of(["".join(rng.choice(list("acgt"), 12)) for _ in range(60)])
    known, columns = problem(60, 20, LOSSES["logistic"], 1, 2)
    got = CrossGram(kernel, texts.take(np.arange(20))).sweep(texts, known, columns, LOSSES["logistic"])
    expected = plainly(kernel, texts, texts.take(np.arange(20)), known, columns, LOSSES["logistic"])
    assert_same(got, expected, np.float64)


def test_rough_passes_are_those_of_single_precision() -> None:
    """Also for data far from the origin, which are moved there first."""
    x, z = vectors(500), vectors(300, seed=5)
    known, columns = problem(500, 300, LOSSES["squared"], 1, 2)
    exact = CrossGram(KERNEL, z).sweep(x, known, columns, LOSSES["squared"])
    for far in (0.0, 1000.0):
        moved = (Vectors.of(part.dense() + far) for part in (x, z))
        rows, landmarks = moved
        rough = CrossGram(KERNEL, landmarks, rough=True).sweep(rows, known, columns, LOSSES["squared"])
        assert_same(rough, exact, np.float32)
        assert np.any(rough.slopes != exact.slopes)


def test_coefficients_that_single_precision_does_not_hold() -> None:
    x, z = vectors(200, np.float32), vectors(50, np.float32, seed=5)
    known, columns = problem(200, 50, LOSSES["squared hinge"], 1, 1)
    huge = Columns(columns.coefficients * 1e35, columns.offsets, columns.leaves_out)
    got = CrossGram(KERNEL, z).sweep(x, known, huge, LOSSES["squared hinge"])
    assert_same(got, plainly(KERNEL, x, z, known, huge, LOSSES["squared hinge"]), np.float32)


def test_outputs_that_are_enormous() -> None:
    """Logarithms of sums of exponentials neither overflow nor lose a class; their slopes are probabilities."""
    z = Vectors.of([[1.0]])
    known = Known(np.array([0, 1, 2]), np.ones(3), np.zeros(3, dtype=np.int64))
    columns = Columns(np.array([[900.0, -900.0, 0.0]]), np.zeros(3), np.array([ALL_FOLDS]))
    got = CrossGram(Gaussian(1.0), z).sweep(Vectors.of([[1.0]] * 3), known, columns, Softmax())
    np.testing.assert_allclose(got.tallies[0, LEARNED], [3.0, 1800.0 + 900.0, 2.0])
    np.testing.assert_allclose(got.pulls, [2.0, -1.0, -1.0])
    logistic = CrossGram(Gaussian(1.0), z).sweep(
        Vectors.of([[1.0]] * 2),
        known.take(np.array([0, 1])),
        Columns(np.array([[800.0]]), np.zeros(1), np.array([ALL_FOLDS])),
        OneAgainstRest(Logistic()),
    )
    np.testing.assert_allclose(logistic.tallies[0, LEARNED], [2.0, 800.0, 1.0])
    np.testing.assert_allclose(logistic.slopes, [[1.0]])


def test_sums_of_parts_are_the_sum_of_all() -> None:
    x, z = vectors(400), vectors(60, seed=5)
    known, columns = problem(400, 60, LOSSES["softmax"], 3, 2)
    cross, halves = CrossGram(KERNEL, z), (np.arange(150), np.arange(150, 400))
    first, second = (cross.sweep(x.take(half), known.take(half), columns, LOSSES["softmax"]) for half in halves)
    assert_same(first + second, cross.sweep(x, known, columns, LOSSES["softmax"]), np.float64)


def test_an_example_of_three_rows() -> None:
    """k(x, z) = x z, landmark 1, a = 2, b = 1: outputs 3, 5, 7 for targets 1, 5, 10, the last of them held out."""
    known = Known(np.array([[1.0], [5.0], [10.0]]), np.array([1.0, 1.0, 2.0]), np.array([0, 1, HELD_OUT]))
    columns = Columns(np.array([[2.0]]), np.array([1.0]), np.array([1]))
    got = CrossGram(Linear(), Vectors.of([[1.0]])).sweep(
        Vectors.of([[1.0], [2.0], [3.0]]), known, columns, EachTarget(Squared(0.5))
    )
    assert got.slopes.tolist() == [[2.0]]
    assert got.pulls.tolist() == [2.0]
    assert got.tallies[0].tolist() == [[1.0, 2.0, 4.0], [1.0, 0.0, 0.0], [2.0, 9.0, 18.0]]


def test_progress_rises_to_one() -> None:
    x, z = vectors(2000), vectors(100, seed=5)
    for loss in (LOSSES["logistic"], LOSSES["exponential"]):
        heard: list[float] = []
        known, columns = problem(2000, 100, loss, 1, 1)
        CrossGram(KERNEL, z).sweep(x, known, columns, loss, heard.append)
        assert heard == sorted(heard)
        assert heard[-1] == 1.0


def test_it_travels_without_what_was_prepared() -> None:
    cross = CrossGram(KERNEL, vectors(100), n_jobs=2, rough=True)
    plain = len(pickle.dumps(cross))
    _ = cross.prepared
    assert len(pickle.dumps(cross)) == plain
    again = pickle.loads(pickle.dumps(cross))
    assert (again.kernel, again.n_jobs, again.rough) == (KERNEL, 2, True)


@pytest.mark.parametrize(
    "wrong",
    [
        {"targets": np.zeros(9, dtype=np.int64)},
        {"targets": np.full(10, 3)},
        {"targets": np.full(10, -1)},
        {"weights": np.ones(11)},
        {"tags": np.zeros(3, dtype=np.int64)},
    ],
)
def test_what_does_not_fit_is_an_error(wrong: dict[str, Any]) -> None:
    parts = {"targets": np.zeros(10, dtype=np.int64), "weights": np.ones(10), "tags": np.zeros(10, dtype=np.int64)}
    columns = Columns(np.zeros((5, 3)), np.zeros(3), np.array([ALL_FOLDS]))
    with pytest.raises((ValueError, IndexError)):
        CrossGram(KERNEL, vectors(5)).sweep(vectors(10), Known(**(parts | wrong)), columns, Softmax())


@pytest.mark.parametrize(
    ("coefficients", "offsets", "leaves_out"),
    [((4, 3), 3, 1), ((5, 3), 2, 1), ((5, 3), 3, 2), ((5, 3), 3, 0), ((5, 0), 0, 1)],
)
def test_columns_that_do_not_fit_are_an_error(coefficients: tuple[int, int], offsets: int, leaves_out: int) -> None:
    known = Known(np.zeros(10, dtype=np.int64), np.ones(10), np.zeros(10, dtype=np.int64))
    columns = Columns(np.zeros(coefficients), np.zeros(offsets), np.zeros(leaves_out, dtype=np.int64))
    with pytest.raises(ValueError, match=r"shape|outputs"):
        CrossGram(KERNEL, vectors(5)).sweep(vectors(10), known, columns, OneAgainstRest(Logistic()))
