"""The native solver: what it reports of a run must be true of its α."""

import numpy as np

from drupe.grams import LazyGram
from drupe.inputs import Vectors
from drupe.kernels import Gaussian
from drupe.solvers.balance import Balanced
from drupe.solvers.box import solve
from drupe.solvers.options import Options
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
