"""Every solver that takes a program reaches the same optimum."""

import numpy as np
import pytest

from drupe.grams import DenseGram
from drupe.solvers.expansions.coordinate_descent import CoordinateDescent
from drupe.solvers.expansions.eigen import Eigen
from drupe.solvers.expansions.factorization import Factorization
from drupe.solvers.expansions.greedy import Greedy
from drupe.solvers.expansions.interior_point import InteriorPoint
from drupe.solvers.expansions.penalties import CoefficientNorm, FunctionNorm, Penalty
from drupe.solvers.expansions.program import ExpansionProgram

SOLVERS = {
    FunctionNorm(): (Factorization(), Greedy(tolerance=0.0), InteriorPoint(), CoordinateDescent(9.0)),
    CoefficientNorm(): (Factorization(), Greedy(tolerance=0.0), InteriorPoint()),
}


@pytest.mark.spec("M.A20", "M.A11", "M.A12")
@pytest.mark.parametrize("alpha", [1e-6, 1e-3, 1.0, 1e3, 1e6])
@pytest.mark.parametrize("penalty", list(SOLVERS), ids=repr)
def test_all_reach_the_same_optimum(penalty: Penalty, alpha: float) -> None:
    for seed in range(3):
        rng = np.random.default_rng(seed)
        X = rng.normal(size=(40, 4))
        gram = DenseGram(np.exp(-((X[:, None] - X) ** 2).sum(axis=2) / 2.0))
        y = np.sign(rng.normal(size=(40, 2)))
        program = ExpansionProgram(gram, y, rng.uniform(0.5, 2.0, 40), alpha, penalty=penalty)
        expected = Eigen().solve(program).objective
        for solver in SOLVERS[penalty]:
            np.testing.assert_allclose(solver.solve(program).objective, expected, rtol=1e-5, err_msg=repr(solver))
