"""The linear programming machine: few expansion points, because their weights cost."""

from typing import Any

from drupe.estimators.class_weights import CLASS_WEIGHT
from drupe.estimators.declaration import declared, parameter
from drupe.estimators.margin.linear_program_machine import LinearProgramMachine
from drupe.estimators.ranges import POSITIVE
from drupe.foundation.arrays import Matrix, Vector
from drupe.solvers.linear_programs.soft_margin import MarginProgram
from drupe.solvers.linear_programs.sparse_margin import sparse_margin


@declared
class LPSVC(LinearProgramMachine):
    """min Σα + C Σξ subject to yᵢ(Σⱼ αⱼ yⱼ k(xᵢ, xⱼ) + b) ≥ 1 − ξᵢ, α ≥ 0, ξ ≥ 0.

    Sparser than a support vector machine, and open to similarities that are no kernels: nothing here needs K to be
    positive.

    Parameters
    ----------
    C
        What a unit of slack costs.
    class_weight
        Factors of C by class, or "balanced".

    Examples
    --------
    >>> machine = LPSVC(C=10.0, kernel="linear").fit([[2, 2], [1, 3], [0, 0], [1, 0]], [1, 1, -1, -1])
    >>> machine.support_.tolist(), machine.dual_coef_.round(6).tolist(), machine.intercept_.round(6).tolist()
    ([1], [[0.285714]], [-1.285714])

    References
    ----------
    [Cristianini00]_, section 6.1.3.
    """

    C: float = parameter(POSITIVE, default=1.0, kw_only=False)
    fit_intercept: bool = True
    class_weight: Any = parameter(CLASS_WEIGHT, default=None)

    def _program(self, K: Matrix, signs: Vector, weights: Vector) -> MarginProgram:
        return sparse_margin(K, signs, self._costs(float(self.C), signs, weights), offset=self.fit_intercept)
