"""The metric: its square is the formula, its solves invert it, and it stands up to landmarks that repeat each other."""

import numpy as np
import pytest

from drupe.foundation.errors import InputError
from drupe.grams.cross import ALL_FOLDS, Columns, CrossGram, Known
from drupe.inputs import Sequences, Vectors
from drupe.kernels import Constant, Gaussian, Linear, Sigmoid, Subsequences
from drupe.losses import Squared
from drupe.losses.output_rows import EachTarget
from drupe.solvers.sketched_metric import SketchedMetric, landmark_moments, sketched_moments

RNG = np.random.default_rng(0)
Z = Vectors.of(RNG.standard_normal((300, 3)))
ROWS = Vectors.of(RNG.standard_normal((900, 3)))
WEIGHTS = RNG.random(900)
KERNEL = Gaussian(0.6)
CROSS = CrossGram(KERNEL, Z)


def square(metric: SketchedMetric) -> np.ndarray:
    factor = np.triu(metric.factor)
    return factor.T @ factor


def test_moments_are_the_weighted_mean_of_outer_products() -> None:
    k = KERNEL.matrix(ROWS, Z)
    expected = np.einsum("i,ij,il->jl", WEIGHTS, k, k) / WEIGHTS.sum()
    moments = sketched_moments(CROSS, ROWS, WEIGHTS)
    np.testing.assert_allclose(moments, expected, rtol=1e-12)
    np.testing.assert_array_equal(moments, moments.T)


def test_moments_are_double_whatever_the_rows_are() -> None:
    single = sketched_moments(
        CrossGram(KERNEL, Vectors.of(Z.array.astype(np.float32))), Vectors.of(ROWS.array.astype(np.float32)), WEIGHTS
    )
    k = KERNEL.matrix(*(Vectors.of(part.array.astype(np.float32)).in_double() for part in (ROWS, Z)))
    np.testing.assert_allclose(single, k.T @ (k * WEIGHTS[:, None]) / WEIGHTS.sum(), rtol=1e-12)


@pytest.mark.parametrize("overwrite", [False, True])
@pytest.mark.parametrize("strength", [1e-14, 1e-6, 1.0, 1e6])
def test_the_square_of_the_factor_is_the_formula(strength: float, overwrite: bool) -> None:
    moments = sketched_moments(CROSS, ROWS, WEIGHTS)
    wanted = 0.25 * moments + strength * KERNEL.matrix(Z, Z)
    before = moments.copy()
    metric = SketchedMetric.of(moments, CROSS, 0.25, strength, overwrite=overwrite)
    jitter = 1e-10 * np.diag(wanted).mean()
    assert metric.jitter == 1e-10
    np.testing.assert_allclose(square(metric), wanted + jitter * np.eye(300), rtol=1e-10, atol=1e-3 * jitter)
    assert np.shares_memory(metric.factor, moments) == overwrite
    assert np.array_equal(moments, before) != overwrite


def test_solves_and_products_for_many_columns() -> None:
    metric = SketchedMetric.of(sketched_moments(CROSS, ROWS, WEIGHTS), CROSS, 1.0, 1e-3)
    factor, points = np.triu(metric.factor), RNG.standard_normal((300, 7))
    np.testing.assert_allclose(factor @ metric.coefficients(points), points, atol=1e-9)
    np.testing.assert_allclose(factor.T @ metric.gradients(points), points, atol=1e-9)
    np.testing.assert_allclose(metric.slopes(points), factor.T @ points, atol=1e-12)
    np.testing.assert_allclose(metric.gradients(metric.slopes(points)), points, atol=1e-9)


def test_falkons_preconditioner() -> None:
    k = KERNEL.matrix(Z, Z)
    np.testing.assert_allclose(landmark_moments(CROSS), k @ k / 300, rtol=1e-11)


def test_in_the_metric_a_penalized_loss_is_nearly_round() -> None:
    """The Hessian over all rows, of which the sketch saw a part: eigenvalues near one, where they were far apart."""
    rng = np.random.default_rng(4)
    rows = Vectors.of(rng.standard_normal((20_000, 3)))
    landmarks, sketch, strength = rows.take(np.arange(100)), rows.take(np.arange(100, 2100)), 1e-4
    cross = CrossGram(Gaussian(1.0), landmarks)
    metric = SketchedMetric.of(sketched_moments(cross, sketch, np.ones(2000)), cross, 1.0, strength)
    k = cross.kernel.matrix(rows, landmarks)
    hessian = k.T @ k / len(rows) + strength * cross.kernel.matrix(landmarks, landmarks)
    eigenvalues = np.linalg.eigvalsh(metric.gradients(metric.gradients(hessian).T))
    assert np.linalg.cond(hessian) > 1e9
    assert eigenvalues.min() > 0.4
    assert eigenvalues.max() < 2.5


