"""The linear support vector regressor, scikit-learn's LinearSVR."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from drupe.estimators.base import Regressor
from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.fitted import Fitted
from drupe.estimators.linear.linear_fit import rows_of
from drupe.estimators.linear.linear_machine import LinearMachine
from drupe.estimators.linear.linear_parameters import DUAL
from drupe.estimators.ranges import POSITIVE, OneOf
from drupe.estimators.sample import Sample
from drupe.estimators.size_limits import require_targets
from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import Interval
from drupe.foundation.shapes import Counted, Outputs, Reals
from drupe.inputs.vectors import Vectors
from drupe.predictors.linear import LinearFunction
from drupe.solvers.linear_problem import LinearLoss, LinearProblem
from drupe.solvers.linear_solution import LinearRun, LinearSolution

LOSSES = {
    "epsilon_insensitive": LinearLoss.INSENSITIVE,
    "squared_epsilon_insensitive": LinearLoss.SQUARED_INSENSITIVE,
}


@declared
class LinearSVR(LinearMachine, Regressor):
    """min ½‖w‖² + C Σᵢ sᵢ max(0, |yᵢ − ⟨w, xᵢ⟩ − b| − ε), or with the square of the maximum.

    Takes the place of `sklearn.svm.LinearSVR`: the same parameters, defaults and attributes. It stops by the duality
    gap and says how large that is.

    Parameters
    ----------
    epsilon
        Half the width of the tube inside which residuals cost nothing, in units of y.
    C
        Price of residuals outside the tube.
    loss
        "epsilon_insensitive" or "squared_epsilon_insensitive".
    dual
        Has no effect: the solver sees to it which problem is the easier one.
    verbose
        Whether to show how far the fit is: a bar on a terminal, elsewhere lines on the standard error.

    Notes
    -----
    A weight of 3 is the same as three copies of an example.

    Examples
    --------
    >>> machine = LinearSVR(epsilon=0.5, C=100.0, intercept_scaling=1e3).fit([[0.0], [1.0], [2.0]], [0.0, 1.0, 2.0])
    >>> machine.coef_.round(3).tolist(), machine.predict([[1.0]]).round(3).tolist()
    ([0.5], [1.0])

    References
    ----------
    [Cristianini00]_, section 6.2; [Herbrich02]_, section 2.4.3; [Fan08]_, section 2.
    """

    epsilon: float = parameter(Interval(0.0), default=0.0, before="tol")
    C: float = parameter(POSITIVE, default=1.0, before="fit_intercept")
    loss: str = parameter(OneOf(*LOSSES), default="epsilon_insensitive", before="fit_intercept")
    dual: bool | str = parameter(DUAL, default="auto", before="random_state")

    predictor_: Annotated[LinearFunction, Outputs("targets")] = learned()
    coef_: Annotated[Any, Reals("columns")] = learned()
    intercept_: Annotated[Vector, Reals("targets")] = learned()
    solution_: Annotated[tuple[LinearSolution, ...], Counted("targets")] = learned()
    gap_: float = learned()
    n_iter_: int = learned()

    def predict(self, X: Any) -> Vector:
        """⟨w, x⟩ + b for each example."""
        return self._outputs(X)[:, 0]

    def _targets(self, y: Any, n: int) -> npt.NDArray[Any]:
        targets = super()._targets(y, n)
        require_targets(targets)
        return targets

    def _problem(self, sample: Sample) -> LinearProblem:
        self._vectors_only(sample)
        rows = rows_of(sample, 1)
        constant = float(self.intercept_scaling) if self.fit_intercept else 0.0
        return LinearProblem(
            rows,
            np.asarray(sample.targets)[None, :],
            self.C * sample.weights[None, :],
            LOSSES[self.loss],
            width=float(self.epsilon),
            constant=constant,
            penalized=True,
        )

    def _found(self, rows: Vectors, constant: float, runs: Sequence[LinearRun]) -> Fitted:
        machine = super()._found(rows, constant, runs)
        more = {"coef_": machine.attributes["coef_"][0], "n_iter_": max(1, machine.solution[0].steps)}
        return replace(machine, attributes={**machine.attributes, **more})
