"""The path of sparse coefficients against worked numbers, a quadratic program, proximal gradients and scikit-learn."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import lars_path
from solvers.expansions.toy import HALF_SQUARES, SIGNS, K, toy_program

from drupe.foundation.errors import InputError, ParameterError
from drupe.grams import DenseGram, LazyGram
from drupe.inputs import Vectors
from drupe.kernels import Gaussian
from drupe.losses import Absolute
from drupe.solvers.expansions.homotopy import Homotopy
from drupe.solvers.expansions.penalties import CoefficientSum, FunctionNorm
from drupe.solvers.expansions.program import ExpansionProgram
from drupe.solvers.solution import Stop
from drupe.textbook.algorithms.interior_point import InteriorPoint
from drupe.textbook.algorithms.quadratic_program import QuadraticProgram

SUM = CoefficientSum()


def sparse_program(matrix, targets, alpha=1.0, weights=None):
    targets = np.asarray(targets, dtype=np.float64).reshape(len(matrix), -1)
    weights = np.ones(len(matrix)) if weights is None else np.asarray(weights, dtype=np.float64)
    return ExpansionProgram(DenseGram(matrix), targets, weights, alpha, HALF_SQUARES, SUM)


def random_program(seed, n=40, alpha=1.0, width=1.0, labels=True):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, 2))
    y = x[:, 0] * x[:, 1] + 0.3 * rng.normal(size=n)
    return sparse_program(Gaussian(width)(x), np.sign(y) if labels else y, alpha)


def violation(program, a, b):
    """Of K w r ∈ alpha ∂‖a‖₁ and Σ w r = 0, from the definition."""
    matrix = program.gram.dense()
    pulled = program.weights * (program.targets[:, 0] - matrix @ a - b)
    c = matrix @ pulled
    outside = np.maximum(np.abs(c) - program.alpha, 0.0)
    worst = np.where(a != 0.0, np.abs(c - program.alpha * np.sign(a)), outside).max()
    return max(worst, abs(pulled.sum()))


@pytest.mark.spec("M.Q07")
def test_worked_numbers_on_six_points():
    found = Homotopy().solve(toy_program(0.5, HALF_SQUARES, SUM))
    np.testing.assert_allclose(found.coefficients[:, 0], [0.507395, 0, 0, 0.313092, 0.817810, 0], atol=1e-6)
    assert np.flatnonzero(found.coefficients[:, 0]).tolist() == [0, 3, 4]
    np.testing.assert_allclose(found.offset, [-0.541173], atol=1e-6)
    residuals = [0.985896, -0.871346, -0.775646, 0.858557, 0.604764, -0.802225]
    np.testing.assert_allclose(SIGNS - found.outputs[:, 0], residuals, atol=1e-6)
    np.testing.assert_allclose(found.objective, [2.858791], atol=1e-6)
    assert found.gap[0] <= 1e-12
    assert found.converged


@pytest.mark.spec("M.Q07")
def test_all_coefficients_are_zero_from_the_largest_correlation_on():
    (path,) = Homotopy().paths(toy_program(1.0, HALF_SQUARES, SUM))
    assert path.largest == pytest.approx(0.853087, abs=1e-6)
    assert path.largest == pytest.approx(np.abs(K @ (SIGNS - SIGNS.mean())).max(), rel=1e-14)
    assert not Homotopy().solve(toy_program(0.8531, HALF_SQUARES, SUM)).coefficients.any()
    assert np.count_nonzero(Homotopy().solve(toy_program(0.8530, HALF_SQUARES, SUM)).coefficients) == 1


@pytest.mark.spec("M.Q07")
@pytest.mark.parametrize("alpha", [1e-6, 1e-4, 1e-2, 0.3, 1.0, 3.0, 10.0, 1e3, 1e6])
@pytest.mark.parametrize("seed", range(4))
def test_a_quadratic_program_finds_the_same(seed, alpha):
    """The dual, max yᵀβ − ½‖β‖² with Σβ = 0 and |Kβ| ≤ alpha, by an interior point: β are the residuals."""
    program = random_program(seed, n=20, alpha=alpha)
    found = Homotopy().solve(program)
    matrix, y = program.gram.dense(), program.targets[:, 0]
    dual = QuadraticProgram.of(
        np.eye(20),
        -y,
        equalities=(np.ones((1, 20)), np.zeros(1)),
        inequalities=(np.vstack([matrix, -matrix]), np.full(40, alpha)),
    )
    peer = InteriorPoint().solve(dual)
    assert found.converged
    assert found.gap[0] <= 1e-9 * (1.0 + np.abs(found.coefficients).sum())
    assert -peer.objective == pytest.approx(found.objective[0], rel=1e-5, abs=1e-8)  # as exact as the peer is
    np.testing.assert_allclose(peer.x, y - found.outputs[:, 0], atol=1e-4)
    assert violation(program, found.coefficients[:, 0], found.offset[0]) <= 1e-9


@pytest.mark.spec("M.Q07")
def test_proximal_gradients_find_the_same():
    program = random_program(7, n=30, alpha=0.5)
    matrix, y = program.gram.dense(), program.targets[:, 0]
    X, target = matrix - matrix.mean(axis=0), y - y.mean()
    step = 1.0 / np.linalg.norm(X, 2) ** 2
    a = ahead = np.zeros(30)
    for i in range(20_000):
        moved = ahead + step * X.T @ (target - X @ ahead)
        new = np.sign(moved) * np.maximum(np.abs(moved) - step * 0.5, 0.0)
        ahead, a = new + i / (i + 3) * (new - a), new
    np.testing.assert_allclose(Homotopy().solve(program).coefficients[:, 0], a, atol=1e-5)


@pytest.mark.spec("M.Q07")
@pytest.mark.parametrize("seed", range(3))
def test_every_knot_is_that_of_least_angle_regression(seed):
    program = random_program(seed, n=60, width=0.5, labels=False)
    (path,) = Homotopy().paths(program, least=1e-3)
    matrix, y = program.gram.dense(), program.targets[:, 0]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        knots, _, coefficients = lars_path(matrix - matrix.mean(axis=0), y - y.mean(), method="lasso", max_iter=2000)
    knots = knots * 60
    assert len(path) > 100
    assert (np.diff(path.alphas) < 0).all()
    for k in range(100):
        assert path.alphas[k] == pytest.approx(knots[k], rel=1e-8)
        np.testing.assert_allclose(
            path.knot(k), coefficients[:, k], atol=1e-6 * (1.0 + np.abs(coefficients[:, k]).max())
        )
    # Coefficients leave on the way, and come again.
    assert (np.diff(path.nonzeros) < 0).any()


@pytest.mark.spec("M.Q07")
@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    n=st.integers(2, 25),
    exponent=st.floats(-6.0, 3.0),
    grid=st.integers(2, 6),
    integers=st.booleans(),
)
def test_conditions_hold_where_inputs_tie_and_repeat(seed, n, exponent, grid, integers):
    """Points on a small grid repeat and mirror each other, so that many columns are equal or reach alpha together."""
    rng = np.random.default_rng(seed)
    x = rng.integers(0, grid, size=(n, 2)).astype(float)
    y = rng.choice([-1.0, 1.0], n) if integers else rng.normal(size=n)
    weights = rng.integers(1, 4, n).astype(float)
    alpha = 10.0**exponent
    program = sparse_program(Gaussian(1.0)(x), y, alpha, weights)
    found = Homotopy().solve(program)
    scale = max(1.0, np.abs(K).max()) * weights.sum()
    assert found.stop is Stop.CONVERGED
    assert violation(program, found.coefficients[:, 0], found.offset[0]) <= 1e-9 * scale
    assert found.gap[0] <= 1e-8 * max(found.objective[0], 1.0)


@pytest.mark.spec("M.Q07")
def test_of_identical_inputs_the_first_has_the_coefficient():
    rng = np.random.default_rng(0)
    distinct = rng.normal(size=(12, 2))
    which = np.concatenate([np.arange(12), rng.integers(0, 12, 30)])
    y = np.sign(rng.normal(size=42))
    found = Homotopy().solve(sparse_program(Gaussian(1.0)(distinct[which]), y, alpha=0.01))
    a = found.coefficients[:, 0]
    assert a[:12].any()
    assert not a[12:].any()
    # Spread over the copies it would cost the same.
    spread = np.zeros(42)
    for i in range(12):
        spread[which == i] = a[i] / np.count_nonzero(which == i)
    program = sparse_program(Gaussian(1.0)(distinct[which]), y, alpha=0.01)
    assert program.objective(spread[:, None], found.offset)[0] == pytest.approx(found.objective[0], rel=1e-12)


def test_weights_count_as_repetitions():
    rng = np.random.default_rng(3)
    x, y = rng.normal(size=(15, 2)), np.sign(rng.normal(size=15))
    weights = rng.integers(1, 5, 15)
    often = np.repeat(np.arange(15), weights)
    one = Homotopy().solve(sparse_program(Gaussian(1.0)(x), y, 0.3, weights))
    many = Homotopy().solve(sparse_program(Gaussian(1.0)(x[often]), y[often], 0.3))
    first = np.flatnonzero(np.r_[True, np.diff(often) > 0])
    np.testing.assert_allclose(many.coefficients[first], one.coefficients, atol=1e-9)
    np.testing.assert_allclose(many.offset, one.offset, atol=1e-9)


def test_solutions_between_knots_are_exact():
    program = random_program(1, n=50)
    (path,) = Homotopy().paths(program, least=0.05)
    assert path.least == 0.05
    for alpha in np.geomspace(0.05, path.largest, 17):
        alone = Homotopy().solve(random_program(1, n=50, alpha=alpha))
        np.testing.assert_allclose(path.coefficients(alpha), alone.coefficients[:, 0], atol=1e-8)
        assert path.offset(alpha) == pytest.approx(alone.offset[0], abs=1e-8)
    assert not path.coefficients(10.0 * path.largest).any()
    with pytest.raises(InputError, match=r"ends at alpha = 0\.05, got 0\.01"):
        path.coefficients(0.01)


@pytest.mark.parametrize("most", [0, 1, 4, 11])
def test_no_more_coefficients_than_are_allowed(most):
    program = random_program(2, n=60, alpha=1e-3)
    found = Homotopy(max_nonzeros=most).solve(program)
    assert np.count_nonzero(found.coefficients) == most
    assert found.converged
    assert found.alphas[0] > program.alpha
    # It is the minimum of the alpha that it names.
    named = random_program(2, n=60, alpha=float(found.alphas[0]))
    assert violation(named, found.coefficients[:, 0], found.offset[0]) <= 1e-9
    assert named.objective(found.coefficients, found.offset)[0] == pytest.approx(found.objective[0], rel=1e-12)


def test_steps_at_most():
    found = Homotopy(max_iterations=3).solve(random_program(2, n=60, alpha=1e-3))
    assert (found.stop, found.iterations) == (Stop.ITERATIONS, 3)


def test_functions_are_solved_each_by_itself():
    rng = np.random.default_rng(5)
    matrix, targets = Gaussian(1.0)(rng.normal(size=(25, 2))), rng.normal(size=(25, 3))
    together = Homotopy().solve(sparse_program(matrix, targets, 0.2))
    for i in range(3):
        alone = Homotopy().solve(sparse_program(matrix, targets[:, i], 0.2))
        np.testing.assert_array_equal(together.coefficients[:, i], alone.coefficients[:, 0])
        assert together.objective[i] == pytest.approx(alone.objective[0], rel=1e-14)


@pytest.mark.parametrize("targets", [np.zeros(6), np.full(6, 3.5)], ids=["zero", "constant"])
def test_targets_without_spread_need_no_coefficient(targets):
    found = Homotopy().solve(sparse_program(K, targets, 1e-3))
    assert not found.coefficients.any()
    assert found.offset.tolist() == [targets[0]]


def test_only_few_columns_are_asked_for():
    """K is never made: rows of columns that may join, and products."""
    asked = []

    class Counting(LazyGram):
        def _rows(self, index):
            asked.extend(index.tolist())
            return super()._rows(index)

        def _dense(self, progress):
            raise AssertionError("the whole matrix was asked for")

    rng = np.random.default_rng(0)
    x = rng.normal(size=(500, 2))
    gram = Counting(Gaussian(1.0), Vectors.of(x))
    y = np.sign(x[:, 0] * x[:, 1])
    found = Homotopy(max_nonzeros=10).solve(ExpansionProgram(gram, y[:, None], np.ones(500), 1e-3, HALF_SQUARES, SUM))
    assert np.count_nonzero(found.coefficients) == 10
    assert len(asked) <= 120


def test_single_precision_is_left_behind():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(50, 2)).astype(np.float32)
    y = np.sign(x[:, :1].astype(np.float64))
    narrow = ExpansionProgram(LazyGram(Gaussian(1.0), Vectors.of(x)), y, np.ones(50), 0.1, HALF_SQUARES, SUM)
    wide = sparse_program(Gaussian(1.0)(x.astype(np.float64)), y, 0.1)
    np.testing.assert_allclose(Homotopy().solve(narrow).objective, Homotopy().solve(wide).objective, rtol=1e-9)


class _Stopper:
    def __init__(self):
        self.calls = 0

    def __call__(self, fraction):
        self.calls += 1
        raise KeyboardInterrupt


def slow_program():
    """A path that takes longer than the pauses between two looks at the progress."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=(700, 8))
    return sparse_program(Gaussian(1.5)(x), np.sign(x[:, 0] + 0.5 * rng.normal(size=700)), 1e-9)


