"""The one-class machine: where the examples are, scikit-learn's OneClassSVM."""

from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import OutlierMixin

from drupe.estimators.declaration import declared, parameter
from drupe.estimators.margin.single_problem import SingleProblemMachine
from drupe.estimators.margin.support_vector_machine import SHARE
from drupe.estimators.ranges import TRUTH
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Vector
from drupe.grams.base import Gram
from drupe.solvers.builders.one_class import one_class
from drupe.solvers.problem import BoxProblem
from drupe.solvers.solution import Solution

ROUNDING = 1e-9
"""Outputs below this fraction of the threshold cannot be told from zero."""


@declared
class OneClassSVM(OutlierMixin, SingleProblemMachine):  # type: ignore[misc]
    """min ½‖w‖² − ν ρ Σᵢ wᵢ + Σᵢ wᵢ max(0, ρ − f(xᵢ)): a half-space that leaves out at most a share ν of the examples.

    Takes the place of `sklearn.svm.OneClassSVM`; `kernel` also takes any kernel of drupe. With sample weights one thing
    differs: a weight of 3 is the same as three copies also in `gamma="scale"`, which in scikit-learn looks at X alone;
    `gamma="unweighted_scale"` gives its answer.

    Parameters
    ----------
    nu
        Upper bound of the share of examples outside and lower bound of that of support vectors, in (0, 1].

    Attributes
    ----------
    offset_
        As in scikit-learn.

    Notes
    -----
    A weight of 3 is the same as three copies of an example, and one below zero leaves it out. There is no
    `fit_intercept`: the threshold is what the machine is about.

    Examples
    --------
    >>> machine = OneClassSVM(nu=0.5, gamma=0.1).fit([[0.0], [1.0], [2.0], [9.0]])
    >>> machine.predict([[1.0], [20.0]]).tolist()
    [1, -1]

    References
    ----------
    [Scholkopf02]_, section 8.3; [Chang11]_, section 2.3.
    """

    nu: float = parameter(SHARE, default=0.5, before="shrinking")
    shrinking: bool = parameter(TRUTH, default=True, before="cache_size")

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Learn where the examples are; y is ignored, and a weight of 3 counts as three examples."""
        return self._fit(X, None, sample_weight)

    def _problem(self, gram: Gram, sample: Sample, start: Vector | None) -> BoxProblem:
        return one_class(gram, sample.weights, self.nu, start)

    def _expansion(self, solution: Solution) -> tuple[Vector, float]:
        return solution.alpha, solution.offset

    @property
    def offset_(self) -> Vector:
        """ρ, so that score_samples = decision_function + offset_."""
        return np.asarray(-self.intercept_)

    def decision_function(self, X: Any) -> Vector:
        """f(x) − ρ: positive inside, negative outside, and zero where it is zero up to rounding."""
        outputs = self._outputs(X)[:, 0]
        # Support vectors inside the box lie on the boundary itself; rounding must not decide on which side.
        return np.where(np.abs(outputs) <= ROUNDING * np.abs(self.offset_), 0.0, outputs)

    def score_samples(self, X: Any) -> Vector:
        """f(x), without the threshold."""
        return self.decision_function(X) + self.offset_

    def predict(self, X: Any) -> npt.NDArray[np.intp]:
        """+1 inside or on the boundary, −1 outside."""
        return np.where(self.decision_function(X) >= 0, 1, -1).astype(np.intp)
