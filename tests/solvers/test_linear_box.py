"""Dot products on few columns: the optimum by way of the columns' weights, also where steps do not get there."""

import warnings

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.datasets import load_breast_cancer
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC as PeerSVC

from drupe import SVC
from drupe.grams.lazy import LazyGram
from drupe.inputs import Vectors
from drupe.kernels import Linear, Polynomial
from drupe.solvers.balance import Free
from drupe.solvers.box import solve
from drupe.solvers.builders.c_svc import c_svc
from drupe.solvers.linear_box import STEPS, solve_linear_box
from drupe.solvers.options import Options
from drupe.solvers.solution import Stop

CANCER = load_breast_cancer()
CANCER_SIGNS = np.where(CANCER.target == 1, 1.0, -1.0)


def duality_gap(x, signs, costs, coefficients, offset):
    """Primal and gap of published numbers, as a share of the primal; w itself is made of the coefficients."""
    w = x.T @ coefficients
    primal = 0.5 * w @ w + costs @ np.maximum(0.0, 1.0 - signs * (x @ w + offset))
    return primal, (primal - (np.abs(coefficients).sum() - 0.5 * w @ w)) / primal


def published(machine, n):
    coefficients = np.zeros(n)
    given = machine.dual_coef_
    coefficients[machine.support_] = (given.toarray() if sp.issparse(given) else given)[0]
    return coefficients, machine.intercept_[0]


@pytest.mark.filterwarnings("ignore:column")
@pytest.mark.parametrize("C", [1e-3, 1e-2, 0.1, 1.0, 10.0, 100.0, 1e3, 1e4])
def test_raw_columns_are_solved_whatever_the_price(C):
    x, n = CANCER.data, len(CANCER.data)
    machine = SVC(kernel="linear", C=C).fit(x, CANCER.target)
    coefficients, offset = published(machine, n)
    assert machine.solver_info_.stop is Stop.CONVERGED
    assert machine.solver_info_.violation <= machine.tol
    assert (coefficients * CANCER_SIGNS >= 0.0).all()
    assert np.abs(coefficients).max() <= C
    assert abs(coefficients.sum()) <= 1e-10 * np.abs(coefficients).sum()
    # A unit in the last place of a coefficient of 10⁴ moves outputs by 10⁻⁶, as columns reach into the thousands.
    assert duality_gap(x, CANCER_SIGNS, np.full(n, C), coefficients, offset)[1] <= max(1e-6, 3e-9 * C)


def test_a_small_sample_of_raw_columns_is_solved_too():
    chosen = np.random.default_rng(0).permutation(569)[:300]
    x, signs, costs = CANCER.data[chosen], CANCER_SIGNS[chosen], np.full(300, 1000.0)
    found = solve(c_svc(LazyGram(Linear(), Vectors.of(x)), signs, costs), Options(refine=True))
    assert found.converged
    assert duality_gap(x, signs, costs, signs * found.alpha, found.offset)[1] <= 1e-5


@pytest.mark.filterwarnings("ignore:column")
def test_each_pair_of_several_classes_is_solved():
    x = CANCER.data
    codes = np.where(CANCER.target == 1, 2, (x[:, 1] > 22.0).astype(int))
    machine = SVC(kernel="linear", C=1000.0).fit(x, codes)
    assert [pair.solution.stop for pair in machine.solution_] == [Stop.CONVERGED] * 3
    for pair in machine.solution_:
        rows, costs = x[pair.examples], np.full(len(pair.examples), 1000.0)
        gap = duality_gap(rows, pair.signs, costs, pair.signs * pair.solution.alpha, pair.solution.offset)[1]
        assert gap <= 1e-3  # about what a violation within the tolerance allows