def test_ctrl_c_ends_the_path_or_keeps_it():
    program = slow_program()
    with pytest.raises(KeyboardInterrupt):
        Homotopy().solve(program, _Stopper())
    kept = Homotopy().solve(program, _Stopper(), keep=True)
    assert kept.stop is Stop.INTERRUPTED
    assert kept.alphas[0] > program.alpha
    assert (
        violation(
            ExpansionProgram(program.gram, program.targets, program.weights, float(kept.alphas[0]), HALF_SQUARES, SUM),
            kept.coefficients[:, 0],
            kept.offset[0],
        )
        <= 1e-6
    )


def test_progress_rises_to_one():
    heard = []
    Homotopy().solve(slow_program(), heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == 1.0


def test_an_error_in_the_kernel_comes_through():
    class Broken(DenseGram):
        def _rows(self, index):
            raise MemoryError("no rows")

    with pytest.raises(MemoryError, match="no rows"):
        Homotopy().solve(ExpansionProgram(Broken(K), SIGNS[:, None], np.ones(6), 0.1, HALF_SQUARES, SUM))


def test_other_programs_are_refused():
    with pytest.raises(ParameterError, match=r"Absolute\(\) and CoefficientSum"):
        Homotopy().solve(toy_program(0.5, Absolute(), SUM))
    with pytest.raises(ParameterError, match="FunctionNorm"):
        Homotopy().solve(toy_program(0.5, HALF_SQUARES, FunctionNorm()))
    with pytest.raises(ParameterError, match=r"Homotopy.max_nonzeros must .* got -1"):
        Homotopy(max_nonzeros=-1)


def test_a_solution_that_rounding_spoiled_has_not_converged():
    """Six numbers under (28 xz + 1)³: four dimensions, and values up to 10⁶ against an alpha of 10⁻⁶."""
    spoiled = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        x = rng.normal(size=(6, 1))
        found = Homotopy().solve(sparse_program((28.0 * x @ x.T + 1.0) ** 3, np.where(x[:, 0] > 0.0, 1.0, -1.0), 1e-6))
        assert found.converged == (found.gap[0] <= 1e-4 * found.objective[0] + 2e-8), seed
        spoiled += not found.converged
    assert spoiled


def test_equal_targets_have_converged():
    found = Homotopy().solve(sparse_program(K, np.full(6, 0.3), 0.1))
    assert found.converged
    assert not found.coefficients.any()


@pytest.mark.parametrize("alpha", [1e-8, 1e-6])
def test_rounding_never_makes_it_worse_than_no_coefficients(alpha):
    """Numbers under a wide Gaussian: deep down the path columns depend on each other but for rounding."""
    for seed in range(40):
        rng = np.random.default_rng(seed)
        x = rng.normal(size=(30, 1))
        y = 1000.0 * rng.normal(size=30)
        found = Homotopy().solve(sparse_program(np.exp(-0.02 * (x - x.T) ** 2), y, alpha))
        assert found.objective[0] <= 0.5 * ((y - y.mean()) ** 2).sum() * (1.0 + 1e-9), seed
