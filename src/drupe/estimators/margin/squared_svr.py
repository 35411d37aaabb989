"""Support vector regression whose residuals outside the tube are squared."""

from typing import Any

import numpy as np

from drupe.estimators.declaration import constant, declared, learned, parameter
from drupe.estimators.margin.tube_regressor import TubeRegressor
from drupe.estimators.ranges import POSITIVE, SECONDS, TRUTH
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import Interval
from drupe.grams.base import Gram
from drupe.losses.insensitive import SquaredEpsilonInsensitive
from drupe.solvers.balance import Balanced, Free
from drupe.solvers.builders.squared_eps_svr import squared_eps_svr
from drupe.solvers.native import recomputed_outputs
from drupe.solvers.objectives import Objectives, with_gap
from drupe.solvers.problem import BoxProblem
from drupe.solvers.solution import Solution


@declared
class SquaredSVR(TubeRegressor):
    """min ½‖w‖² + (C/2) Σᵢ max(0, |yᵢ − f(xᵢ)| − ε)².

    With ε = 0 it is ridge regression in feature space, λ = 1/C, with an unpenalized offset; the tube makes it sparse.
    scikit-learn's LinearSVR with the squared loss has no ½ before its C: it is this machine at 2C.

    Parameters
    ----------
    C
        What half a squared unit of residual outside the tube costs.
    epsilon
        Half the width of the tube inside which residuals cost nothing, in units of y.

    Attributes
    ----------
    objectives_
        Primal and dual objective.

    Examples
    --------
    >>> machine = SquaredSVR(C=10.0, epsilon=0.1, kernel="linear").fit([[0], [1], [2], [3]], [0, 1, 1.5, 3])
    >>> machine.coef_.round(6).tolist(), machine.intercept_.round(6).tolist()
    ([[0.95098]], [-0.101471])

    References
    ----------
    [Cristianini00]_, proposition 6.20.
    """

    C: float = parameter(POSITIVE, default=1.0, kw_only=False)
    epsilon: float = parameter(Interval(0.0), default=0.1, kw_only=False)

    fit_intercept: bool = parameter(TRUTH, default=True, before="tol")
    max_time: float | None = parameter(SECONDS, default=None, before="n_jobs")
    shrinking: bool = constant(True)

    objectives_: Objectives = learned()

    def _problem(self, gram: Gram, sample: Sample, start: Vector | None) -> BoxProblem:
        balance = Balanced() if self.fit_intercept else Free()
        return squared_eps_svr(gram, sample.targets, self.epsilon, self.C * sample.weights, start, balance)

    def _offset(self, solution: Solution) -> float:
        return solution.offset

    def _assessed(self, solution: Solution, gram: Gram, sample: Sample) -> tuple[Solution, dict[str, Any]]:
        objectives = self._objectives(solution, gram, sample)
        return with_gap(solution, objectives), {"objectives_": objectives}

    def _objectives(self, solution: Solution, gram: Gram, sample: Sample) -> Objectives:
        """Primal and dual from kernel values computed anew."""
        coefficients, offset = self._expansion(solution)
        costs = self.C * sample.weights
        outputs = recomputed_outputs(gram, coefficients)
        loss = SquaredEpsilonInsensitive(float(self.epsilon)).value(outputs + offset, sample.targets)
        half = 0.5 * float(coefficients @ outputs)
        gained = sample.targets @ coefficients - self.epsilon * np.abs(coefficients).sum()
        return Objectives(
            primal=half + 0.5 * float(costs @ loss),
            dual=float(gained - 0.5 * coefficients**2 @ (1.0 / costs)) - half,
        )
