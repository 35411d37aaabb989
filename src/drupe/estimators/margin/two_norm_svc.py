"""The 2-norm soft margin: slack costs its square, and any data can be separated."""

from typing import Annotated, Any

import numpy as np

from drupe.estimators.class_weights import CLASS_WEIGHT
from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.linear_rule import dual_coefficients
from drupe.estimators.margin.box_machine import BoxMachine
from drupe.estimators.margin.boxless_evidence import boxless_evidence
from drupe.estimators.margin.found_plane import FoundPlane
from drupe.estimators.ranges import POSITIVE, Either, OneOf
from drupe.foundation.arrays import Index, Vector
from drupe.foundation.shapes import Numbers
from drupe.grams.base import Gram
from drupe.inputs.base import Inputs
from drupe.solvers.builders.two_norm import two_norm
from drupe.solvers.native import recomputed_outputs
from drupe.solvers.objectives import Objectives
from drupe.witness.evidence import Evidence

UNEVEN = 0.05
"""Relative difference of prices that a solver may leave."""


@declared
class TwoNormSVC(BoxMachine):
    """min ½‖w‖² + (C/2) Σᵢ ξᵢ² subject to yᵢ f(xᵢ) ≥ 1 − ξᵢ.

    The hard margin on K + I/C: small C forgives much. Unlike the 1-norm machine it has no box, so that the multipliers
    αᵢ = C ξᵢ of outliers stand out. scikit-learn's LinearSVC with squared hinge has no ½ before its C: it is this
    machine at 2C.

    Parameters
    ----------
    C
        What half a squared unit of slack costs; "scale" for 1 / max k(x, x), the rule of thumb R⁻².
    class_weight
        Factors of C by class, or "balanced"; the diagonal of a class is lifted by 1 / (C × factor).

    Attributes
    ----------
    slack_
        ξ of the training examples.

    Examples
    --------
    >>> machine = TwoNormSVC(C=1.0, kernel="linear").fit([[1, 1], [-1, -1]], [1, -1])
    >>> machine.dual_coef_.round(6).tolist()  # 1 / (4 + 1/C)
    [[0.2, -0.2]]

    References
    ----------
    [Cristianini00]_, proposition 6.11; [Herbrich02]_, section 2.4.2; [Graepel02]_, theorem 6.
    """

    C: Any = parameter(Either(OneOf("scale"), POSITIVE), default=1.0, kw_only=False)
    class_weight: Any = parameter(CLASS_WEIGHT, default=None)

    slack_: Annotated[Vector, Numbers(None)] = learned()

    def _plane(self, gram: Gram, signs: Vector, weights: Vector) -> FoundPlane:
        C = 1.0 / float(gram.diagonal().max()) if isinstance(self.C, str) else float(self.C)
        costs = self._costs(C, signs, weights)
        problem = two_norm(gram, signs, costs, balance=self._balance())
        solution = self._solved(problem)
        alpha, signed = solution.alpha, signs * solution.alpha
        outputs = recomputed_outputs(gram, signed)
        slack = np.maximum(1.0 - signs * (outputs + solution.offset), 0.0)
        half = 0.5 * float(signed @ outputs)
        objectives = Objectives(
            primal=half + 0.5 * float(costs @ slack**2), dual=float(alpha.sum() - 0.5 * alpha**2 @ (1.0 / costs)) - half
        )
        return self._found(solution, signed, outputs, solution.offset, objectives, slack_=slack)

    def _evidence(self, inputs: Inputs, codes: Index) -> Evidence:
        violation = float(self.solver_info_.violation) if self._evenly_priced(codes) else np.inf
        return boxless_evidence(self, inputs, codes, violation)

    def _evenly_priced(self, codes: Index) -> bool:
        """Whether slack has the same price α / ξ for all support vectors of a class; weights of examples would show."""
        if len(self.slack_) < len(codes):
            return False  # some examples had no weight, so that not all weigh the same
        alpha, slack = np.abs(dual_coefficients(self)), self.slack_[self.support_]
        clear = slack > 100.0 * self.tol
        prices, labels = alpha[clear] / slack[clear], codes[self.support_][clear]
        return all(np.ptp(own) <= UNEVEN * own.max() for own in (prices[labels == code] for code in np.unique(labels)))
