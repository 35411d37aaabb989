"""The leave-one-out machine: every example must be right without its own help."""

from typing import Any, Self

from drupe.estimators.declaration import declared
from drupe.estimators.kernel_parameters import KernelFirst
from drupe.estimators.margin.linear_program_machine import LinearProgramMachine
from drupe.foundation.arrays import Matrix, Vector
from drupe.solvers.linear_programs.leave_one_out import leave_one_out
from drupe.solvers.linear_programs.soft_margin import MarginProgram


@declared
class LeaveOneOutMachine(KernelFirst, LinearProgramMachine):
    """min Σξ subject to yᵢ(Σⱼ≠ᵢ αⱼ yⱼ k(xᵢ, xⱼ) + b) ≥ 1 − ξᵢ, α ≥ 0, ξ ≥ 0.

    It minimizes a bound on the leave-one-out error of kernel machines, softened, and has nothing to tune but the
    kernel. The sum of slacks is no guarantee for the learned classifier itself.

    Attributes
    ----------
    slack_
        ξ of the training examples; below 1 an example is right without its own help.

    Examples
    --------
    >>> X, y = [[0.0], [1.0], [4.0], [5.0]], [0, 0, 1, 1]
    >>> LeaveOneOutMachine(gamma=1.0).fit(X, y).slack_.round(6).tolist()
    [0.0, 0.0, 0.0, 0.0]

    References
    ----------
    [Herbrich02]_, section 2.5.2.
    """

    def fit(self, X: Any, y: Any) -> Self:  # type: ignore[override]
        """Learn from examples and their classes; they cannot be weighted, as only one copy is left out."""
        return self._fit(X, y)

    def _program(self, K: Matrix, signs: Vector, weights: Vector) -> MarginProgram:
        return leave_one_out(K, signs, offset=self.fit_intercept)
