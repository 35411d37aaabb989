"""The adaptive margin machine: an example with weight must reach a larger margin."""

from typing import Any, ClassVar, Self

from drupe.estimators.margin.linear_program_machine import PROGRAM_RANGES, LinearProgramMachine
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.parameters import Interval
from drupe.solvers.linear_programs.adaptive_margin import adaptive_margin
from drupe.solvers.linear_programs.soft_margin import MarginProgram


class AdaptiveMarginMachine(LinearProgramMachine):
    """min Σξ subject to yᵢ f(xᵢ) ≥ 1 − ξᵢ + λ αᵢ k(xᵢ, xᵢ), α ≥ 0, ξ ≥ 0.

    λ = 1 is the leave-one-out machine; smaller λ trusts the data more and lets the weight gather in the middle of
    each class, larger λ regularizes, and outliers count for less than in a support vector machine.

    Parameters
    ----------
    strength
        λ, zero or more.
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
        ξ of the training examples.
    objectives_
        Objective of the program and of its dual.

    Examples
    --------
    >>> machine = AdaptiveMarginMachine(0.5, kernel="linear").fit([[1, 0], [0, 1]], [1, -1])
    >>> machine.dual_coef_.round(6).tolist()  # 1 / (1 - strength)
    [[2.0, -2.0]]

    References
    ----------
    [Herbrich02]_, section 2.5.4.
    """

    _ranges: ClassVar[Any] = {**PROGRAM_RANGES, "strength": Interval(0.0)}

    def __init__(
        self,
        strength: float = 1.0,
        *,
        kernel: Any = "rbf",
        degree: int = 3,
        gamma: Any = "scale",
        coef0: float = 0.0,
        fit_intercept: bool = False,
        max_time: float | None = None,
        n_jobs: int | None = None,
    ):
        self.strength = strength
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.fit_intercept = fit_intercept
        self.max_time = max_time
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any) -> Self:  # type: ignore[override]
        """Learn from examples and their classes; they cannot be weighted, as each answers for its own weight."""
        return self._fit(X, y)

    def _program(self, K: Matrix, signs: Vector, weights: Vector) -> MarginProgram:
        return adaptive_margin(K, signs, float(self.strength), offset=self.fit_intercept)
