"""The native solver: what it reports of a run must be true of its α."""

import numpy as np
import pytest

from drupe.foundation.errors import InputError
from drupe.grams import DenseGram, LazyGram
from drupe.inputs import Vectors
from drupe.kernels import Gaussian
from drupe.solvers.balance import Balanced
from drupe.solvers.box import solve
from drupe.solvers.builders.c_svc import c_svc
from drupe.solvers.builders.one_class import one_class
from drupe.solvers.options import Options, Precision
from drupe.solvers.problem import BoxProblem


def test_outputs_are_right_at_examples_without_a_variable() -> None:
    """Long runs set idle examples aside; one that no variable belongs to must not be forgotten there."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=(6000, 3))
    gram = LazyGram(Gaussian(1.0), Vectors.of(x))
    examples = np.flatnonzero(np.arange(6000) % 5 != 0)
    signs = np.where((x[examples, 0] * x[examples, 1] > 0) ^ (rng.random(len(examples)) < 0.02), 1.0, -1.0)
    n = len(examples)
    problem = BoxProblem(gram, signs, -np.ones(n), np.full(n, 10.0), examples, np.zeros(n), Balanced())
    solution = solve(problem, Options(tolerance=1e-3))
    np.testing.assert_allclose(solution.outputs, gram @ problem.weights(solution.alpha), atol=1e-2)


@pytest.mark.parametrize("scale", [1e20, 1e30, 1e90])
def test_scores_that_single_precision_cannot_square_are_computed_in_double(scale):
    """Asked for or not: the square would be infinite, and nothing could be compared with it."""
    x = np.random.default_rng(0).normal(size=(7, 3))
    K = x @ x.T
    plain = solve(one_class(DenseGram(K), np.ones(7), 0.5), Options(tolerance=1e-9))
    large = solve(
        one_class(DenseGram(scale * K), np.ones(7), 0.5), Options(tolerance=1e-9 * scale, precision=Precision.SINGLE)
    )
    assert large.objective / scale == pytest.approx(plain.objective, rel=1e-6)


def test_scores_that_nothing_can_square_are_refused():
    with pytest.raises(InputError, match="scale the features, the weights or C"):
        solve(c_svc(DenseGram(1e90 * np.eye(2)), np.array([1.0, -1.0]), np.full(2, 1e90)))