def random_problem(seed):
    """Columns of all sizes, some constant, some twice; rows rounded and drawn twice; now and then weights."""
    rng = np.random.default_rng(seed)
    n, d = int(rng.integers(40, 120)), int(rng.integers(1, 9))
    x = rng.normal(size=(n, d)) * 10.0 ** rng.uniform(-1.5, 1.5, d)
    signs = np.where(x @ (rng.normal(size=d) / np.abs(x).max(axis=0)) + 0.3 * rng.normal(size=n) > 0, 1.0, -1.0)
    signs[:2] = 1.0, -1.0
    match seed % 5:
        case 1:
            x = np.round(x)
        case 2:
            x[:, rng.integers(d)] = 1.0
        case 3:
            x = np.column_stack([x, x[:, 0]])
        case 4:
            kept = np.append([0, 1], rng.integers(0, n // 4, n - 2))
            x, signs = x[kept], signs[kept]
    return x, signs, 10.0 ** rng.uniform(-3, 2) * (rng.uniform(0.1, 2.0, n) if seed % 2 else np.ones(n))


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_no_objective_lies_above_that_of_libsvm(first):
    came = 0
    for seed in range(first, first + 50):
        x, signs, costs = random_problem(seed)
        rows = Vectors.of(sp.csr_matrix(x) if seed % 3 == 0 else x)
        problem = c_svc(LazyGram(Linear(), rows), signs, costs)
        found = solve_linear_box(problem, Options())
        if 4 * x.shape[1] > len(x):
            assert found is None
            continue
        assert found is not None
        came += found.converged
        if not found.converged:
            continue
        coefficients = signs * found.alpha
        assert found.violation <= 1e-3
        assert abs(coefficients.sum()) <= 1e-9 * max(np.abs(coefficients).sum(), 1e-300)
        assert ((found.alpha >= 0.0) & (found.alpha <= costs)).all()
        _, gap = duality_gap(x, signs, costs, coefficients, found.offset)
        assert gap <= 1e-4, seed
        peer = PeerSVC(kernel="linear", C=1.0, tol=1e-3, max_iter=200_000)
        with warnings.catch_warnings():  # some of these it does not finish, and lies above all the more
            warnings.simplefilter("ignore", ConvergenceWarning)
            peer.fit(x, signs, sample_weight=costs)
        theirs = np.zeros(len(x))
        theirs[peer.support_] = peer.dual_coef_[0]
        dual = 0.5 * np.square(x.T @ theirs).sum() - np.abs(theirs).sum()
        assert found.objective <= dual + 1e-6 * abs(dual), seed
    assert came >= 48


def test_without_an_offset_nothing_is_balanced():
    x, signs, costs = random_problem(2)
    free = solve_linear_box(c_svc(LazyGram(Linear(), Vectors.of(x)), signs, costs, balance=Free()), Options())
    assert free is not None
    assert free.converged
    assert free.offset == 0.0
    assert duality_gap(x, signs, costs, signs * free.alpha, 0.0)[1] <= 1e-4


def test_what_is_no_such_problem_is_left_alone():
    x, signs, costs = random_problem(2)
    rows = Vectors.of(x)
    linear = c_svc(LazyGram(Linear(), rows), signs, costs)
    assert solve_linear_box(linear, Options()) is not None
    assert solve_linear_box(linear, Options(max_iterations=STEPS)) is None
    assert solve_linear_box(c_svc(LazyGram(Polynomial(2), rows), signs, costs), Options()) is None
    assert solve_linear_box(c_svc(LazyGram(Linear(), rows), signs, np.full(len(x), np.inf)), Options()) is None
    most = 4 * x.shape[1] - 1
    few = c_svc(LazyGram(Linear(), rows.take(np.arange(most))), signs[:most], costs[:most])
    assert solve_linear_box(few, Options()) is None


def test_no_time_is_told_and_leaves_a_rule():
    problem = c_svc(LazyGram(Linear(), Vectors.of(CANCER.data)), CANCER_SIGNS, np.full(len(CANCER.data), 1000.0))
    found = solve(problem, Options(max_seconds=0.0))
    assert found.stop is Stop.TIME
    assert np.isfinite(found.alpha).all()
    constant = 2.0 * 1000.0 * min((CANCER_SIGNS > 0).sum(), (CANCER_SIGNS < 0).sum())
    assert found.gap - found.objective <= constant * (1.0 + 1e-12)
