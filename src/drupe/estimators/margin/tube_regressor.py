"""Regression with two variables for each example: one that pushes the function up, one that pushes it down."""

from abc import abstractmethod
from typing import Any

import numpy.typing as npt

from drupe.estimators.base import Regressor
from drupe.estimators.declaration import declared, parameter
from drupe.estimators.margin.single_problem import SingleProblemMachine
from drupe.estimators.ranges import TRUTH
from drupe.estimators.size_limits import require_targets
from drupe.foundation.arrays import Vector
from drupe.solvers.solution import Solution


@declared
class TubeRegressor(SingleProblemMachine, Regressor):
    """What SVR and NuSVR share.

    Parameters
    ----------
    fit_intercept
        Whether f has an offset; without one there is no equality constraint.
    """

    fit_intercept: bool = parameter(TRUTH, default=True, before="n_jobs")

    @abstractmethod
    def _offset(self, solution: Solution) -> float:
        """b of the function."""

    def _targets(self, y: Any, n: int) -> npt.NDArray[Any]:
        targets = super()._targets(y, n)
        require_targets(targets)
        return targets

    def _expansion(self, solution: Solution) -> tuple[Vector, float]:
        n = len(solution.alpha) // 2
        return solution.alpha[:n] - solution.alpha[n:], self._offset(solution)

    def predict(self, X: Any) -> Vector:
        """f(x) for each example."""
        return self._outputs(X)[:, 0]
