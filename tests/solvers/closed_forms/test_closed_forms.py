"""Closed forms against machines that were really fitted on the parts."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drupe.foundation.errors import InputError, ParameterError
from drupe.grams import DenseGram
from drupe.kernels import Gaussian
from drupe.solvers.closed_forms.folds import fold_outputs
from drupe.solvers.closed_forms.prefixes import Prefixes, progressive_outputs
from drupe.solvers.closed_forms.reduced_dictionary import reduced_dictionary_outputs
from drupe.solvers.closed_forms.stability import outputs_without_each
from drupe.solvers.expansions.penalties import CoefficientNorm
from drupe.solvers.expansions.program import ExpansionProgram
from drupe.solvers.ridge_problem import RidgeProblem

SIZE = 14
KERNEL = Gaussian(1.2)
SEEDS = st.integers(0, 10_000)


def drawn(seed: int, offset: bool, strengths: tuple[float, ...] = (0.3,)) -> tuple[RidgeProblem, np.ndarray]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(SIZE, 2))
    targets = rng.normal(size=(SIZE, len(strengths)))
    weights = rng.uniform(0.2, 3.0, SIZE)
    return RidgeProblem(DenseGram(KERNEL(X, X)), targets, np.array(strengths), weights, offset), X


def refitted(problem: RidgeProblem, seen: np.ndarray, similarities: np.ndarray) -> np.ndarray:
    """Outputs of a machine fitted on these examples alone, by the bordered system as it is printed."""
    K, m = problem.gram.dense()[np.ix_(seen, seen)], len(seen)
    found = []
    for strength, y in zip(problem.strengths, problem.targets.T, strict=True):
        system = np.zeros((m + 1, m + 1))
        system[:m, :m] = K + np.diag(strength / problem.weights[seen])
        system[m, :m] = system[:m, m] = float(problem.offset)
        system[m, m] = float(not problem.offset)
        solution = np.linalg.solve(system, np.r_[y[seen], 0.0])
        found.append(similarities[:, seen] @ solution[:m] + solution[m] * problem.offset)
    return np.column_stack(found)


@pytest.mark.spec("M.B19")
@settings(max_examples=30, deadline=None)
@given(SEEDS, st.booleans())
def test_folds_are_those_of_refits(seed: int, offset: bool) -> None:
    problem, _ = drawn(seed, offset, strengths=(0.3, 2.0, 0.3))
    folds = np.array_split(np.random.default_rng(seed).permutation(SIZE), 4)
    found = fold_outputs(problem, folds)
    K = problem.gram.dense()
    for fold in folds:
        seen = np.setdiff1d(np.arange(SIZE), fold)
        np.testing.assert_allclose(found[fold], refitted(problem, seen, K[fold]), atol=1e-9)


def test_a_fold_of_everything_is_refused_and_what_is_in_none_is_not_a_number() -> None:
    problem, _ = drawn(0, True)
    with pytest.raises(InputError, match="nothing is left to learn from"):
        fold_outputs(problem, [np.arange(SIZE)])
    assert np.isnan(fold_outputs(problem, [np.array([1])])[0]).all()


@settings(max_examples=30, deadline=None)
@given(SEEDS, st.booleans())
def test_progressive_outputs_are_those_of_refits(seed: int, offset: bool) -> None:
    problem, _ = drawn(seed, offset, strengths=(0.3, 2.0))
    found = progressive_outputs(problem)
    K = problem.gram.dense()
    assert np.isnan(found[0]).all() if offset else (found[0] == 0.0).all()
    for t in range(1, SIZE):
        np.testing.assert_allclose(found[t], refitted(problem, np.arange(t), K[[t]])[0], atol=1e-9)


@settings(max_examples=30, deadline=None)
@given(SEEDS, st.booleans())
def test_prefix_machines_answer_new_examples_as_refits_do(seed: int, offset: bool) -> None:
    problem, X = drawn(seed, offset)
    new = KERNEL(np.random.default_rng(seed + 1).normal(size=(5, 2)), X)
    machines = Prefixes.of(problem)
    everywhere = machines.all_outputs_at(new)
    for t in range(1, SIZE + 1):
        again = refitted(problem, np.arange(t), new)
        np.testing.assert_allclose(everywhere[:, t - 1], again, atol=1e-9)
        np.testing.assert_allclose(machines.outputs_at(new, np.full(5, t)), again, atol=1e-9)
    mixed = np.array([1, 4, 9, SIZE, 2])
    np.testing.assert_allclose(machines.outputs_at(new, mixed), everywhere[np.arange(5), mixed - 1], atol=1e-9)


@pytest.mark.spec("M.B02")
@settings(max_examples=20, deadline=None)
@given(SEEDS, st.booleans())
def test_functions_without_each_example_are_those_of_refits(seed: int, offset: bool) -> None:
    problem, X = drawn(seed, offset)
    new = KERNEL(np.random.default_rng(seed + 1).normal(size=(4, 2)), X)
    here, there = outputs_without_each(problem), outputs_without_each(problem, new)
    for i in range(SIZE):
        seen = np.delete(np.arange(SIZE), i)
        np.testing.assert_allclose(here[i], refitted(problem, seen, problem.gram.dense()), atol=1e-8)
        np.testing.assert_allclose(there[i], refitted(problem, seen, new), atol=1e-8)


@pytest.mark.spec("M.B19")
@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_dictionary_without_the_example_is_that_of_refits(seed: int) -> None:
    problem, _ = drawn(seed, True)
    program = ExpansionProgram(problem.gram, problem.targets, problem.weights, 0.3, penalty=CoefficientNorm())
    found = reduced_dictionary_outputs(program)
    K = problem.gram.dense()
    for i in range(SIZE):
        seen = np.delete(np.arange(SIZE), i)
        features = np.column_stack([K[np.ix_(seen, seen)], np.ones(SIZE - 1)])
        ridge = 0.3 * np.diag(np.r_[np.ones(SIZE - 1), 0.0])
        w = problem.weights[seen, None]
        a = np.linalg.solve(features.T @ (w * features) + ridge, features.T @ (w * problem.targets[seen]))
        np.testing.assert_allclose(found[i], np.r_[K[i, seen], 1.0] @ a, atol=1e-9)


def test_dictionary_is_reduced_only_where_coefficients_pay() -> None:
    problem, _ = drawn(0, True)
    with pytest.raises(ParameterError, match="leaves the dictionary by itself"):
        reduced_dictionary_outputs(ExpansionProgram(problem.gram, problem.targets, problem.weights))
