"""Conjugate gradients on many systems at once: worked steps, brackets, preconditioning, sparse data, interruptions."""

import tracemalloc

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

from drupe.foundation.errors import InputError
from drupe.grams import DenseGram, LazyGram, LinearGram
from drupe.grams.base import Gram
from drupe.inputs import Vectors
from drupe.kernels import Gaussian
from drupe.solvers.conjugate_gradients import ConjugateGradients, LinearSystems
from drupe.solvers.low_rank_preconditioner import LowRankPreconditioner
from drupe.solvers.solution import Stop

RNG = np.random.default_rng(0)


def smooth(n, seed=0):
    rng = np.random.default_rng(seed)
    x = rng.uniform(-3.0, 3.0, size=(n, 2))
    return LazyGram(Gaussian(1.0), Vectors.of(x)), np.column_stack([np.sin(x[:, 0]), x[:, 1] ** 2, np.ones(n)])


def shifts(n, *strengths):
    return np.tile(np.array(strengths), (n, 1))


def test_residuals_that_are_claimed_are_true():
    x = np.random.default_rng(0).normal(size=(200, 2))
    targets = np.sin(x[:, :1]) + 0.1 * x[:, 1:] ** 2 + np.cos(40.0 * x[:, :1])
    K = Gaussian(1.0)(x)
    for shift in (1e-2, 1e-6, 1e-9):
        found = ConjugateGradients(1e-9, max_iterations=5000).solve(
            LinearSystems(DenseGram(K), targets, np.full((200, 1), shift))
        )
        true = np.linalg.norm(targets - K @ found.alpha - shift * found.alpha) / np.linalg.norm(targets)
        np.testing.assert_allclose(found.residuals, true, rtol=0.05, atol=2e-16 * np.abs(found.alpha).sum())
        assert (found.stop is Stop.CONVERGED) == (found.residuals[0] <= 1e-9)


@pytest.mark.spec("C.F23", "S.A03")
def test_two_steps_by_hand():
    system = LinearSystems(DenseGram([[1.0, 1.0], [1.0, 2.0]]), np.array([[1.0], [2.0]]), np.ones((2, 1)))
    first = ConjugateGradients(max_iterations=1).solve(system)
    np.testing.assert_allclose(first.alpha.ravel(), [0.2777778, 0.5555556], atol=1e-7)
    assert first.stop is Stop.ITERATIONS
    second = ConjugateGradients(1e-12).solve(system)
    np.testing.assert_allclose(second.alpha.ravel(), [0.2, 0.6], atol=1e-12)
    assert second.iterations == 2


@pytest.mark.spec("C.E12", "C.F24")
def test_bracket_after_each_step():
    x = np.array([[0.0], [1.0], [2.0]])
    gram = LazyGram(Gaussian(np.sqrt(0.5)), Vectors.of(x))
    system = LinearSystems(gram, np.array([[0.0], [1.0], [0.5]]), np.full((3, 1), 0.1))
    printed = [(0.4482525, 0.9704988), (0.5170175, 0.5511424), (0.5204993, 0.5204993)]
    for steps, (lower, upper) in enumerate(printed, start=1):
        (bracket,) = ConjugateGradients(1e-14, max_iterations=steps).solve(system).brackets
        assert bracket.lower == pytest.approx(lower, abs=1e-7)
        assert bracket.upper == pytest.approx(upper, abs=1e-7)


@given(st.integers(1, 30), st.integers(0, 500), st.integers(0, 12))
def test_bracket_holds_the_energy_whenever_it_stops(n, seed, steps):
    rng = np.random.default_rng(seed)
    factor = rng.normal(size=(n, n))
    K, y, shift = factor @ factor.T, rng.normal(size=(n, 1)), rng.uniform(0.1, 2.0, size=(n, 1))
    found = ConjugateGradients(1e-10, max_iterations=steps).solve(LinearSystems(DenseGram(K), y, shift))
    energy = 0.5 * float(y[:, 0] @ np.linalg.solve(K + np.diag(shift[:, 0]), y[:, 0]))
    (bracket,) = found.brackets
    slack = 1e-8 * (1.0 + abs(energy))
    assert bracket.lower <= energy + slack
    assert bracket.upper >= energy - slack