def descended(cross: CrossGram, rows: Vectors, targets: np.ndarray, strength: float) -> np.ndarray:
    """Coefficients after twelve steps of conjugate gradients in the metric, squared loss."""
    known = Known(targets, np.ones(len(rows)), np.zeros(len(rows), dtype=np.int64))
    metric = SketchedMetric.of(sketched_moments(cross, rows, np.ones(len(rows))), cross, 1.0, strength)

    def slopes(points: np.ndarray) -> np.ndarray:
        a = metric.coefficients(points)
        swept = cross.sweep(rows, known, Columns(a, np.zeros(1), np.array([ALL_FOLDS])), EachTarget(Squared(0.5)))
        return metric.gradients(swept.slopes / len(rows) + strength * cross.prepared.gram_product(a))

    points = np.zeros((len(cross.landmarks), 1))
    start = slopes(points)
    residual = step = -start
    for _ in range(12):
        curved = slopes(step) - start
        length = (residual.T @ residual) / (step.T @ curved)
        points, smaller = points + length * step, residual - length * curved
        step = smaller + (smaller.T @ smaller) / (residual.T @ residual) * step
        residual = smaller
    return metric.coefficients(points)


@pytest.mark.parametrize("rough", [False, True])
def test_single_precision_is_enough_where_landmarks_nearly_depend_on_each_other(rough: bool) -> None:
    rng = np.random.default_rng(6)
    x = rng.standard_normal((4000, 6))
    targets = (np.sin(x[:, 0]) + 0.3 * x[:, 1] * x[:, 2] + 0.1 * rng.standard_normal(4000))[:, None]
    landmarks, kernel = Vectors.of(x[:300]), Gaussian(9.0)
    assert np.linalg.cond(kernel.matrix(landmarks, landmarks)) > 1e12
    k = kernel.matrix(Vectors.of(x), landmarks)
    exact = np.linalg.solve(k.T @ k / 4000 + 1e-6 * kernel.matrix(landmarks, landmarks), k.T @ targets / 4000)
    if not rough:
        x = x.astype(np.float32)
    found = descended(CrossGram(kernel, Vectors.of(x[:300]), rough=rough), Vectors.of(x), targets, 1e-6)
    errors = [float(np.square(k @ a - targets).mean()) for a in (exact, found)]
    assert errors[1] < 1.02 * errors[0]


@pytest.mark.parametrize("strength", [1e-14, 1e-6])
@pytest.mark.parametrize(
    ("kernel", "landmarks"),
    [
        (Gaussian(1.0), np.repeat(RNG.standard_normal((20, 3)), 10, axis=0)),
        (Gaussian(1e3), RNG.standard_normal((200, 3))),
        (Constant(1.0), RNG.standard_normal((50, 3))),
        (Linear(), np.zeros((10, 3))),
        (Linear(), RNG.standard_normal((100, 3)) * 1e6),
    ],
    ids=["duplicates", "nearly constant", "constant", "zero", "large and of low rank"],
)
def test_landmarks_that_depend_on_each_other(kernel: Gaussian, landmarks: np.ndarray, strength: float) -> None:
    cross = CrossGram(kernel, Vectors.of(landmarks))
    metric = SketchedMetric.of(sketched_moments(cross, ROWS, np.ones(900)), cross, 1.0, strength)
    found = metric.coefficients(metric.gradients(np.ones((len(landmarks), 2))))
    assert np.isfinite(found).all()
    assert 1e-10 <= metric.jitter < 1e-4


def test_more_is_added_where_rounding_asks_for_it() -> None:
    """A matrix that is a little indefinite: the first jitter is too small, the second is not."""
    cross = CrossGram(Constant(1.0), Vectors.of(np.zeros((2, 1))))
    moments = np.array([[1.0, 1.0 + 5e-9], [1.0 + 5e-9, 1.0]])
    metric = SketchedMetric.of(moments, cross, 1.0, 1e-14)
    assert metric.jitter == 1e-8
    np.testing.assert_allclose(square(metric), moments + 1e-8 * np.eye(2), rtol=1e-12)


def test_strings() -> None:
    words = Sequences.of(["abab", "abba", "cdcd", "aabb"])
    cross = CrossGram(Subsequences(2, 0.5).normalized(), words)
    metric = SketchedMetric.of(landmark_moments(cross), cross, 1.0, 0.1)
    k = cross.kernel.matrix(words, words)
    np.testing.assert_allclose(square(metric), k @ k / 4 + 0.1 * k, atol=1e-9)


def test_progress() -> None:
    heard: list[float] = []
    sketched_moments(CROSS, ROWS, WEIGHTS, heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == 1.0


def test_what_cannot_be() -> None:
    far = CrossGram(Sigmoid(1.0, -5.0), Vectors.of(RNG.standard_normal((20, 3))))
    with pytest.raises(InputError, match="choose a positive kernel"):
        SketchedMetric.of(np.zeros((20, 20)), far, 1.0, 1.0)
    with pytest.raises(InputError, match="not all 0"):
        sketched_moments(CROSS, ROWS, np.zeros(900))
    with pytest.raises(InputError, match="0 or more"):
        sketched_moments(CROSS, ROWS, np.linspace(-1.0, 2.0, 900))
    with pytest.raises(InputError, match="infinite"):
        sketched_moments(CrossGram(Linear(), Vectors.of([[1e300]])), Vectors.of([[1e300]]), np.ones(1))
