"""How machines run: thoroughly if small, from a start, in folds that are no lottery, told in one value."""

import dataclasses

import numpy as np
import pytest

from drupe import SVC
from drupe.estimators.margin.held_out import ALWAYS_SEEN, FOLDS, folds, held_out_outputs
from drupe.estimators.margin.starting import starting_coefficients
from drupe.estimators.sample import Sample
from drupe.estimators.solver_info import SolverInfo
from drupe.foundation.errors import InputError, ParameterError
from drupe.grams import LazyGram
from drupe.inputs import Precomputed, Vectors
from drupe.kernels import Gaussian
from drupe.solvers.box import solve
from drupe.solvers.builders.c_svc import c_svc
from drupe.solvers.options import Options, Precision
from drupe.solvers.refinement import SMALL, further
from drupe.solvers.solution import Stop

RNG = np.random.default_rng(0)
X = RNG.normal(size=(60, 3))
SIGNS = np.where(X[:, 0] + 0.5 * RNG.normal(size=60) > 0, 1.0, -1.0)
CODES = (SIGNS < 0).astype(np.int64)


def problem(C=1.0):
    return c_svc(LazyGram(Gaussian(), Vectors.of(X)), SIGNS, np.full(60, C))


def sample(inputs, codes):
    n = len(codes)
    return Sample(inputs, codes, np.ones(n), np.arange(n), inputs)


def test_small_problems_are_solved_beyond_the_tolerance():
    solution = solve(problem(), Options(refine=True, tolerance=1e-1))
    assert solution.converged
    assert solution.violation < 1e-7


def test_limits_still_hold():
    stopped = solve(problem(), Options(refine=True, max_iterations=0))
    assert stopped.stop is Stop.ITERATIONS
    assert stopped.iterations == 0
    late = solve(problem(1e6), Options(refine=True, max_seconds=1e-9))
    assert late.stop is Stop.TIME


def test_options_of_a_refinement():
    options = further(Options(tolerance=1e-3, max_iterations=50), 100)
    assert options.tolerance == pytest.approx(1e-10)
    assert options.max_iterations == 50
    assert options.precision is Precision.DOUBLE
    assert further(Options(tolerance=1e-12), 100).tolerance == 1e-12
    assert further(Options(precision=Precision.SINGLE), 100).precision is Precision.SINGLE


def test_large_problems_stop_at_the_tolerance():
    n = SMALL + 1
    X = np.random.default_rng(1).normal(size=(n, 2))
    y = (X[:, 0] > 0).astype(int)
    large, small = SVC(tol=0.5).fit(X, y), SVC(tol=0.5).fit(X[:-1], y[:-1])
    assert large.solver_info_.violation <= 0.5
    assert small.solver_info_.violation < 1e-6


def test_folds_depend_on_contents_alone():
    order = RNG.permutation(60)
    here, there = folds(sample(Vectors.of(X), CODES)), folds(sample(Vectors.of(X[order]), CODES[order]))
    np.testing.assert_array_equal(here[order], there)
    assert set(here) == set(range(FOLDS))
    for code in (0, 1):
        counts = np.bincount(here[code == CODES])
        assert counts.max() - counts.min() <= 1


def test_copies_fall_together():
    twice = folds(sample(Vectors.of(np.vstack([X, X])), np.tile(CODES, 2)))
    np.testing.assert_array_equal(twice[:60], twice[60:])
    np.testing.assert_array_equal(twice[:60], folds(sample(Vectors.of(X), CODES)))


def test_an_example_alone_in_its_class_is_always_seen():
    codes = np.array([0, 0, 0, 1])
    assert folds(sample(Vectors.of(X[:4]), codes))[3] == ALWAYS_SEEN
    machine = SVC(probability=True).fit(X[:4], codes)
    assert machine.predict_proba(X[:4]).argmax(axis=1).tolist() == machine.predict(X[:4]).tolist()


def test_folds_of_kernel_values_follow_the_rows():
    assert folds(sample(Precomputed.of(X @ X.T), np.zeros(60, dtype=np.int64))).tolist() == [
        i % FOLDS for i in range(60)
    ]


def test_outputs_are_those_of_machines_that_did_not_see_the_example():
    class Constant:
        def __init__(self, value):
            self.value = value

        def decision(self, inputs):
            return np.full((len(inputs), 1), self.value)

    data = sample(Vectors.of(X), CODES)
    seen = []

    def learn(part):
        seen.append(set(part.positions))
        return Constant(float(len(seen)))

    outputs = held_out_outputs(data, Constant(-1.0), learn)
    assert len(seen) == FOLDS
    for i, value in enumerate(outputs[:, 0]):
        assert i not in seen[int(value) - 1]


def test_start_is_laid_out_for_the_kept_examples():
    kept = Sample(Vectors.of(X[[1, 3]]), CODES[[1, 3]], np.ones(2), np.array([1, 3]), Vectors.of(X[:4]))
    assert starting_coefficients(None, kept, 1) is None
    assert starting_coefficients([1.0, 2.0, 3.0, 4.0], kept, 1).tolist() == [[2.0], [4.0]]
    with pytest.raises(InputError, match=r"shape \(3, 1\), where \(4, 1\)"):
        starting_coefficients([1.0, 2.0, 3.0], kept, 1)
    with pytest.raises(ParameterError, match="a fitted machine or an array"):
        starting_coefficients("warm", kept, 1)
    with pytest.raises(ParameterError, match="finite"):
        starting_coefficients([1.0, 2.0, 3.0, np.nan], kept, 1)


def test_info_sums_over_problems():
    first = solve(problem(), Options(refine=True))
    second = solve(problem(10.0), Options(refine=True, max_iterations=0))
    info = SolverInfo.of([first, second], 1.5)
    assert info.problems == 2
    assert info.iterations == first.iterations + second.iterations
    assert info.objective == pytest.approx(first.objective + second.objective)
    assert info.gap == pytest.approx(first.gap + second.gap)
    assert info.violation == second.violation
    assert info.stop is Stop.ITERATIONS
    assert not info.converged
    with pytest.raises(dataclasses.FrozenInstanceError):
        info.seconds = 2.0


def test_precision_and_threads_do_not_change_the_answer():
    expected = SVC().fit(X, CODES).decision_function(X)
    np.testing.assert_allclose(SVC(precision="single").fit(X, CODES).decision_function(X), expected, atol=1e-3)
    np.testing.assert_array_equal(SVC(n_jobs=1).fit(X, CODES).decision_function(X), expected)
    np.testing.assert_array_equal(SVC(n_jobs=2).fit(X, CODES).decision_function(X), expected)
