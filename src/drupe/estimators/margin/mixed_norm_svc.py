"""The mixed soft margin: slack costs in proportion and, beyond that, its square."""

from typing import Annotated, Any

import numpy as np

from drupe.estimators.class_weights import CLASS_WEIGHT
from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.margin.box_machine import BoxMachine
from drupe.estimators.margin.found_plane import FoundPlane
from drupe.estimators.ranges import POSITIVE
from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import Interval
from drupe.foundation.shapes import Numbers
from drupe.grams.base import Gram
from drupe.solvers.builders.mixed_norm import joined, mixed_norm
from drupe.solvers.native import recomputed_outputs
from drupe.solvers.objectives import Objectives


@declared
class MixedNormSVC(BoxMachine):
    """min ½‖w‖² + C Σᵢ ξᵢ + (D/2) Σᵢ ξᵢ² subject to yᵢ f(xᵢ) ≥ 1 − ξᵢ, ξ ≥ 0.

    Between the two soft margins: with D → 0 the 1-norm machine of cost C, with C = 0 the 2-norm machine of cost D.

    Parameters
    ----------
    C
        What a unit of slack costs, zero or more.
    squared_C
        D, what half a squared unit of slack costs.
    class_weight
        Factors of both costs by class, or "balanced".

    Attributes
    ----------
    slack_
        ξ of the training examples, max(0, αᵢ − C) / D at the optimum.

    Examples
    --------
    >>> machine = MixedNormSVC(C=0.0, squared_C=1.0, kernel="linear").fit([[1, 1], [-1, -1]], [1, -1])
    >>> machine.dual_coef_.round(6).tolist()  # as the 2-norm machine
    [[0.2, -0.2]]

    References
    ----------
    [Cristianini00]_, exercise 6.3.
    """

    C: float = parameter(Interval(0.0), default=1.0, kw_only=False)
    squared_C: float = parameter(POSITIVE, default=1.0, kw_only=False)
    class_weight: Any = parameter(CLASS_WEIGHT, default=None)

    slack_: Annotated[Vector, Numbers(None)] = learned()

    def _plane(self, gram: Gram, signs: Vector, weights: Vector) -> FoundPlane:
        costs, squared = (self._costs(float(cost), signs, weights) for cost in (self.C, self.squared_C))
        solution = self._solved(mixed_norm(gram, signs, costs, squared, self._balance()))
        alpha = joined(solution.alpha)
        signed = signs * alpha
        outputs = recomputed_outputs(gram, signed)
        slack = np.maximum(1.0 - signs * (outputs + solution.offset), 0.0)
        half, excess = 0.5 * float(signed @ outputs), np.maximum(alpha - costs, 0.0)
        objectives = Objectives(
            primal=half + float(costs @ slack + 0.5 * squared @ slack**2),
            dual=float(alpha.sum() - 0.5 * excess**2 @ (1.0 / squared)) - half,
        )
        return self._found(solution, signed, outputs, solution.offset, objectives, slack_=slack)
