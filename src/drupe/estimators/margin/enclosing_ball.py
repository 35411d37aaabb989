"""The smallest ball in feature space that holds the examples: their radius, and where new ones are strange."""

from typing import Annotated, Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import OutlierMixin

from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.fitted import Fitted
from drupe.estimators.margin.convergence import report
from drupe.estimators.margin.solver_parameters import SolverParameters
from drupe.estimators.margin.support_vector_machine import SupportVectorMachine, whole_numbers
from drupe.estimators.sample import Sample
from drupe.estimators.solver_info import SolverInfo
from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import Interval
from drupe.foundation.shapes import Outputs
from drupe.predictors.ball import Ball
from drupe.predictors.expansion import Expansion
from drupe.solvers.box import solve
from drupe.solvers.builders.enclosing_ball import enclosing_ball, farthest, squared_center_norm, squared_radius
from drupe.solvers.solution import Solution

ROUNDING = 1e-9
"""Distances from the sphere below this share of R² cannot be told from zero."""


@declared
class EnclosingBall(OutlierMixin, SolverParameters, SupportVectorMachine):  # type: ignore[misc]
    """min R² subject to ‖φ(xᵢ) − c‖² ≤ R² for all examples, or for all but a share ν.

    The radius is the R of margin bounds, and smaller than that of a ball around the origin. As a detector of novelty
    it is the one-class machine wherever k(x, x) is the same for all x.

    Parameters
    ----------
    nu
        Upper bound of the share of examples outside; with 0, the default, all are inside.

    Attributes
    ----------
    radius_
        R; with ν = 0 no example is farther from the center.
    center_norm_
        ‖c‖, the distance of the center from the origin.
    offset_
        −R², so that score_samples = decision_function + offset_.
    support_, support_vectors_, dual_coef_, n_support_
        The examples on the sphere or outside, and their weights in the center, which sum to 1.

    Examples
    --------
    >>> ball = EnclosingBall(kernel="linear").fit([[0, 0], [2, 0], [1, 0.5]])
    >>> round(ball.radius_, 6), ball.dual_coef_.round(6).tolist(), ball.predict([[1, 1], [3, 3]]).tolist()
    (1.0, [[0.5, 0.5]], [1, -1])

    References
    ----------
    [Cristianini00]_, section 3.4 and exercise 5.1; [Mika02]_, section 2.1.5.
    """

    nu: float = parameter(Interval(0.0, 1.0, closed_high=True), default=0.0, kw_only=False)

    predictor_: Annotated[Ball, Outputs(1, "support")] = learned()

    solution_: Solution = learned()
    radius_: float = learned()
    center_norm_: float = learned()
    offset_: float = learned()
    n_iter_: int = learned()
    fit_status_: int = learned()
    solver_info_: SolverInfo = learned()

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Learn where the examples are; y is ignored, and a weight of 3 counts as three examples."""
        return self._fit(X, None, sample_weight)

    def _learn(self, sample: Sample) -> Fitted:
        kernel, sample = self._seen(sample)
        shares = sample.weights / sample.weights.sum()
        problem = enclosing_ball(self._gram(kernel, sample.inputs), shares / self.nu if self.nu > 0 else np.inf)
        with self._watch() as watch:
            solution = solve(problem, self._options(watch))
        info = self._info(watch, [solution])
        report(type(self).__name__, info, self.tol)
        chosen = np.flatnonzero(solution.alpha)
        vectors = sample.inputs.take(chosen)
        kept = solution.alpha[chosen, None]
        center = Expansion(kernel, vectors, kept, np.zeros(1), self.n_jobs)
        # Without slack the ball must hold every example, whatever the tolerance of the solver.
        squared = squared_radius(solution) if self.nu > 0 else farthest(problem, solution) ** 2
        ball = Ball(center, squared_center_norm(solution), squared)
        attributes = {
            **self._support(sample.positions[chosen], vectors, kept),
            "n_support_": whole_numbers([len(chosen)]),
            "radius_": float(np.sqrt(squared)),
            "center_norm_": float(np.sqrt(max(ball.squared_center_norm, 0.0))),
            "offset_": -squared,
            **info.facts(),
        }
        return Fitted(ball, solution, attributes)

    def decision_function(self, X: Any) -> Vector:
        """R² − ‖φ(x) − c‖²: positive inside, negative outside, and zero where it is zero up to rounding."""
        inside = self._outputs(X)[:, 0]
        # Support vectors lie on the sphere itself; rounding must not decide on which side.
        return np.where(np.abs(inside) <= ROUNDING * max(1.0, abs(self.offset_)), 0.0, inside)

    def score_samples(self, X: Any) -> Vector:
        """Minus the squared distance from the center."""
        return np.asarray(self.decision_function(X) + self.offset_)

    def predict(self, X: Any) -> npt.NDArray[np.intp]:
        """+1 inside or on the sphere, −1 outside."""
        return np.where(self.decision_function(X) >= 0, 1, -1).astype(np.intp)
