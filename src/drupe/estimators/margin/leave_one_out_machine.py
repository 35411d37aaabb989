"""The leave-one-out machine: every example must be right without its own help."""

from typing import Any, ClassVar, Self

from drupe.estimators.margin.linear_program_machine import PROGRAM_RANGES, LinearProgramMachine
from drupe.foundation.arrays import Matrix, Vector
from drupe.solvers.linear_programs.leave_one_out import leave_one_out
from drupe.solvers.linear_programs.soft_margin import MarginProgram


class LeaveOneOutMachine(LinearProgramMachine):
    """min Σξ subject to yᵢ(Σⱼ≠ᵢ αⱼ yⱼ k(xᵢ, xⱼ) + b) ≥ 1 − ξᵢ, α ≥ 0, ξ ≥ 0.

    It minimizes a bound on the leave-one-out error of kernel machines, softened, and has nothing to tune but the
    kernel. The sum of slacks is no guarantee for the learned classifier itself.

    Parameters
    ----------
    kernel, degree, gamma, coef0
        As in scikit-learn's SVC; `kernel` also takes any Kernel.
    fit_intercept
        Whether there is an offset b; the literature has none, and without one the hyperplane passes through the origin.
    max_time
        Limit of seconds, None for none.
    n_jobs
        Threads for the kernel, None for OpenMP's number.

    Attributes
    ----------
    slack_
        ξ of the training examples; below 1 an example is right without its own help.
    objectives_
        Objective of the program and of its dual.

    Examples
    --------
    >>> X, y = [[0.0], [1.0], [4.0], [5.0]], [0, 0, 1, 1]
    >>> LeaveOneOutMachine(gamma=1.0).fit(X, y).slack_.round(6).tolist()
    [0.0, 0.0, 0.0, 0.0]

    References
    ----------
    [Herbrich02]_, section 2.5.2.
    """

    _ranges: ClassVar[Any] = PROGRAM_RANGES

    def __init__(
        self,
        kernel: Any = "rbf",
        *,
        degree: int = 3,
        gamma: Any = "scale",
        coef0: float = 0.0,
        fit_intercept: bool = False,
        max_time: float | None = None,
        n_jobs: int | None = None,
    ):
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.fit_intercept = fit_intercept
        self.max_time = max_time
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any) -> Self:  # type: ignore[override]
        """Learn from examples and their classes; they cannot be weighted, as only one copy is left out."""
        return self._fit(X, y)

    def _program(self, K: Matrix, signs: Vector, weights: Vector) -> MarginProgram:
        return leave_one_out(K, signs, offset=self.fit_intercept)
