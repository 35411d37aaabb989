"""The linear programming machine: few expansion points, because their weights cost."""

from typing import Any, ClassVar

from drupe.estimators.margin.linear_program_machine import PROGRAM_RANGES, LinearProgramMachine
from drupe.estimators.ranges import NOTHING, POSITIVE, Either, Instance, OneOf
from drupe.foundation.arrays import Matrix, Vector
from drupe.solvers.linear_programs.soft_margin import MarginProgram
from drupe.solvers.linear_programs.sparse_margin import sparse_margin


class LPSVC(LinearProgramMachine):
    """min Σα + C Σξ subject to yᵢ(Σⱼ αⱼ yⱼ k(xᵢ, xⱼ) + b) ≥ 1 − ξᵢ, α ≥ 0, ξ ≥ 0.

    Sparser than a support vector machine, and open to similarities that are no kernels: nothing here needs K to be
    positive.

    Parameters
    ----------
    C
        What a unit of slack costs.
    kernel, degree, gamma, coef0
        As in scikit-learn's SVC; `kernel` also takes any Kernel.
    fit_intercept
        Whether there is an offset b; without one the hyperplane passes through the origin.
    class_weight
        Factors of C by class, or "balanced".
    max_time
        Limit of seconds, None for none.
    n_jobs
        Threads for the kernel, None for OpenMP's number.

    Attributes
    ----------
    slack_
        ξ of the training examples.
    objectives_
        Objective of the program and of its dual.

    Examples
    --------
    >>> machine = LPSVC(C=10.0, kernel="linear").fit([[2, 2], [1, 3], [0, 0], [1, 0]], [1, 1, -1, -1])
    >>> machine.support_.tolist(), machine.dual_coef_.round(6).tolist(), machine.intercept_.round(6).tolist()
    ([1], [[0.285714]], [-1.285714])

    References
    ----------
    [Cristianini00]_, section 6.1.3.
    """

    _ranges: ClassVar[Any] = {
        **PROGRAM_RANGES,
        "C": POSITIVE,
        "class_weight": Either(NOTHING, OneOf("balanced"), Instance(dict)),
    }

    def __init__(
        self,
        C: float = 1.0,
        *,
        kernel: Any = "rbf",
        degree: int = 3,
        gamma: Any = "scale",
        coef0: float = 0.0,
        fit_intercept: bool = True,
        class_weight: Any = None,
        max_time: float | None = None,
        n_jobs: int | None = None,
    ):
        self.C = C
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.fit_intercept = fit_intercept
        self.class_weight = class_weight
        self.max_time = max_time
        self.n_jobs = n_jobs

    def _program(self, K: Matrix, signs: Vector, weights: Vector) -> MarginProgram:
        return sparse_margin(K, signs, self._costs(float(self.C), signs, weights), offset=self.fit_intercept)