@pytest.mark.parametrize("rank", [0, 40])
def test_each_system_is_solved_with_its_own_shift(rank):
    gram, targets = smooth(120)
    shift = shifts(120, 0.1, 1.0, 10.0) * RNG.uniform(0.5, 2.0, size=(120, 1))
    found = ConjugateGradients(1e-12, rank=rank).solve(LinearSystems(gram, targets, shift))
    assert found.stop is Stop.CONVERGED
    for c in range(3):
        exact = np.linalg.solve(gram.dense() + np.diag(shift[:, c]), targets[:, c])
        np.testing.assert_allclose(found.alpha[:, c], exact, rtol=1e-7, atol=1e-9)


def test_preconditioner_saves_most_of_the_steps():
    gram, targets = smooth(400)
    systems = LinearSystems(gram, targets, shifts(400, *[1e-3] * 3))
    plain, helped = (ConjugateGradients(1e-8, rank=rank).solve(systems) for rank in (0, 80))
    np.testing.assert_allclose(helped.alpha, plain.alpha, atol=1e-4 * np.abs(plain.alpha).max())
    assert helped.iterations < plain.iterations / 5


def test_preconditioner_inverts_what_it_stands_for():
    gram, targets = smooth(60)
    shift = RNG.uniform(0.1, 1.0, 60)
    near = LowRankPreconditioner.of(gram, 10).shifted(shift)
    whole = near.factor @ near.factor.T + np.diag(shift)
    np.testing.assert_allclose(near(targets[:, 0]), np.linalg.solve(whole, targets[:, 0]), rtol=1e-8)


def test_bracket_ends_a_run_early():
    gram, targets = smooth(200)
    systems = LinearSystems(gram, targets, shifts(200, *[0.1] * 3))
    rough = ConjugateGradients(1e-12, bracket=1e-3).solve(systems)
    fine = ConjugateGradients(1e-12).solve(systems)
    assert rough.stop is Stop.CONVERGED
    assert rough.iterations < fine.iterations
    assert all(one.width <= 1e-3 * one.upper for one in rough.brackets)


class Counting(Gram):
    """Counts how many vectors it was multiplied with."""

    def __init__(self, gram):
        self.gram, self.vectors = gram, 0

    def __len__(self):
        return len(self.gram)

    dtype = property(lambda self: self.gram.dtype)

    def diagonal(self):
        return self.gram.diagonal()

    def _rows(self, index):
        raise AssertionError("no row is needed")

    def _product(self, vectors, progress):
        self.vectors += vectors.shape[1]
        return self.gram._product(vectors, progress)

    def _take(self, index):
        return self.gram.take(index)


@pytest.mark.spec("S.A04")
def test_systems_that_are_solved_cost_nothing_more():
    gram, targets = smooth(100)
    counting = Counting(gram)
    found = ConjugateGradients(1e-8).solve(LinearSystems(counting, targets, shifts(100, 1e-2, 1e-2, 1e4)))
    assert found.iterations < counting.vectors < 2.5 * found.iterations


@pytest.mark.spec("S.A04")
def test_sparse_data_are_never_made_dense():
    X = sp.random_array((20_000, 5_000), density=1e-3, format="csr", rng=0)
    y = RNG.normal(size=(20_000, 1))
    gram = LinearGram(Vectors.of(X))
    tracemalloc.start()
    found = ConjugateGradients(1e-10).solve(LinearSystems(gram, y, shifts(20_000, 1.0)))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    # Dense data would take 800 MB, and a kernel matrix 3.2 GB.
    assert peak < 20e6
    np.testing.assert_allclose(X @ (X.T @ found.alpha) + found.alpha, y, atol=1e-8)


def test_indefinite_matrix_is_refused():
    with pytest.raises(InputError, match="not positive definite"):
        ConjugateGradients().solve(LinearSystems(DenseGram(-np.eye(3)), np.ones((3, 1)), np.full((3, 1), 0.5)))


def test_targets_of_zero_need_no_step():
    found = ConjugateGradients().solve(LinearSystems(DenseGram(np.eye(3)), np.zeros((3, 1)), np.ones((3, 1))))
    assert found.iterations == 0
    assert not found.alpha.any()


def test_interruption_raises_or_leaves_what_was_reached():
    gram, targets = smooth(100)
    systems = LinearSystems(gram, targets, shifts(100, *[1e-4] * 3))
    heard = []

    def interrupt(fraction):
        heard.append(fraction)
        if len(heard) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ConjugateGradients(1e-12).solve(systems, interrupt)
    heard.clear()
    found = ConjugateGradients(1e-12).solve(systems, interrupt, keep=True)
    assert found.stop is Stop.INTERRUPTED
    assert found.iterations == 3
    assert (found.residuals < 1.0).all()
    assert all(0.0 <= fraction <= 1.0 for fraction in heard)
