"""Every solution of a path is the solution of its own problem."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from selection.path_samples import two_classes

from drupe import c_path
from drupe.foundation.errors import InputError, ParameterError
from drupe.grams import DenseGram, LazyGram
from drupe.inputs import Vectors
from drupe.kernels import Gaussian
from drupe.solvers.balance import Balanced, Free
from drupe.solvers.box import solve
from drupe.solvers.builders.c_svc import c_svc
from drupe.solvers.options import Options

TIGHT = Options(tolerance=1e-9)
CS = [0.01, 0.3, 1.0, 30.0, 1000.0]


def grams(x: np.ndarray) -> list[LazyGram | DenseGram]:
    lazy = LazyGram(Gaussian(1.0), Vectors.of(x))
    return [lazy, DenseGram(lazy.dense())]


@pytest.mark.parametrize("balance", [Balanced(), Free()])
@pytest.mark.parametrize("held", [False, True])
def test_every_point_of_the_path_is_the_optimum_of_its_box(held: bool, balance: Balanced | Free) -> None:
    x, signs = two_classes()
    gram = grams(x)[held]
    for C, solution in zip(CS, c_path(gram, signs, CS, TIGHT, balance=balance), strict=True):
        alone = solve(c_svc(gram, signs, np.full(len(signs), C), balance=balance), TIGHT)
        assert solution.converged
        assert solution.objective == pytest.approx(alone.objective, rel=1e-9)
        assert solution.offset == pytest.approx(alone.offset, abs=1e-6)
        np.testing.assert_allclose(solution.outputs, alone.outputs, atol=1e-6)
        assert solution.alpha.min() >= 0.0
        assert solution.alpha.max() <= C
        if isinstance(balance, Balanced):
            assert abs(signs @ solution.alpha) < 1e-9 * max(1.0, C)


@given(st.integers(0, 10_000), st.floats(0.05, 3.0))
def test_the_gap_closes_whatever_the_sample(seed: int, width: float) -> None:
    x, signs = two_classes(40, seed)
    gram = DenseGram(LazyGram(Gaussian(width), Vectors.of(x)).dense())
    for C, solution in zip(CS, c_path(gram, signs, CS, TIGHT), strict=True):
        assert solution.gap <= 1e-7 * max(1.0, C) * len(signs)


def test_weights_are_factors_of_the_box() -> None:
    x, signs = two_classes()
    gram = grams(x)[1]
    weights = np.random.default_rng(1).uniform(0.1, 3.0, len(signs))
    (solution,) = c_path(gram, signs, [0.7], TIGHT, weights=weights)
    alone = solve(c_svc(gram, signs, 0.7 * weights), TIGHT)
    assert solution.objective == pytest.approx(alone.objective, rel=1e-9)


def test_candidates_rise_and_come_once() -> None:
    x, signs = two_classes()
    gram = grams(x)[1]
    path = c_path(gram, signs, [10.0, 0.1, 10.0])
    assert [round(float(solution.alpha.max()), 6) <= C for C, solution in zip([0.1, 10.0], path, strict=True)] == [
        True,
        True,
    ]
    assert len(c_path(gram, signs, 3)) == 3


def test_later_points_need_fewer_steps_than_a_fresh_start() -> None:
    x, signs = two_classes(300)
    gram = grams(x)[1]
    warm = c_path(gram, signs, CS)
    cold = [c_path(gram, signs, [C])[0] for C in CS]
    assert sum(one.iterations for one in warm[1:]) < sum(one.iterations for one in cold[1:])


@pytest.mark.parametrize("wrong", [[], [0.0], [-1.0], [np.inf], [[1.0]], "many", 0, [np.nan]])
def test_candidates_that_cannot_be_are_refused(wrong: object) -> None:
    with pytest.raises(ParameterError, match="C"):
        c_path(DenseGram(np.eye(2)), np.array([1.0, -1.0]), wrong)


def test_signs_and_weights_are_checked() -> None:
    with pytest.raises(InputError, match="signs must be -1 or \\+1"):
        c_path(DenseGram(np.eye(2)), np.array([1.0, 2.0]), [1.0])
    with pytest.raises(InputError, match="weights must be zero or more"):
        c_path(DenseGram(np.eye(2)), np.array([1.0, -1.0]), [1.0], weights=np.array([1.0, -1.0]))
